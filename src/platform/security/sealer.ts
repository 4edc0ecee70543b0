import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { randomBytes } from '../ids/random.js';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that we must read back, such as device tokens, with AES-256-GCM under a key derived from
 * DATA_KEY.
 */
export class Sealer {
  readonly #key: Buffer;

  constructor(dataKey: string) {
    this.#key = Buffer.from(hkdfSync('sha256', dataKey, 'sandi', 'sealer', 32));
  }

  seal(secret: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** Throws if the text was sealed with another DATA_KEY or was changed. */
  open(sealed: string): string {
    const [version, body] = sealed.split('.');
    if (version !== VERSION || !body) throw new Error('sealed secret has an unknown form');
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  }
}
