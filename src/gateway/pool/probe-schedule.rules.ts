import { type Health, isWell } from '../driver.js';

/** Intervals between probes of a device that is disconnected or unclear: doubled each time. */
const SHORTEST_SECONDS = 2;
const LONGEST_SECONDS = 60;
const DOUBLINGS_MAX = 5;
/** Random variation, so that devices that failed together are not probed together. */
const SPREAD = 0.2;

export interface Cadence {
  /** Interval for a healthy device. */
  everySeconds: number;
  /** Minimum interval for its gateway. */
  floorSeconds: number;
}

export function doubtsAfter(doubts: number, health: Health): number {
  return isWell(health) ? 0 : doubts + 1;
}

/** Seconds until the next probe. `share` is random, from 0 to 1. */
export function pauseSeconds(doubts: number, { everySeconds, floorSeconds }: Cadence, share: number): number {
  if (doubts === 0) return Math.max(floorSeconds, everySeconds);
  const doubled = SHORTEST_SECONDS * 2 ** Math.min(doubts - 1, DOUBLINGS_MAX);
  const spread = 1 + SPREAD * (2 * share - 1);
  return Math.max(floorSeconds, Math.min(LONGEST_SECONDS, doubled) * spread);
}

/** The longest pause. A due time further ahead was stored by a wrong clock. */
export const pauseMaxSeconds = ({ everySeconds, floorSeconds }: Cadence): number =>
  Math.max(everySeconds, floorSeconds, LONGEST_SECONDS * (1 + SPREAD));
