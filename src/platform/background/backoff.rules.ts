const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 900;
/** Later pauses stay constant. */
const DOUBLINGS_MAX = 10;

/** The pause after this many attempts: doubles from 15 seconds to 15 minutes. */
export function backoffSeconds(attempts: number): number {
  return Math.min(FIRST_SECONDS * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX), LONGEST_SECONDS);
}
