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

const HUB_HEADER = 'x-hub-signature-256';
const HUB_SCHEME = 'sha256=';

/** Whether `X-Hub-Signature-256` is by one of the secrets. Without the header, `acceptsUnsigned` decides. */
export function isHubSigned(
  { headers, rawBody }: CallbackRequest,
  { secrets, acceptsUnsigned }: CallbackKeys,
): boolean {
  const given = headers[HUB_HEADER];
  if (given === undefined) return acceptsUnsigned;
  if (typeof given !== 'string' || !given.startsWith(HUB_SCHEME)) return false;
  return isHmacHex(given.slice(HUB_SCHEME.length), 'sha256', rawBody, secrets);
}

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
