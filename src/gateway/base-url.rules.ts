import { isIP } from 'node:net';
import { isGatewayAddress } from '../platform/net/address.js';

const LENGTH_MAX = 255;

/**
 * A gateway's base address in the form it is kept in: http or https, no slash at its end. `undefined` for anything
 * else, also for one with credentials (they would show in lists and logs), a query or a fragment, and for an address
 * where no gateway is.
 */
export function normaliseBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  // An @ behind the host is the end of a password that was not percent-encoded.
  if (url.username || url.password || /[?#@]/.test(url.href)) return undefined;
  if (!isReachable(url)) return undefined;
  const base = url.href.replace(/\/+$/, '');
  return base.length <= LENGTH_MAX ? base : undefined;
}

/** Whether a literal address may be called; what a name leads to is judged where its socket connects. */
export function isReachable({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 || isGatewayAddress(bare);
}

/** Whether what is sent to one address comes to the same server at the other. */
export const isSameOrigin = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;
