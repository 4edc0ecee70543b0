import { addSeconds } from '../platform/time/clock.js';

/** What came of an attempt, for the delivery. */
export type DeliveryVerdict =
  | { kind: 'delivered' }
  /** `pauseUntil`: the endpoint asked to be left alone. */
  | { kind: 'retried'; dueAt: Date; pauseUntil: Date | null }
  | { kind: 'failed'; isGone: boolean };

/** The part of an answer that decides; no `status`: there was no answer. */
export interface Response {
  status?: number;
  retryAfter?: string;
}

const MINUTE = 60;
const HOUR = 3600;

/** Seconds from each failed attempt to the next. */
export const RETRY_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

/** A Retry-After may not ask for a longer pause than the longest step of the schedule. */
const RETRY_AFTER_MAX_SECONDS = 10 * HOUR;

const GONE = 410;
const BUSY = [429, 503];

/**
 * Judges the attempt that ended at `now`, after `attemptsBefore` others of the schedule. Only 2xx is a success. A
 * Retry-After of 429 and 503 may put the next attempt off, never bring it forward.
 */
export function judgeDelivery(
  { status = 0, retryAfter }: Response,
  attemptsBefore: number,
  now: Date,
): DeliveryVerdict {
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

/** Reads whole seconds or an HTTP date, bounded; `undefined` for anything else, and for a date that has passed. */
function readRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,10}$/.test(text)
    ? Number(text)
    : / GMT$/.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : Number.NaN;
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : undefined;
}
