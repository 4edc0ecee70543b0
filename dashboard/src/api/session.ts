import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from './api-error';
import { api, type Schemas } from './client';
import { clearImpersonation, impersonatedId } from './impersonation';
import { keys } from './keys';
import { clearPrefetched } from './prefetch';
import { LEFT_OUT_HINT, leftOutOf, SESSION_HINT } from './session-hint';

export type User = Schemas['ProfileView'];

const ADMIN_ROLE = 1;

/** The logged-in user, or null. */
export const meQuery = queryOptions<User | null>({
  queryKey: keys.me,
  queryFn: async () => {
    if (localStorage.getItem(SESSION_HINT) === null) return null;
    try {
      return remembered(await api.get('/api/auth/me'));
    } catch (error) {
      if (!(error instanceof ApiError && error.isSignedOut)) throw error;
      // The next login must not continue the impersonation; a page load ends it.
      if (impersonatedId !== null) leave('/login');
      localStorage.removeItem(SESSION_HINT);
      return null;
    }
  },
});

/** The user of the session that has just ended, until the browser leaves the page. */
let lastUser: User | null = null;

/** The logged-in user, for pages that require a login. */
export function useMe(): User {
  const me = useSession() ?? lastUser;
  if (!me) throw new Error('This page is for those who are logged in.');
  return me;
}

/** The logged-in user; null after the session has ended. */
export const useSession = (): User | null => useQuery(meQuery).data ?? null;

/**
 * For the layout of an account. When the session ends, in this tab or another one, opens the login page. When another
 * tab logs in as somebody else, reloads the page.
 */
export function useSessionWatch(): void {
  const me = useSession();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (me === null) leave(`/login?${new URLSearchParams({ next: addressNow() })}`);
  }, [me]);
  useEffect(() => {
    const checkSession = () => {
      const mark = localStorage.getItem(SESSION_HINT);
      if (mark === null) queryClient.setQueryData(meQuery.queryKey, null);
      else if (me !== null && mark !== String(me.id)) window.location.reload();
    };
    // `key` is null when all storage was cleared.
    const checkHint = ({ key }: StorageEvent) => (key === SESSION_HINT || key === null) && checkSession();
    const checkOnReturn = ({ persisted }: PageTransitionEvent) => persisted && checkSession();
    window.addEventListener('storage', checkHint);
    // The browser's back button may restore the page from its cache.
    window.addEventListener('pageshow', checkOnReturn);
    return () => {
      window.removeEventListener('storage', checkHint);
      window.removeEventListener('pageshow', checkOnReturn);
    };
  }, [me, queryClient]);
}

/** Whether the roles of the login allow an operation, by its `operationId`. A change of role ends the session. */
export function useMay(): (operation: string) => boolean {
  const operations = useQueryClient().getQueryData(meQuery.queryKey)?.operations;
  return (operation) => operations?.includes(operation) ?? false;
}

/** The operation behind a page and its subpages. Every role may open the other pages. */
const NEEDS: readonly (readonly [path: string, operation: string])[] = [
  ['/send', 'sendOtpAsUser'],
  ['/history', 'listAccountHistory'],
  ['/keys', 'listApiKeys'],
  ['/requests', 'listRefusedRequests'],
  ['/webhooks', 'listWebhooks'],
  ['/fraud', 'getFraudSettings'],
  ['/credit', 'listCreditEntries'],
  ['/admin/invitations', 'listInvitations'],
  ['/admin/top-ups', 'listAllTopUpRequests'],
  ['/admin/prices', 'listPrices'],
  ['/admin/costs', 'listCosts'],
  ['/admin/fraud', 'listAllFraudBlocks'],
  ['/admin/privacy', 'listPrivacyRequests'],
  ['/admin/statements', 'listStatementMonths'],
  ['/admin/reserved-brands', 'listReservedBrands'],
  ['/admin/devices', 'listDevices'],
  ['/admin/messages', 'listAllMessages'],
  ['/admin/audit', 'listAuditEntries'],
];

/** Whether the roles of the login allow the page at an address. */
export function useMayOpen(): (address: string) => boolean {
  const may = useMay();
  return (address) => NEEDS.every(([path, operation]) => !address.startsWith(path) || may(operation));
}

export const isAdmin = (user: Pick<User, 'role_id'>) => user.role_id === ADMIN_ROLE;

/** Exchanges a login token for the HttpOnly session cookie. The dashboard does not keep the token. */
export async function startSession(queryClient: QueryClient, token: string): Promise<User> {
  const user = await openSession(token);
  queryClient.clear();
  clearPrefetched();
  clearImpersonation();
  localStorage.setItem(SESSION_HINT, String(user.id));
  queryClient.setQueryData(meQuery.queryKey, remembered(user));
  return user;
}

/** Stores the user, and the requests that the next load of the home page must not prefetch. */
function remembered(user: User): User {
  lastUser = user;
  localStorage.setItem(LEFT_OUT_HINT, leftOutOf(user.operations));
  return user;
}

const openSession = (token: string) =>
  api.post('/api/auth/session', { headers: { Authorization: `Bearer ${token}` } });

/** Changes the password, which ends all sessions, and starts a new session for this browser. */
export async function changePassword(
  queryClient: QueryClient,
  body: Schemas['ChangePasswordDto'],
): Promise<void> {
  const { token } = await api.post('/api/auth/change-password', { body });
  queryClient.setQueryData(meQuery.queryKey, await openSession(token));
  await queryClient.invalidateQueries({ queryKey: keys.security });
}

/** Ends the session of this browser; with `everywhere`, all sessions of the account. */
export async function endSession({ everywhere = false } = {}): Promise<void> {
  if (everywhere) await api.post('/api/auth/logout-all');
  await api.delete('/api/auth/session');
  leave('/login');
}

const addressNow = () => window.location.pathname + window.location.search;

/** Reloads the page, so that no data of the account stays in memory. */
function leave(address: string): void {
  clearImpersonation();
  localStorage.removeItem(SESSION_HINT);
  window.location.assign(address);
}
