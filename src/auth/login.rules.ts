import { addSeconds } from '../platform/time/clock.js';
import type { LoginCount } from './auth.entities.js';

export type LoginAttempts = Pick<LoginCount, 'used' | 'endsAt' | 'pausedUntil'>;

export type LoginDecision =
  | { kind: 'go' }
  /** The address has had its attempts of this window, or is still in its pause. */
  | { kind: 'wait'; until: Date }
  /** The account has had many from everywhere: this address may come again after a pause, and then goes ahead. */
  | { kind: 'pause'; until: Date };

export interface Bounds {
  here: number;
  everywhere: number;
}

const PAUSE_SECONDS = 5;
const PAUSE_MAX_SECONDS = 60;

/** The attempts of an account from an address. `isKnown`: the account has recently logged in from there. */
export function decideLogin(
  now: Date,
  counts: { everywhere: LoginAttempts; here: LoginAttempts },
  bounds: Bounds,
  isKnown: boolean,
): LoginDecision {
  const { everywhere, here } = counts;
  if (here.used >= bounds.here) return { kind: 'wait', until: here.endsAt };
  if (isKnown || everywhere.used < bounds.everywhere) return { kind: 'go' };
  if (here.pausedUntil === null)
    return { kind: 'pause', until: addSeconds(now, loginPauseSeconds(everywhere.used, bounds.everywhere)) };
  return now < here.pausedUntil ? { kind: 'wait', until: here.pausedUntil } : { kind: 'go' };
}

/** Doubles each time that the bound is passed once more. */
export function loginPauseSeconds(used: number, bound: number): number {
  const times = Math.floor(used / bound) - 1;
  return Math.min(PAUSE_MAX_SECONDS, PAUSE_SECONDS * 2 ** Math.min(times, 10));
}
