import { AppError } from '../errors/index.js';

/** The result of one use: whether it was counted, and the rest of its window. */
export interface LimitUse {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
  /** Uncounts the use, if its window still lasts. Call it at most once. After a rejected use it does nothing. */
  release(this: void): Promise<void>;
}

/** Counts uses of a key in a window of time. Rejected uses do not count. */
export interface Limiter {
  /** `points`: the limit of this key, if it differs from the limiter's. */
  consume(key: string, points?: number): Promise<LimitUse>;
}

/** Counts one use under each of the keys, which stand for one value. A rejected use counts under none of them. */
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
