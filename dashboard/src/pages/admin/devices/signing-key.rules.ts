/**
 * The key that signs a driver's callbacks: `shared` with the service if the device has none, `own` by the
 * device, or defined by the `gateway`.
 */
export type SigningKey = 'shared' | 'own' | 'gateway';

export function signingKeyOf(driver: string): SigningKey {
  if (driver === 'http') return 'shared';
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
