import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pagedList } from '../../../api/polling';
import { isAdmin, useMay, useMe } from '../../../api/session';
import { useInvalidateAfter } from '../../../api/use-change';
import type { LedgerSearch } from '../../../components/ledger-search';
import { usePasswordConfirmation } from '../../../components/password-confirmation';
import type { UsersSearch } from '../search';

export type AdminUser = Schemas['AdminUserView'];
export type CreditMove = Schemas['MoveCreditDto'];
export type LegalHold = Schemas['LegalHoldView'];
type AdminRole = NonNullable<AdminUser['admin_role']>;

export const ADMIN_ROLES: readonly AdminRole[] = ['operator', 'finance', 'support'];
const ROLE = { admin: 1, user: 2 } as const;

export const usersQuery = ({ after: _, ...query }: UsersSearch) =>
  queryOptions({
    queryKey: [...keys.users, 'list', query],
    queryFn: () => api.get('/api/admin/users', { query }),
    ...pagedList,
  });

export const secondFactorQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'second-factor'],
    queryFn: () => api.get('/api/admin/users/{id}/second-factor', { path: { id } }),
  });

export type Closing = Schemas['ClosureView'];

export const closingQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'closing'],
    queryFn: () => api.get('/api/admin/users/{id}/close', { path: { id } }),
  });

export const legalHoldQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'legal-hold'],
    queryFn: () => api.get('/api/admin/users/{id}/legal-hold', { path: { id } }),
  });

export const spendCapQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'spend-cap'],
    queryFn: () => api.get('/api/admin/users/{id}/spend-cap', { path: { id } }),
  });

export const ledgerQuery = (id: number, query: LedgerSearch) =>
  queryOptions({
    queryKey: [...keys.users, id, 'ledger', query],
    queryFn: () => api.get('/api/admin/users/{id}/credit/entries', { path: { id }, query }),
    ...pagedList,
  });

/** Whether the role allows a change of the account. Only operators change administrators' accounts. */
export function useMayChange(user: AdminUser): (operation: string) => boolean {
  const may = useMay();
  const { admin_role: role } = useMe();
  return (operation) => may(operation) && (role === 'operator' || !isAdmin(user));
}

export function useUserChanges({ id }: AdminUser) {
  // Also the queries of the own account: the changed account may be the administrator's own.
  const change = useInvalidateAfter(keys.users, keys.audit, keys.me, keys.credit);
  const confirmed = usePasswordConfirmation();
  const path = { id };
  return {
    refresh: () => change(Promise.resolve()),
    suspend: (suspended: boolean) =>
      confirmed((current_password) => {
        const body = { suspended, current_password };
        return change(api.put('/api/admin/users/{id}/suspension', { path, body }));
      }),
    approveBrands: (brands: string[]) =>
      confirmed((current_password) => {
        const body = { brands, current_password };
        return change(api.put('/api/admin/users/{id}/brands', { path, body }));
      }),
    setSpendCap: (spend_cap: number | null) =>
      confirmed((current_password) => {
        const body = { spend_cap, current_password };
        return change(api.put('/api/admin/users/{id}/spend-cap', { path, body }));
      }),
    verifyEmail: () =>
      confirmed((current_password) => {
        const body = { current_password };
        return change(api.post('/api/admin/users/{id}/verify-email', { path, body }));
      }),
    setEmail: (email: string) =>
      confirmed((current_password) => {
        const body = { email, current_password };
        return change(api.put('/api/admin/users/{id}/email', { path, body }));
      }),
    close: (note: string) =>
      confirmed((current_password) => {
        const body = note === '' ? { current_password } : { note, current_password };
        return change(api.post('/api/admin/users/{id}/close', { path, body }));
      }),
    removeSecondFactor: () =>
      confirmed((current_password) => {
        const body = { current_password };
        return change(api.post('/api/admin/users/{id}/remove-second-factor', { path, body }));
      }),
    hold: (body: Schemas['LegalHoldDto']) =>
      change(api.put('/api/admin/users/{id}/legal-hold', { path, body })),
    /** Null: no administrator. */
    setRole: (role: AdminRole | null) =>
      confirmed((current_password) => {
        const body =
          role === null
            ? { role_id: ROLE.user, current_password }
            : { role_id: ROLE.admin, admin_role: role, current_password };
        return change(api.put('/api/admin/users/{id}/role', { path, body }));
      }),
    /** Use the same key for every retry of one change, so that it counts once. */
    moveCredit: (body: CreditMove, key: string) =>
      confirmed((current_password) => {
        const headers = { 'Idempotency-Key': key };
        const options = { path, headers, body: { ...body, current_password } };
        return change(api.post('/api/admin/users/{id}/credit', options));
      }),
  };
}
