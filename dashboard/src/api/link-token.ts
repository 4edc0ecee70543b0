/**
 * Tokens of mailed links. They are in the URL's fragment (`/reset-password#token=…`), which browsers do not send. This
 * file removes them from the address bar before the first render, and keeps them for the tab: a login may come first.
 */

/** Links mailed by older releases have the token in the query. */
const QUERY_PAGES = ['/reset-password', '/verify-email'];
const KEY = 'sandi.link-token ';

/** Moves the token of this address into the tab's storage. Returns whether there was one. */
export function takeLinkToken(): boolean {
  const { pathname, hash, search } = window.location;
  const query = new URLSearchParams(search);
  const hasOldForm = QUERY_PAGES.includes(pathname) && query.has('token');
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? (hasOldForm ? query.get('token') : null);
  if (token === null) return false;
  if (hasOldForm) query.delete('token');
  sessionStorage.setItem(KEY + pathname, token);
  const rest = query.size > 0 ? `?${query}` : '';
  window.history.replaceState(window.history.state, '', pathname + rest);
  return true;
}

/** The token of the link that led to this page in this tab. */
export const linkToken = (pathname: string): string | undefined =>
  sessionStorage.getItem(KEY + pathname) ?? undefined;

/** Deletes the token. Call it after the token was used. */
export const forgetLinkToken = (pathname: string): void => sessionStorage.removeItem(KEY + pathname);
