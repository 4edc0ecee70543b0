import { AppError } from '../errors/index.js';
import type { LimitUse } from './limiter.js';

/** Fails with `rate_limited` where a limit is used up. */
export function admit({ allowed, resetSeconds }: Pick<LimitUse, 'allowed' | 'resetSeconds'>): void {
  if (!allowed) throw new AppError('rate_limited', { retryAfterSeconds: resetSeconds });
}
