import { AppError } from '../errors/index.js';
import { MINUTE_SECONDS } from '../time/clock.js';
import type { LimitUse } from './limiter.js';

/** How a cap per minute stands. */
export interface CapStanding extends Pick<LimitUse, 'remaining' | 'resetSeconds'> {
  name: string;
  quota: number;
}

/**
 * `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft: q quota, w window, r remaining, t seconds to reset. Both
 * are lists: of several caps each says how it stands.
 */
export function rateHeaders(...caps: CapStanding[]): Record<string, string> {
  const policies = caps.map(({ name, quota }) => `"${name}";q=${quota};w=${MINUTE_SECONDS}`);
  const standings = caps.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: standings.join(', ') };
}

/** The refusal of a cap per minute. */
export function rateLimited(name: string, quota: number, resetSeconds: number): AppError {
  const headers = rateHeaders({ name, quota, remaining: 0, resetSeconds });
  return new AppError('rate_limited', { headers, retryAfterSeconds: resetSeconds });
}
