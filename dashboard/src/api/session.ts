import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { client, unwrap } from './client';
import { keys } from './keys';
import type { components } from './schema';

export type User = components['schemas']['UserView'];

const ADMIN_ROLE = 1;
/** Says that there may be a session, so that a first visit asks nothing. It holds no secret: the cookie is HttpOnly. */
const MARK = 'sandi.signed-in';

/** Who is logged in; null when nobody is. */
export const meQuery = queryOptions<User | null>({
  queryKey: keys.me,
  queryFn: async () => {
    if (localStorage.getItem(MARK) === null) return null;
    try {
      return await unwrap(client.GET('/api/auth/me'));
    } catch (error) {
      if (!(error instanceof ApiError && error.isSignedOut)) throw error;
      localStorage.removeItem(MARK);
      return null;
    }
  },
});

/** For pages behind the guard, where there is always one. */
export function useMe(): User {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('This page is for those who are logged in.');
  return data;
}

export const isAdmin = (user: User) => user.role_id === ADMIN_ROLE;

/** Hands the token of a login to the HttpOnly cookie; nothing here keeps it. */
export async function startSession(queryClient: QueryClient, token: string): Promise<User> {
  const headers = { Authorization: `Bearer ${token}` };
  const user = await unwrap(client.POST('/api/auth/session', { headers }));
  queryClient.clear();
  localStorage.setItem(MARK, '1');
  queryClient.setQueryData(meQuery.queryKey, user);
  return user;
}

/** Ends the session of this browser, or with `everywhere` all of the account. */
export async function endSession({ everywhere = false } = {}): Promise<void> {
  if (everywhere) await unwrap(client.POST('/api/auth/logout-all'));
  await unwrap(client.DELETE('/api/auth/session'));
  leave('/login');
}

/** For when the service says that the session is over: back to the login, then to where one was. */
export function sessionIsOver(): void {
  const { pathname, search } = window.location;
  if (localStorage.getItem(MARK) !== null)
    leave(`/login?${new URLSearchParams({ next: pathname + search })}`);
}

/** A page load of its own, so that nothing of the account stays in memory. */
function leave(address: string): void {
  localStorage.removeItem(MARK);
  window.location.assign(address);
}
