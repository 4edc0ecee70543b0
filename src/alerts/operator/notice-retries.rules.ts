import { addSeconds } from '../../common/time/clock.js';

const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 900;
const GIVEN_UP_SECONDS = 86_400;
/** Beyond it the pause is the longest anyway. */
const DOUBLINGS_MAX = 10;

/** When a notice that was not taken is tried again, after so many attempts; `undefined`: never, it is a day old. */
export function nextTryAt(createdAt: Date, attempts: number, now: Date): Date | undefined {
  const doubled = FIRST_SECONDS * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX);
  const next = addSeconds(now, Math.min(doubled, LONGEST_SECONDS));
  return next > addSeconds(createdAt, GIVEN_UP_SECONDS) ? undefined : next;
}
