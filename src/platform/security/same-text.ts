import { timingSafeEqual } from 'node:crypto';

/** Compares in a time that does not tell how far two texts agree. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
