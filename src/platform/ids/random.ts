import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { BASE62 } from './base62.js';

/** The only source of randomness; everything here is from the operating system's generator. */

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

/** A time-ordered unique reference, for example `otp_01J9Z3…`: index-friendly, and no secret. */
export function newReference(prefix: string, now: Date): string {
  return `${prefix}_${ulid(now.getTime(), () => randomByte() / 256)}`;
}

/** Fetched some thousand at once: a call to the operating system costs as much as all else of a reference. */
const pool = { bytes: Buffer.alloc(4096), used: 4096 };

function randomByte(): number {
  if (pool.used === pool.bytes.length) {
    randomFillSync(pool.bytes);
    pool.used = 0;
  }
  return pool.bytes[pool.used++] ?? 0;
}

/** A random UUID (version 4). */
export const randomId = (): string => randomUUID();

export { randomBytes, randomInt };
