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

/** Counts one use of each key: of one value under several names. A refused use counts for none of them. */
export async function consumeAll(
  limiter: Limiter,
  keys: readonly [string, ...string[]],
  points?: number,
): Promise<LimitUse> {
  const [first, ...others] = keys;
  const use = await limiter.consume(first, points);
  const uses = [use];
  for (const key of others) {
    const next: LimitUse = use.allowed ? await limiter.consume(key, points) : use;
    if (next.allowed) uses.push(next);
    else {
      if (use.allowed) for (const taken of uses) await taken.release();
      return next;
    }
  }
  return { ...use, release: async () => void (await Promise.all(uses.map((each) => each.release()))) };
}

/** Fails with `rate_limited` where a limit is used up. */
export function requireAllowed({ allowed, resetSeconds }: Pick<LimitUse, 'allowed' | 'resetSeconds'>): void {
  if (!allowed) throw new AppError('rate_limited', { retryAfterSeconds: resetSeconds });
}
