import { impersonatedId } from './impersonation';
import { languageHeader } from './language';

/** The service accepts the session cookie only with this header, which pages of other sites cannot send. */
export const OWN_HEADERS = { 'X-Sandi-Client': 'dashboard' };

/**
 * Headers of every request. With `X-Sandi-View` the service responds as it would to the account's owner, and rejects
 * all writes.
 */
export const CLIENT_HEADERS = { ...OWN_HEADERS, ...(impersonatedId && { 'X-Sandi-View': impersonatedId }) };

/** Prefetched responses expire after this time. */
const KEPT_MS = 30_000;

/** Prefetched responses by address. Each is used once. */
const early = new Map<string, Promise<Response>>();

export function prefetch(addresses: readonly string[]): void {
  for (const address of addresses) {
    const headers = { ...CLIENT_HEADERS, ...languageHeader() };
    const answer = fetch(address, { headers, credentials: 'same-origin' }).then(whole);
    // The caller that takes the response handles its error.
    answer.catch(() => undefined);
    early.set(address, answer);
  }
  setTimeout(clearPrefetched, KEPT_MS);
}

/** Reads the body even if nobody takes the response; otherwise the connection stays busy. */
const whole = async (response: Response) => new Response(await response.arrayBuffer(), response);

/** The prefetched response, if there is one. */
export function takePrefetched({ method, url }: Request): Promise<Response> | undefined {
  if (method !== 'GET') return undefined;
  const { pathname, search } = new URL(url);
  const answer = early.get(pathname + search);
  early.delete(pathname + search);
  return answer;
}

/** Call this when the session changes. */
export const clearPrefetched = (): void => early.clear();
