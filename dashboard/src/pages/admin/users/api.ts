import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pagedList } from '../../../api/polling';
import type { components } from '../../../api/schema';
import { useChange } from '../../../api/use-change';
import { useConfirmed } from '../../../components/confirmation';
import type { LedgerSearch } from '../../../components/ledger-search';
import type { UsersSearch } from '../search';

export type AdminUser = components['schemas']['AdminUserView'];
export type CreditMove = components['schemas']['MoveCreditDto'];

const ROLE = { admin: 1, user: 2 } as const;

export const usersQuery = ({ after: _, ...query }: UsersSearch) =>
  queryOptions({
    queryKey: [...keys.users, 'list', query],
    queryFn: () => unwrap(client.GET('/api/admin/users', { params: { query } })),
    ...pagedList,
  });

export const secondFactorQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'second-factor'],
    queryFn: () => unwrap(client.GET('/api/admin/users/{id}/second-factor', { params: { path: { id } } })),
  });

export const ledgerQuery = (id: number, query: LedgerSearch) =>
  queryOptions({
    queryKey: [...keys.users, id, 'ledger', query],
    queryFn: () =>
      unwrap(client.GET('/api/admin/users/{id}/credit/entries', { params: { path: { id }, query } })),
    ...pagedList,
  });

/** The calls that change an account. */
export function useUserChanges({ id }: AdminUser) {
  // An administrator's own balance stands on other pages too.
  const change = useChange(keys.users, keys.audit, keys.me, keys.credit);
  const confirmed = useConfirmed();
  const params = { path: { id } };
  return {
    refresh: () => change(Promise.resolve()),
    suspend: (suspended: boolean) =>
      change(unwrap(client.PUT('/api/admin/users/{id}/suspension', { params, body: { suspended } }))),
    approveBrands: (brands: string[]) =>
      change(unwrap(client.PUT('/api/admin/users/{id}/brands', { params, body: { brands } }))),
    verifyEmail: () => change(unwrap(client.POST('/api/admin/users/{id}/verify-email', { params }))),
    removeSecondFactor: () =>
      confirmed((current_password) => {
        const body = { current_password };
        return change(unwrap(client.POST('/api/admin/users/{id}/remove-second-factor', { params, body })));
      }),
    setRole: (role: keyof typeof ROLE) =>
      confirmed((current_password) => {
        const body = { role_id: ROLE[role], current_password };
        return change(unwrap(client.PUT('/api/admin/users/{id}/role', { params, body })));
      }),
    /** The key is the same for every try of one and the same move, so that it counts once. */
    moveCredit: (body: CreditMove, key: string) =>
      confirmed((current_password) => {
        const headers = { 'Idempotency-Key': key };
        const options = { params, headers, body: { ...body, current_password } };
        return change(unwrap(client.POST('/api/admin/users/{id}/credit', options)));
      }),
  };
}
