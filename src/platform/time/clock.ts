/** The only source of time. Tests replace it; lint forbids `Date.now()` and `new Date()` elsewhere. */
export abstract class Clock {
  abstract now(): Date;

  /** How many seconds the machine's clock is ahead of {@link now}; negative: behind. */
  get skewSeconds(): number {
    return 0;
  }
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** A machine whose clock is further from the database's needs its operator. */
export const SKEW_SECONDS_MAX = 10;

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 86_400;

/** A moment `seconds` after `from` (negative: before). */
export function addSeconds(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1000);
}

/** Whole seconds from `from` until `to`, rounded up and at least 1: fit for Retry-After. */
export function secondsUntil(from: Date, to: Date): number {
  return Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000));
}
