import { useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import type { components } from '../../../api/schema';
import { ROLE, type AdminUser } from './queries';

export type CreditMove = components['schemas']['MoveCreditDto'];

/** The calls that change an account; each is done when the pages show it. */
export function useUserChanges({ id }: AdminUser) {
  const queryClient = useQueryClient();
  const params = { path: { id } };
  const refresh = () =>
    // An administrator's own balance stands on other pages too.
    Promise.all(
      [keys.users, keys.audit, keys.me, keys.credit].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const then = async <Result>(result: Promise<Result>): Promise<Result> => {
    const done = await result;
    await refresh();
    return done;
  };
  return {
    refresh,
    suspend: (suspended: boolean) =>
      then(unwrap(client.PUT('/api/admin/users/{id}/suspension', { params, body: { suspended } }))),
    setRole: (role: keyof typeof ROLE) =>
      then(unwrap(client.PUT('/api/admin/users/{id}/role', { params, body: { role_id: ROLE[role] } }))),
    /** The key is the same for every try of one and the same move, so that it counts once. */
    moveCredit: (body: CreditMove, key: string) =>
      then(
        unwrap(
          client.POST('/api/admin/users/{id}/credit', { params, body, headers: { 'Idempotency-Key': key } }),
        ),
      ),
  };
}
