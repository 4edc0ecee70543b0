import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { type DataKey, type DataKeys, indexPrefix } from './data-keys.rules.js';

/** Fingerprints of one value: store the first one, and look up all of them. */
export type Indexes = readonly [string, ...string[]];

/** HMAC-SHA256 fingerprints of phones and codes. Each purpose has its own keys, derived from DATA_KEY. */
export class BlindIndex {
  readonly #keys: readonly [IndexKey, ...IndexKey[]];

  constructor([first, ...others]: DataKeys, purpose: string) {
    this.#keys = [derived(first, purpose), ...others.map((key) => derived(key, purpose))];
  }

  /** The fingerprint to store, in 64 characters. Covers the parts' lengths: `['1','23']` and `['12','3']` differ. */
  of(...parts: (string | number)[]): string {
    return fingerprint(this.#keys[0], parts);
  }

  /** The fingerprints to look up: while DATA_KEY changes, also the one of the other key. */
  all(...parts: (string | number)[]): Indexes {
    const [first, ...others] = this.#keys;
    return [fingerprint(first, parts), ...others.map((key) => fingerprint(key, parts))];
  }

  /** The fingerprint of the older key, for shared counters: it is equal on instances with another order of the keys. */
  shared(...parts: (string | number)[]): string {
    return fingerprint(
      this.#keys.reduce((one, other) => (other.number < one.number ? other : one)),
      parts,
    );
  }
}

interface IndexKey {
  key: KeyObject;
  number: number;
}

function derived({ text, number }: DataKey, purpose: string): IndexKey {
  const key = hkdfSync('sha256', text, 'sandi', `blind-index:${purpose}`, 32);
  return { key: createSecretKey(Buffer.from(key)), number };
}

function fingerprint({ key, number }: IndexKey, parts: readonly (string | number)[]): string {
  const text = parts.map((part) => `${String(part).length}:${part};`).join('');
  const prefix = indexPrefix(number);
  return prefix + createHmac('sha256', key).update(text).digest('hex').slice(prefix.length);
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
