import { AppError } from '../errors/index.js';

/** A use that was counted, or refused, and what is left of its window. */
export interface LimitUse {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
  /** Undoes the use while its window lasts, as if it had never been; call it once at most. A refused use took nothing. */
  release(this: void): Promise<void>;
}

/** Counts uses of a key in a window of time; those it refuses do not count. */
export interface Limiter {
  /** `points` in place of the limiter's own, for keys that have limits of theirs. */
  consume(key: string, points?: number): Promise<LimitUse>;
}

/** Fails with `rate_limited` where a limit is used up. */
export function requireAllowed({ allowed, resetSeconds }: Pick<LimitUse, 'allowed' | 'resetSeconds'>): void {
  if (!allowed) throw new AppError('rate_limited', { retryAfterSeconds: resetSeconds });
}
