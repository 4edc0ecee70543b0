import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from './api-error';
import { api, type Schemas } from './client';
import { clearImpersonation, impersonatedId } from './impersonation';
import { keys } from './keys';
import { clearPrefetched } from './prefetch';
import { SESSION_HINT } from './session-hint';

export type User = Schemas['UserView'];

const ADMIN_ROLE = 1;

/** Who is logged in; null when nobody is. */
export const meQuery = queryOptions<User | null>({
  queryKey: keys.me,
  queryFn: async () => {
    if (localStorage.getItem(SESSION_HINT) === null) return null;
    try {
      return await api.get('/api/auth/me');
    } catch (error) {
      if (!(error instanceof ApiError && error.isSignedOut)) throw error;
      // Whoever logs in next does so as themselves: only a page load ends a look.
      if (impersonatedId !== null) leave('/login');
      localStorage.removeItem(SESSION_HINT);
      return null;
    }
  },
});

/** For pages behind the guard, where there is always one. */
export function useMe(): User {
  const me = useSession();
  if (!me) throw new Error('This page is for those who are logged in.');
  return me;
}

/** Who is logged in; null once the session is over. */
export const useSession = (): User | null => useQuery(meQuery).data ?? null;

/**
 * For the frame of an account. When its session ends, also by another tab, the page goes to the login; when another tab
 * logs somebody else in, it begins anew as theirs.
 */
export function useSessionWatch(): void {
  const me = useSession();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (me === null) leave(`/login?${new URLSearchParams({ next: addressNow() })}`);
  }, [me]);
  useEffect(() => {
    const look = () => {
      const mark = localStorage.getItem(SESSION_HINT);
      if (mark === null) queryClient.setQueryData(meQuery.queryKey, null);
      else if (me !== null && mark !== String(me.id)) window.location.reload();
    };
    // Of the mark, or of all that is stored: another tab's choice of colours says nothing of the session.
    const checkHint = ({ key }: StorageEvent) => (key === SESSION_HINT || key === null) && look();
    const checkOnReturn = ({ persisted }: PageTransitionEvent) => persisted && look();
    window.addEventListener('storage', checkHint);
    // The browser's Back may bring a page as it was left.
    window.addEventListener('pageshow', checkOnReturn);
    return () => {
      window.removeEventListener('storage', checkHint);
      window.removeEventListener('pageshow', checkOnReturn);
    };
  }, [me, queryClient]);
}

export const isAdmin = (user: User) => user.role_id === ADMIN_ROLE;

/** Hands the token of a login to the HttpOnly cookie; nothing here keeps it. */
export async function startSession(queryClient: QueryClient, token: string): Promise<User> {
  const user = await openSession(token);
  queryClient.clear();
  clearPrefetched();
  clearImpersonation();
  localStorage.setItem(SESSION_HINT, String(user.id));
  queryClient.setQueryData(meQuery.queryKey, user);
  return user;
}

const openSession = (token: string) =>
  api.post('/api/auth/session', { headers: { Authorization: `Bearer ${token}` } });

/** Ends every session of the account, and begins this browser's anew. What the pages show goes on. */
export async function changePassword(
  queryClient: QueryClient,
  body: Schemas['ChangePasswordDto'],
): Promise<void> {
  const { token } = await api.post('/api/auth/change-password', { body });
  queryClient.setQueryData(meQuery.queryKey, await openSession(token));
  await queryClient.invalidateQueries({ queryKey: keys.security });
}

/** Ends the session of this browser, or with `everywhere` all of the account. */
export async function endSession({ everywhere = false } = {}): Promise<void> {
  if (everywhere) await api.post('/api/auth/logout-all');
  await api.delete('/api/auth/session');
  leave('/login');
}

const addressNow = () => window.location.pathname + window.location.search;

/** A page load of its own, so that nothing of the account stays in memory. */
function leave(address: string): void {
  clearImpersonation();
  localStorage.removeItem(SESSION_HINT);
  window.location.assign(address);
}
