const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 900;
/** Beyond it the pause is the longest anyway. */
const DOUBLINGS_MAX = 10;

/** The pause before the next attempt, after so many: it doubles from 15 seconds to a quarter of an hour. */
export function backoffSeconds(attempts: number): number {
  return Math.min(FIRST_SECONDS * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX), LONGEST_SECONDS);
}
