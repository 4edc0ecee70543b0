import { isIP } from 'node:net';
import { isGatewayAddress } from '../platform/net/address.js';

const LENGTH_MAX = 255;

/**
 * The normalised base address of a gateway: http or https, without a final slash. `undefined` if it has credentials
 * (lists and logs would show them), a query, a fragment, or an IP address that no gateway may have.
 */
export function normaliseBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  // An @ behind the host belongs to a password that is not percent-encoded.
  if (url.username || url.password || /[?#@]/.test(url.href)) return undefined;
  if (!isReachable(url)) return undefined;
  const base = url.href.replace(/\/+$/, '');
  return base.length <= LENGTH_MAX ? base : undefined;
}

/** Checks literal addresses only; the resolved address of a name is checked at connect. */
export function isReachable({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 || isGatewayAddress(bare);
}

export const isSameOrigin = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;
