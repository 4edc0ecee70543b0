import { createHmac } from 'node:crypto';
import { isSameText } from '../../platform/security/hashing.js';
import type { CallbackKeys, CallbackRequest, ReceivedCallback } from '../driver.js';

/** Whether `given` is the hex HMAC of the body by one of `secrets`. */
export function isHmacHex(
  given: string | string[] | undefined,
  algorithm: 'sha256' | 'sha512',
  rawBody: Buffer,
  secrets: readonly string[],
): boolean {
  if (typeof given !== 'string') return false;
  return secrets.some((secret) =>
    isSameText(given.toLowerCase(), createHmac(algorithm, secret).update(rawBody).digest('hex')),
  );
}

const SCHEME = 'sha256=';

/** Checks a header `sha256=<hex>` over the body. Without the header, `acceptsUnsigned` decides. */
export const signedIn =
  (header: string) =>
  ({ headers, rawBody }: CallbackRequest, { secrets, acceptsUnsigned }: CallbackKeys): boolean => {
    const given = headers[header];
    if (given === undefined) return acceptsUnsigned;
    if (typeof given !== 'string' || !given.startsWith(SCHEME)) return false;
    return isHmacHex(given.slice(SCHEME.length), 'sha256', rawBody, secrets);
  };

/** The signature of Meta, which GOWA copies. */
export const isHubSigned = signedIn('x-hub-signature-256');

/** The time of a signed callback in Unix seconds, as it was written; `undefined`: none, or too far from now. */
export function timeOfCallback(
  given: string | string[] | undefined,
  { receivedAt, toleranceSeconds }: Pick<ReceivedCallback, 'receivedAt' | 'toleranceSeconds'>,
): string | undefined {
  if (typeof given !== 'string' || !/^\d{1,12}$/.test(given)) return undefined;
  const awayMs = Math.abs(receivedAt.getTime() - Number(given) * 1000);
  return awayMs <= toleranceSeconds * 1000 ? given : undefined;
}

/** For gateways that do not sign: whether the callback has the secret key of the device's address. */
export function isAtItsAddress(
  { query }: Pick<CallbackRequest, 'query'>,
  { addressKeys }: Pick<CallbackKeys, 'addressKeys'>,
): boolean {
  const given = query['key'];
  return given !== undefined && addressKeys.some((key) => isSameText(given, key));
}
