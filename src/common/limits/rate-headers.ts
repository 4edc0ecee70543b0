import { AppError } from '../errors/index.js';
import { MINUTE_SECONDS } from '../time/clock.js';
import type { LimitUse } from './limiter.js';

/** What is used of a cap per minute. */
export interface CapUse extends Pick<LimitUse, 'remaining' | 'resetSeconds'> {
  name: string;
  quota: number;
}

/**
 * `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft: q quota, w window, r remaining, t seconds to reset. Both
 * are lists: several caps have an entry each.
 */
export function rateHeaders(...caps: CapUse[]): Record<string, string> {
  const policies = caps.map(({ name, quota }) => `"${name}";q=${quota};w=${MINUTE_SECONDS}`);
  const uses = caps.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: uses.join(', ') };
}

/** The refusal of a cap per minute. */
export function rateLimited(name: string, quota: number, resetSeconds: number): AppError {
  const headers = rateHeaders({ name, quota, remaining: 0, resetSeconds });
  return new AppError('rate_limited', { headers, retryAfterSeconds: resetSeconds });
}
