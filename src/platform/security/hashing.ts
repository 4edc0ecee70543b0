import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

/**
 * HMAC-SHA256 fingerprints, by which the database compares phones and codes. Each purpose has its own key,
 * derived from DATA_KEY.
 */
export class BlindIndex {
  readonly #key: KeyObject;

  constructor(dataKey: string, purpose: string) {
    const key = hkdfSync('sha256', dataKey, 'sandi', `blind-index:${purpose}`, 32);
    this.#key = createSecretKey(Buffer.from(key));
  }

  /** 64 hex characters. Parts are length-prefixed, so `['1','23']` and `['12','3']` differ. */
  of(...parts: (string | number)[]): string {
    const text = parts.map((part) => `${String(part).length}:${part};`).join('');
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }
}

/** SHA-256 in hex, for files and for long random secrets (API keys, reset tokens). */
export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Compares in constant time. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
