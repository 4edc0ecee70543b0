import { type Health, isWell } from '../driver.js';

/**
 * Pauses between two probes of a device that is out or answers unclearly: each is twice as long as the one before, from
 * the shortest to the longest.
 */
const SHORTEST_SECONDS = 2;
const LONGEST_SECONDS = 60;
const DOUBLINGS_MAX = 5;
/**
 * Each pause is made longer or shorter by up to this share, so that devices that failed together are not probed
 * together.
 */
const SPREAD = 0.2;

export interface Cadence {
  /** Of a device that is well. */
  everySeconds: number;
  /** Its gateway is never asked more often than this. */
  floorSeconds: number;
}

/** How many probes in a row have not found the device well. */
export function doubtsAfter(doubts: number, health: Health): number {
  return isWell(health) ? 0 : doubts + 1;
}

/** From one probe to the next. `share` is drawn anew each time, from 0 to 1. */
export function pauseSeconds(doubts: number, { everySeconds, floorSeconds }: Cadence, share: number): number {
  if (doubts === 0) return Math.max(floorSeconds, everySeconds);
  const doubled = SHORTEST_SECONDS * 2 ** Math.min(doubts - 1, DOUBLINGS_MAX);
  const spread = 1 + SPREAD * (2 * share - 1);
  return Math.max(floorSeconds, Math.min(LONGEST_SECONDS, doubled) * spread);
}

/** No pause of any schedule is longer: a moment further away was written by a clock that was wrong. */
export const pauseMaxSeconds = ({ everySeconds, floorSeconds }: Cadence): number =>
  Math.max(everySeconds, floorSeconds, LONGEST_SECONDS * (1 + SPREAD));
