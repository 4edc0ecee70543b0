import { addSeconds } from '../platform/time/clock.js';

export type DeliveryDecision =
  | { kind: 'delivered' }
  /** `pauseUntil`: requested by the endpoint. */
  | { kind: 'retried'; dueAt: Date; pauseUntil: Date | null }
  | { kind: 'failed'; isGone: boolean };

/** No `status`: no response. */
export interface Response {
  status?: number;
  retryAfter?: string;
}

const MINUTE = 60;
const HOUR = 3600;

/** Seconds from each failed attempt to the next. */
export const RETRY_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

const RETRY_AFTER_MAX_SECONDS = 10 * HOUR;

const GONE = 410;
const BUSY = [429, 503];

/**
 * Decides the state after an attempt that ended at `now`. Only 2xx is a success. Retry-After with 429 or 503
 * may delay the next attempt.
 */
export function decideDelivery(
  { status = 0, retryAfter }: Response,
  attemptsBefore: number,
  now: Date,
): DeliveryDecision {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const stepSeconds = RETRY_SECONDS[attemptsBefore];
  if (status === GONE || stepSeconds === undefined) return { kind: 'failed', isGone: status === GONE };
  const pauseSeconds = BUSY.includes(status) ? readRetryAfter(retryAfter, now) : undefined;
  return {
    kind: 'retried',
    dueAt: addSeconds(now, Math.max(stepSeconds, pauseSeconds ?? 0)),
    pauseUntil: pauseSeconds === undefined ? null : addSeconds(now, pauseSeconds),
  };
}

/** Seconds or an HTTP date, bounded; `undefined` if unreadable or in the past. */
function readRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,10}$/.test(text)
    ? Number(text)
    : / GMT$/.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : Number.NaN;
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : undefined;
}
