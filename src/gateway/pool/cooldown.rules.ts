import type { DeviceFault } from '../driver.js';

/** `demoted`: used only if there is no better device; `out`: not used. */
export const COOLDOWN_LEVELS = ['none', 'demoted', 'out'] as const;
export type CooldownLevel = (typeof COOLDOWN_LEVELS)[number];

/**
 * `silent`: unknown outcome. `restricted`: refused in an existing chat; other restrictions are stored with their end.
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
/** The longest wait that a busy gateway may ask for. */
const BUSY_MAX_MS = 86_400_000;

/**
 * The cooldown after a failure. The first failures demote the device briefly. FAILURES_MAX in a row take it out for
 * `cooldownMs`; a silent device is only demoted, since its messages may have been sent. A busy device is out for
 * `retryAfterSeconds`, if its gateway says so.
 */
export function afterFailure(
  before: Cooldown,
  failure: DeviceFailure,
  nowMs: number,
  cooldownMs: number,
  retryAfterSeconds = 0,
): Cooldown {
  const shortly = nowMs + Math.min(SHORT_COOLDOWN_MS, cooldownMs);
  // A busy device responded: this does not count towards taking it out.
  if (failure === 'busy') {
    const untilMs = nowMs + Math.min(retryAfterSeconds * 1000, BUSY_MAX_MS);
    if (isPaused(before) && before.untilMs >= Math.max(untilMs, shortly)) return before;
    return untilMs > nowMs
      ? { failures: 0, last: failure, level: 'out', untilMs }
      : { failures: 0, last: failure, level: 'demoted', untilMs: shortly };
  }
  const failures = before.failures + 1;
  if (failures < FAILURES_MAX) return { failures, last: failure, level: 'demoted', untilMs: shortly };
  const level = failure === 'silent' ? 'demoted' : 'out';
  return { failures, last: failure, level, untilMs: nowMs + cooldownMs };
}

/** Whether the device is out because its gateway said how long it refuses messages. */
export const isPaused = ({ last, level }: Cooldown): boolean => last === 'busy' && level === 'out';

/** After the cooldown the device is tried again. If it was out, one more failure starts a whole `cooldownMs` again. */
export function levelAt({ level, untilMs }: Cooldown, nowMs: number): CooldownLevel {
  return nowMs < untilMs ? level : 'none';
}
