import { api } from './client';
import { clearImpersonation, impersonatedId,setImpersonation } from './impersonation';
import { OWN_HEADERS } from './prefetch';

const UNTIL = 'sandi.view-until';

/** Begins to look at an account. Ends in a page load of its own: nothing of one's own stays in memory. */
export async function startImpersonation(id: number): Promise<void> {
  const { expires_at: until } = await api.post('/api/admin/users/{id}/view', { path: { id } });
  sessionStorage.setItem(UNTIL, until);
  setImpersonation(id);
  window.location.assign('/');
}

/** Back to the page of the account's administration, also where the look is over already or nobody can be told. */
export async function stopImpersonation(): Promise<void> {
  const address = `/api/admin/users/${impersonatedId}/view`;
  // As oneself, as only this can be; what else the page asks until it is left still is of the account.
  await fetch(address, { method: 'DELETE', headers: OWN_HEADERS, credentials: 'same-origin' }).catch(
    () => undefined,
  );
  clearImpersonation();
  window.location.assign(`/admin/users/${impersonatedId}`);
}

/** As the API writes times. */
export const impersonationEndsAt = (): string => sessionStorage.getItem(UNTIL) ?? '';
