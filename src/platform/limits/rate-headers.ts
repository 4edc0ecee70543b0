import { AppError, type ErrorDetail } from '../errors/index.js';
import { MINUTE_SECONDS } from '../time/clock.js';
import type { LimitUse } from './limiter.js';

/** What is used of a cap. */
export interface CapUse extends Pick<LimitUse, 'remaining' | 'resetSeconds'> {
  name: string;
  quota: number;
  /** A minute unless told. */
  windowSeconds?: number;
}

/**
 * `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft: q quota, w window, r remaining, t seconds to reset. Both
 * are lists: several caps have an entry each.
 */
export function rateHeaders(...caps: CapUse[]): Record<string, string> {
  const policies = caps.map(
    ({ name, quota, windowSeconds = MINUTE_SECONDS }) => `"${name}";q=${quota};w=${windowSeconds}`,
  );
  const uses = caps.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: uses.join(', ') };
}

/** The refusal of a cap. */
export function rateLimited(
  cap: Pick<CapUse, 'name' | 'quota' | 'windowSeconds' | 'resetSeconds'>,
  detail?: ErrorDetail['detail'],
): AppError {
  const headers = rateHeaders({ ...cap, remaining: 0 });
  return new AppError('rate_limited', { headers, retryAfterSeconds: cap.resetSeconds, detail });
}
