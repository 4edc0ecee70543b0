import type { DeviceFault } from '../driver.js';

/** `demoted`: used only if there is no better device; `out`: not used. */
export const COOLDOWN_LEVELS = ['none', 'demoted', 'out'] as const;
export type CooldownLevel = (typeof COOLDOWN_LEVELS)[number];

/**
 * `silent`: unknown outcome. `restricted`: refused in an existing chat; other restrictions have their own end.
 */
export const DEVICE_FAILURES = [
  'busy',
  'unreachable',
  'restricted',
  'unusable',
  'silent',
] as const satisfies (DeviceFault | 'silent')[];
export type DeviceFailure = (typeof DEVICE_FAILURES)[number];

/** A cooldown after failed sends, as of a circuit breaker. */
export interface Cooldown {
  /** Consecutive failures. */
  readonly failures: number;
  readonly last: DeviceFailure | null;
  readonly level: CooldownLevel;
  readonly untilMs: number;
}

export const NO_COOLDOWN: Cooldown = { failures: 0, last: null, level: 'none', untilMs: 0 };

const FAILURES_MAX = 3;
const SHORT_COOLDOWN_MS = 2000;

/**
 * One failure demotes the device briefly. Several in a row last for the whole cooldown: the device is out if it
 * was unreachable or unusable. A silent device is only demoted, since its messages may have been sent.
 */
export function afterFailure(
  before: Cooldown,
  failure: DeviceFailure,
  nowMs: number,
  cooldownMs: number,
): Cooldown {
  const shortly = nowMs + Math.min(SHORT_COOLDOWN_MS, cooldownMs);
  // A busy device responded: this does not count towards taking it out.
  if (failure === 'busy') return { failures: 0, last: failure, level: 'demoted', untilMs: shortly };
  const failures = before.failures + 1;
  if (failures < FAILURES_MAX) return { failures, last: failure, level: 'demoted', untilMs: shortly };
  const level = failure === 'silent' ? 'demoted' : 'out';
  return { failures, last: failure, level, untilMs: nowMs + cooldownMs };
}

/** After the cooldown the device is tried again. Another failure starts the whole cooldown. */
export function levelAt({ level, untilMs }: Cooldown, nowMs: number): CooldownLevel {
  return nowMs < untilMs ? level : 'none';
}
