import type { DeviceFault } from '../driver.js';

/** How a device is treated for what its last sends came to. `demoted`: only when there is no better one; `out`: not at all. */
export type Rest = 'none' | 'demoted' | 'out';

/**
 * `silent`: a send whose outcome is unknown; `restricted`: a chat that should have gone on. What has an end of its own
 * is no failure to be counted.
 */
export type DeviceFailure = Exclude<DeviceFault, 'disconnected'> | 'silent';

export interface Breaker {
  /** In a row. */
  readonly failures: number;
  readonly last: DeviceFailure | null;
  readonly rest: Rest;
  readonly untilMs: number;
}

export const CLOSED: Breaker = { failures: 0, last: null, rest: 'none', untilMs: 0 };

const FAILURES_MAX = 3;
const SHORT_REST_MS = 2000;

/**
 * Notes a failure. A single one demotes the device for a short time. Several in a row last for the whole cooldown: the
 * device is out if it could not be reached or used. If it was silent it is only demoted: its messages may have been sent.
 */
export function afterFailure(
  breaker: Breaker,
  failure: DeviceFailure,
  nowMs: number,
  cooldownMs: number,
): Breaker {
  const shortly = nowMs + Math.min(SHORT_REST_MS, cooldownMs);
  // A busy device did answer: this does not count towards taking it out.
  if (failure === 'busy') return { failures: 0, last: failure, rest: 'demoted', untilMs: shortly };
  const failures = breaker.failures + 1;
  if (failures < FAILURES_MAX) return { failures, last: failure, rest: 'demoted', untilMs: shortly };
  const rest = failure === 'silent' ? 'demoted' : 'out';
  return { failures, last: failure, rest, untilMs: nowMs + cooldownMs };
}

/** When the rest is over the device is tried again. If it fails again, the next rest lasts for the whole cooldown. */
export function restAt({ rest, untilMs }: Breaker, nowMs: number): Rest {
  return nowMs < untilMs ? rest : 'none';
}
