import type { OpenAPIObject } from '@nestjs/swagger';
import { type ErrorCode, ERRORS, type ErrorSpec } from '../errors/index.js';

type Components = NonNullable<OpenAPIObject['components']>;

/** Headers of several responses. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Id of this request; `request_id`, but for a replay, whose body is that of the first one',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': {
    description: 'Seconds until trying again makes sense',
    schema: { type: 'integer', minimum: 1, example: 30 },
  },
  'Content-Language': {
    description: 'The language of the words for people, by `Accept-Language`; not on a replay',
    schema: { type: 'string', enum: ['id', 'en'] },
  },
  'Sandi-Unknown-Parameters': {
    description: 'With a live key: members of the body that are not known, and were ignored',
    schema: { type: 'string', example: 'extenal_id' },
  },
  RateLimit: {
    description: 'What is left of the limit a minute (r), and the seconds until it is whole (t)',
    schema: { type: 'string', example: '"send";r=59;t=60' },
  },
  'RateLimit-Policy': {
    description: 'The limit (q) within so many seconds (w)',
    schema: { type: 'string', example: '"send";q=60;w=60' },
  },
  'Idempotency-Replayed': {
    description: 'There when this answer repeats that to the first request with the same key',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': {
    description: 'The required credential',
    schema: { type: 'string', example: 'Bearer realm="sandi"' },
  },
} as const satisfies Components['headers'];

type Header = keyof typeof HEADERS;

/** Codes whose Retry-After depends on the case. */
const RETRY_AFTER: ErrorCode[] = [
  'rate_limited',
  'not_on_whatsapp_limited',
  'recipient_limited',
  'daily_cap_reached',
  'duplicate',
  'check_limited',
  'idempotency_in_flight',
];

/** Failures that occur before rate limiting. */
const BEFORE_THE_CAP: ErrorCode[] = [
  'headers_too_large',
  'api_key_missing',
  'api_key_invalid',
  'operation_not_allowed',
  'token_missing',
  'token_invalid',
  'signature_invalid',
];

/** Failures that are stored under the Idempotency-Key, as every success is. */
const KEPT: ErrorCode[] = ['gateway_error', 'gateway_unknown'];

export interface OperationTraits {
  isRateLimited: boolean;
  isIdempotent: boolean;
  /** The success has a `message`. */
  hasMessage: boolean;
  /** Lists unknown members for live keys. */
  namesUnknown: boolean;
}

/** The headers of one status; `codes` is empty for a success. */
export function headersOf(
  codes: ErrorCode[],
  { isRateLimited, isIdempotent, hasMessage, namesUnknown }: OperationTraits,
) {
  const sends = (header: string) =>
    codes.some((code) => Object.hasOwn((ERRORS[code] as ErrorSpec).headers ?? {}, header));
  const isSuccess = codes.length === 0;
  const isCounted = isSuccess || !codes.every((code) => BEFORE_THE_CAP.includes(code));
  const isKept = isSuccess || codes.some((code) => KEPT.includes(code));
  const present: Record<Header, boolean> = {
    'X-Request-Id': true,
    'Content-Language': !isSuccess || hasMessage,
    'Retry-After': sends('retry-after') || codes.some((code) => RETRY_AFTER.includes(code)),
    'Sandi-Unknown-Parameters': namesUnknown && isCounted,
    RateLimit: isRateLimited && isCounted,
    'RateLimit-Policy': isRateLimited && isCounted,
    'Idempotency-Replayed': isIdempotent && isKept,
    'WWW-Authenticate': sends('www-authenticate'),
  };
  const names = Object.entries(present).filter(([, isPresent]) => isPresent);
  return Object.fromEntries(names.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}
