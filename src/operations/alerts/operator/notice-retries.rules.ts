import { backoffSeconds } from '../../../platform/background/backoff.rules.js';
import { addSeconds } from '../../../platform/time/clock.js';

const GIVEN_UP_SECONDS = 86_400;

/** When a notice that was not taken is tried again, after so many attempts; `undefined`: never, it is a day old. */
export function nextTryAt(createdAt: Date, attempts: number, now: Date): Date | undefined {
  const next = addSeconds(now, backoffSeconds(attempts));
  return next > addSeconds(createdAt, GIVEN_UP_SECONDS) ? undefined : next;
}
