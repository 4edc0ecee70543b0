/**
 * Whose key signs a driver's callbacks: one that may be ours, `shared` with the service where the device has none, or
 * `own` to the device; or the `gateway`'s, which it tells.
 */
export type SigningKey = 'shared' | 'own' | 'gateway';

export function signingKeyOf(driver: string): SigningKey {
  if (driver === 'http') return 'shared';
  return driver === 'meta' ? 'gateway' : 'own';
}

const KEY_BYTES = 32;
/** Standard Webhooks, which the native protocol signs by, writes keys so. */
const STANDARD_PREFIX = 'whsec_';

/** One that nobody guesses. It stands in commands, so it has nothing in it that a shell would read. */
export function newSigningKey(driver: string): string {
  const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))));
  return driver === 'http'
    ? STANDARD_PREFIX + key
    : key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
