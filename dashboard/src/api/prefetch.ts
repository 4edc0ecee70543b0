import { impersonatedId } from './impersonation';
import { languageHeader } from './language';

/** A page of another site cannot send this header, so its requests get nothing from our cookie. */
export const OWN_HEADERS = { 'X-Sandi-Client': 'dashboard' };

/**
 * Of every request of this page, those that are early too. While an administrator looks at an account the service answers
 * what its owner sees, and refuses all that is not a look: nothing of one's own is shown or done by mistake.
 */
export const CLIENT_HEADERS = { ...OWN_HEADERS, ...(impersonatedId && { 'X-Sandi-View': impersonatedId }) };

/** Nobody waits longer for the code; an older answer would tell what was. */
const KEPT_MS = 30_000;

/** What was asked for before the code that wants it was there, by address. Each answer is given once. */
const early = new Map<string, Promise<Response>>();

export function prefetch(addresses: readonly string[]): void {
  for (const address of addresses) {
    const headers = { ...CLIENT_HEADERS, ...languageHeader() };
    const answer = fetch(address, { headers, credentials: 'same-origin' }).then(whole);
    // Whoever takes it hears of a failure; until then nobody does.
    answer.catch(() => undefined);
    early.set(address, answer);
  }
  setTimeout(clearPrefetched, KEPT_MS);
}

/** Read to its end, also where nobody takes it: else its connection would wait for a reader. */
const whole = async (response: Response) => new Response(await response.arrayBuffer(), response);

/** The answer that is there or under way already, if there is one. */
export function takePrefetched({ method, url }: Request): Promise<Response> | undefined {
  if (method !== 'GET') return undefined;
  const { pathname, search } = new URL(url);
  const answer = early.get(pathname + search);
  early.delete(pathname + search);
  return answer;
}

/** The answers to one session are not another's. */
export const clearPrefetched = (): void => early.clear();
