import { api } from './client';
import { clearImpersonation, impersonatedId, setImpersonation } from './impersonation';
import { OWN_HEADERS } from './prefetch';

const UNTIL = 'sandi.view-until';

/**
 * Starts read-only impersonation of an account. Reloads the page, so that no data of the administrator stays
 * in memory.
 */
export async function startImpersonation(id: number): Promise<void> {
  const { expires_at: until } = await api.post('/api/admin/users/{id}/view', { path: { id } });
  sessionStorage.setItem(UNTIL, until);
  setImpersonation(id);
  window.location.assign('/');
}

/**
 * Ends the impersonation and returns to the administration page of the account, even if it has expired or the
 * request fails.
 */
export async function stopImpersonation(): Promise<void> {
  const address = `/api/admin/users/${impersonatedId}/view`;
  // This request is sent as the administrator; all other requests of the page still belong to the account.
  await fetch(address, { method: 'DELETE', headers: OWN_HEADERS, credentials: 'same-origin' }).catch(
    () => undefined,
  );
  clearImpersonation();
  window.location.assign(`/admin/users/${impersonatedId}`);
}

/** When the impersonation ends, in the time format of the API. */
export const impersonationEndsAt = (): string => sessionStorage.getItem(UNTIL) ?? '';
