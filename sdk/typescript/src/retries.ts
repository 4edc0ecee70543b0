import { NoAnswerError, type SandiError } from './errors.js';

/** When a request may be retried: always, or only if Sandi certainly did not begin it. */
export type Repeatable = 'always' | 'unless-begun';

/** Temporary errors before anything has begun. */
const NOT_BEGUN = new Set(['rate_limited', 'overloaded', 'no_device', 'request_timeout']);
/** May have begun: the same request with the same Idempotency-Key returns the outcome. */
const MAYBE_DONE = new Set(['idempotency_in_flight', 'internal_error', 'unavailable']);
/** Errors before Sandi reads the Idempotency-Key: they say nothing about earlier attempts. */
const BEFORE_THE_KEY = new Set([
  'api_key_missing',
  'api_key_invalid',
  'operation_not_allowed',
  'not_on_whatsapp_limited',
  'verification_blocked',
  'recipient_limited',
  'recipient_restricted',
]);
/** For responses that are not Sandi's: whether a proxy failed, which may have forwarded the request. */
const isProxyFault = (status: number | null) => status === null || status >= 500;
const isProxyRejection = (status: number | null) => status === 408 || status === 429;

const PAUSE_FIRST_MS = 500;
const PAUSE_LONGEST_MS = 8_000;
/** An HTTP date. `Date.parse` accepts nearly anything. */
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Whether Sandi may have executed the failed request. */
export function mayBeDone(error: SandiError): boolean {
  if (error instanceof NoAnswerError) return error.maybeDone;
  return MAYBE_DONE.has(error.code);
}

/** Whether the error also tells the outcome of earlier attempts with the same key. */
export const coversEarlierAttempts = (error: SandiError) =>
  !(error instanceof NoAnswerError) && !BEFORE_THE_KEY.has(error.code);

export function isWorthRepeating(error: SandiError, repeatable: Repeatable): boolean {
  if (mayBeDone(error)) return repeatable === 'always';
  if (!(error instanceof NoAnswerError)) return NOT_BEGUN.has(error.code);
  return isProxyFault(error.status) || isProxyRejection(error.status);
}

/** Whether Sandi may have received the request, although the response is not Sandi's. */
export const mayHaveArrived = (status: number) => isProxyFault(status) || status < 300;

/** The pause before the next attempt: grows exponentially, by half at random, and is at least `Retry-After`. */
export function pauseMs(failures: number, retryAfterSeconds: number | null, chance: number): number {
  const grown = Math.min(PAUSE_FIRST_MS * 2 ** (failures - 1), PAUSE_LONGEST_MS);
  return Math.max(grown * (0.5 + chance / 2), (retryAfterSeconds ?? 0) * 1000);
}

/** Reads `Retry-After`: seconds, or a date. The pause until a date begins at the `Date` header, or now. */
export function retryAfterSecondsOf(headers: Headers): number | null {
  const given = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(given)) return Number(given);
  const endMs = msOf(given);
  if (endMs === null) return null;
  const nowMs = msOf(headers.get('date') ?? '') ?? Date.now();
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000));
}

function msOf(date: string): number | null {
  const ms = DATE.test(date) ? Date.parse(date) : NaN;
  return Number.isNaN(ms) ? null : ms;
}
