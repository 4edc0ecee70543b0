import type { OpenAPIObject } from '@nestjs/swagger';
import { type ErrorCode, ERRORS } from '../errors/index.js';

type Components = NonNullable<OpenAPIObject['components']>;

export const HEADERS = {
  'X-Request-Id': {
    description: 'Id of this request. It equals `request_id` in the body, except in a replayed response',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry',
    schema: { type: 'integer', minimum: 1, example: 30 },
  },
  'Content-Language': {
    description: 'Language of the texts, by `Accept-Language`; missing in a replayed response',
    schema: { type: 'string', enum: ['id', 'en'] },
  },
  'Sandi-Unknown-Parameters': {
    description: 'With a live key: unknown members of the body, which were ignored',
    schema: { type: 'string', example: 'extenal_id' },
  },
  RateLimit: {
    description: 'Requests left in the limit per minute (r), and the seconds until it is full again (t)',
    schema: { type: 'string', example: '"send";r=59;t=60' },
  },
  'RateLimit-Policy': {
    description: 'The limit (q) and its window in seconds (w)',
    schema: { type: 'string', example: '"send";q=60;w=60' },
  },
  'Idempotency-Replayed': {
    description: 'Present if this response repeats the one to the first request with the same key',
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
  'verification_blocked',
  'recipient_limited',
  'daily_cap_reached',
  'spend_cap_reached',
  'duplicate',
  'check_limited',
  'idempotency_in_flight',
];

/** Failures that occur before rate limiting. */
const BEFORE_RATE_LIMIT: ErrorCode[] = [
  'headers_too_large',
  'api_key_missing',
  'api_key_invalid',
  'operation_not_allowed',
  'token_missing',
  'token_invalid',
  'signature_invalid',
];

/** Failures that are stored under the Idempotency-Key, like every success. */
const STORED: ErrorCode[] = ['gateway_error', 'gateway_unknown'];

export interface OperationTraits {
  isRateLimited: boolean;
  isIdempotent: boolean;
  /** The success has a `message`. */
  hasMessage: boolean;
  /** For live keys, a header lists unknown members. */
  namesUnknown: boolean;
}

/** The headers of one status; `codes` is empty for a success. */
export function headersOf(
  codes: ErrorCode[],
  { isRateLimited, isIdempotent, hasMessage, namesUnknown }: OperationTraits,
) {
  const sends = (header: string) => codes.some((code) => Object.hasOwn(ERRORS[code].headers ?? {}, header));
  const isSuccess = codes.length === 0;
  const isCounted = isSuccess || !codes.every((code) => BEFORE_RATE_LIMIT.includes(code));
  const isStored = isSuccess || codes.some((code) => STORED.includes(code));
  const present: Record<Header, boolean> = {
    'X-Request-Id': true,
    'Content-Language': !isSuccess || hasMessage,
    'Retry-After': sends('retry-after') || codes.some((code) => RETRY_AFTER.includes(code)),
    'Sandi-Unknown-Parameters': namesUnknown && isCounted,
    RateLimit: isRateLimited && isCounted,
    'RateLimit-Policy': isRateLimited && isCounted,
    'Idempotency-Replayed': isIdempotent && isStored,
    'WWW-Authenticate': sends('www-authenticate'),
  };
  const names = Object.entries(present).filter(([, isPresent]) => isPresent);
  return Object.fromEntries(names.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}
