import type { DeviceFault } from '../driver.js';

/** How much a device rests. `demoted`: used only when there is no better one; `out`: not at all. */
export const REST_LEVELS = ['none', 'demoted', 'out'] as const;
export type RestLevel = (typeof REST_LEVELS)[number];

/**
 * `silent`: a send whose outcome is unknown. `restricted`: refused in a chat that should have gone on; other
 * restrictions are not counted, since they have an end of their own.
 */
export const DEVICE_FAILURES = [
  'busy',
  'unreachable',
  'restricted',
  'unusable',
  'silent',
] as const satisfies (DeviceFault | 'silent')[];
export type DeviceFailure = (typeof DEVICE_FAILURES)[number];

/** A pause that the pool makes for what a device's last sends came to. */
export interface Rest {
  /** In a row. */
  readonly failures: number;
  readonly last: DeviceFailure | null;
  readonly level: RestLevel;
  readonly untilMs: number;
}

export const NO_REST: Rest = { failures: 0, last: null, level: 'none', untilMs: 0 };

const FAILURES_MAX = 3;
const SHORT_REST_MS = 2000;

/**
 * Notes a failure. A single one demotes the device for a short time. Several in a row last for the whole cooldown: the
 * device is out if it could not be reached or used. If it was silent it is only demoted: its messages may have been sent.
 */
export function afterFailure(before: Rest, failure: DeviceFailure, nowMs: number, cooldownMs: number): Rest {
  const shortly = nowMs + Math.min(SHORT_REST_MS, cooldownMs);
  // A busy device did answer: this does not count towards taking it out.
  if (failure === 'busy') return { failures: 0, last: failure, level: 'demoted', untilMs: shortly };
  const failures = before.failures + 1;
  if (failures < FAILURES_MAX) return { failures, last: failure, level: 'demoted', untilMs: shortly };
  const level = failure === 'silent' ? 'demoted' : 'out';
  return { failures, last: failure, level, untilMs: nowMs + cooldownMs };
}

/** When the rest is over the device is tried again. If it fails again, the next rest lasts for the whole cooldown. */
export function restAt({ level, untilMs }: Rest, nowMs: number): RestLevel {
  return nowMs < untilMs ? level : 'none';
}
