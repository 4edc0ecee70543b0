import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A non-negative integer in base62, left-padded with `0` to `width`. */
export function toBase62(value: number, width: number): string {
  let rest = value;
  let text = '';
  do {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  } while (rest > 0);
  return text.padStart(width, '0');
}

/** All randomness of the service comes from this file, which uses the operating system's generator. */

/** `length` characters of base62, unbiased (5.95 bits each). */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}

/** `bytes` random bytes as URL-safe text. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** `digits` random decimal digits, leading zeros included. */
export function randomDigits(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}

/** A time-ordered unique reference such as `otp_01J9Z3…`. Not secret. */
export function newReference(prefix: string, now: Date): string {
  return `${prefix}_${ulid(now.getTime(), () => randomByte() / 256)}`;
}

/** Buffers random bytes: a system call costs as much as the rest of a reference. */
const pool = { bytes: Buffer.alloc(4096), used: 4096 };

function randomByte(): number {
  if (pool.used === pool.bytes.length) {
    randomFillSync(pool.bytes);
    pool.used = 0;
  }
  return pool.bytes[pool.used++] ?? 0;
}

export const randomId = (): string => randomUUID();

export { randomBytes, randomInt };
