import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { randomBytes } from '../ids/random.js';
import type { DataKey, DataKeys } from './data-keys.rules.js';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM for secrets that we must read back. Seals with the first key of DATA_KEY, opens with each. */
export class Sealer {
  readonly #keys: readonly [Buffer, Buffer?];

  constructor([first, second]: DataKeys) {
    this.#keys = [derived(first), second && derived(second)];
  }

  seal(secret: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keys[0], iv);
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** The secret; `undefined` if the text was sealed with a DATA_KEY that is lost. */
  tryOpen(sealed: string): string | undefined {
    try {
      return this.open(sealed);
    } catch {
      return undefined;
    }
  }

  /** Throws if the text was sealed with another DATA_KEY or was changed. */
  open(sealed: string): string {
    const bytes = bytesOf(sealed);
    const [first, second] = this.#keys;
    if (!second) return openWith(first, bytes);
    try {
      return openWith(first, bytes);
    } catch {
      return openWith(second, bytes);
    }
  }
}

/** Whether a text was made by a {@link Sealer}, and is not JSON in clear. */
export const isSealed = (text: string): boolean => text.startsWith(`${VERSION}.`);

function bytesOf(sealed: string): Buffer {
  const [version, body] = sealed.split('.');
  if (version !== VERSION || !body) throw new Error('sealed secret has an unknown form');
  return Buffer.from(body, 'base64url');
}

const derived = ({ text }: DataKey) => Buffer.from(hkdfSync('sha256', text, 'sandi', 'sealer', 32));

function openWith(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = bytes.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
