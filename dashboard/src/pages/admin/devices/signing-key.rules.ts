/**
 * The key that signs a driver's callbacks. `shared`: the device's key, or that of the service if it has none; `own`:
 * the device's key; `gateway`: a key that the gateway makes; `token`: the device's token.
 */
export type SigningKey = 'shared' | 'own' | 'gateway' | 'token';

export function signingKeyOf(driver: string): SigningKey {
  if (driver === 'http') return 'shared';
  if (driver === 'telegram') return 'token';
  return driver === 'meta' ? 'gateway' : 'own';
}

const KEY_BYTES = 32;
/** Prefix of keys in Standard Webhooks, which the native protocol uses. */
const STANDARD_PREFIX = 'whsec_';

/** A random key without characters that a shell interprets. */
export function newSigningKey(driver: string): string {
  const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))));
  return driver === 'http'
    ? STANDARD_PREFIX + key
    : key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
