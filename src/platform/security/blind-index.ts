import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * Keyed fingerprints (HMAC-SHA256) that let the database compare phones and codes it cannot read. The key never
 * enters the database; each purpose has its own, derived from DATA_KEY.
 */
export class BlindIndex {
  readonly #key: KeyObject;

  constructor(dataKey: string, purpose: string) {
    const key = hkdfSync('sha256', dataKey, 'sandi', `blind-index:${purpose}`, 32);
    this.#key = createSecretKey(Buffer.from(key));
  }

  /** 64 hex characters. The parts are length-prefixed, so `['1','23']` and `['12','3']` differ. */
  of(...parts: (string | number)[]): string {
    const text = parts.map((part) => `${String(part).length}:${part};`).join('');
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }
}

/** SHA-256 in hex, for files, and for secrets that are themselves long and random (API keys, reset tokens). */
export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
