import { describe, expect, it } from 'vitest';
import { addSeconds } from '../platform/time/clock.js';
import { decideDelivery, RETRY_SECONDS } from './retries.rules.js';

const NOW = new Date('2026-01-31T06:45:00.000Z');
const HOUR = 3600;

/** Seconds until the next attempt; without one, how the delivery ended. */
function next(response: Parameters<typeof decideDelivery>[0], attemptsBefore = 0): number | string {
  const decision = decideDelivery(response, attemptsBefore, NOW);
  return decision.kind === 'retried' ? (decision.dueAt.getTime() - NOW.getTime()) / 1000 : decision.kind;
}

describe('the decision on an attempt', () => {
  it.each([200, 201, 204, 299])('takes %i for a success', (status) => {
    expect(next({ status })).toBe('delivered');
  });

  it.each([undefined, 199, 301, 302, 307, 400, 401, 404, 500, 502])('takes %s for a failure', (status) => {
    expect(next({ status })).toBe(5);
  });

  it('follows the schedule, then gives up', () => {
    const steps = Array.from({ length: 8 }, (_, attempts) => next({ status: 500 }, attempts));
    expect(steps).toEqual([...RETRY_SECONDS, 'failed']);
    expect(RETRY_SECONDS).toEqual([5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]);
  });

  it('gives up at once on 410, and says so', () => {
    expect(decideDelivery({ status: 410, retryAfter: '60' }, 0, NOW)).toEqual({
      kind: 'failed',
      isGone: true,
    });
    expect(decideDelivery({ status: 500 }, 7, NOW)).toEqual({ kind: 'failed', isGone: false });
  });

  it.each([
    ['seconds', '120', 120],
    ['an HTTP date', addSeconds(NOW, 90).toUTCString(), 90],
    ['less than the step', '1', 5],
    ['a date that is over', addSeconds(NOW, -90).toUTCString(), 5],
    ['more than is waited for', '999999999', 10 * HOUR],
    ['a date far away', addSeconds(NOW, 9_999_999).toUTCString(), 10 * HOUR],
    ['nothing of sense', 'nanti', 5],
    ['a negative number', '-5', 5],
    ['nothing at all', undefined, 5],
  ])('honours a Retry-After of %s', (_, retryAfter, seconds) => {
    expect(next({ status: 429, retryAfter })).toBe(seconds);
    expect(next({ status: 503, retryAfter })).toBe(seconds);
  });

  it('reads Retry-After on 429 and 503 only, and pauses the endpoint then', () => {
    expect(next({ status: 500, retryAfter: '600' })).toBe(5);
    expect(decideDelivery({ status: 503, retryAfter: '600' }, 3, NOW)).toEqual({
      kind: 'retried',
      dueAt: addSeconds(NOW, 2 * HOUR),
      pauseUntil: addSeconds(NOW, 600),
    });
  });
});
