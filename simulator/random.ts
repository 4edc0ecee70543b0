import { randomBytes } from 'node:crypto';

/** Draws numbers in [0, 1). */
export type Random = () => number;

/**
 * Mulberry32: the same seed gives the same draws, so that a run with random refusals can be repeated.
 *
 * @param seed any integer; only its lowest 32 bits count
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A message id in the look of WhatsApp's. Never seeded: a restarted simulator must not hand out an id
 * that the service already has in its books.
 */
export function newMessageId(): string {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
}

/** The `webhook-id` of one callback; its retries and its duplicate carry the same. */
export function newCallbackId(): string {
  return `msg_${randomBytes(12).toString('hex')}`;
}
