import type { SandiErrorCode } from './codes.js';

/** What an answer tells of a failure. */
export interface FailureDetails {
  message: string;
  /** Of the HTTP answer; null where there was none. */
  status: number | null;
  requestId?: string | null;
  /** Seconds after which a repetition may do better. */
  retryAfterSeconds?: number | null;
  /** The whole failure: `fields`, `reason`, `credit_balance` and what else goes with its code. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** Any failure that Sandi answers, or that kept its answer away. Decide by `code`, or by class. */
export class SandiError extends Error {
  readonly status: number | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly body: Record<string, unknown>;
  /** True when it may have been done all the same: an earlier try, or this one, was not answered to the end. */
  maybeDone = false;
  /**
   * The Idempotency-Key of the request, your own or the generated one; null for calls without one. Repeat the call with it,
   * or find the message by `messages.search({ idempotency_key })`.
   */
  idempotencyKey: string | null = null;

  constructor(
    /** Of the closed list of this version. A newer Sandi may answer others: keep a default branch. */
    readonly code: SandiErrorCode,
    { message, status, requestId = null, retryAfterSeconds = null, body = {}, cause }: FailureDetails,
  ) {
    super(message, { cause });
    this.name = new.target.name;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }

  /** The fields at fault, where some are. */
  get fields(): string[] {
    return Array.isArray(this.body['fields']) ? (this.body['fields'] as string[]) : [];
  }
}

/** Nothing came back that Sandi wrote: no connection, no answer in time, or the answer of something in between. */
export class NoAnswerError extends SandiError {
  constructor(details: FailureDetails) {
    super('no_answer', details);
  }

  declare readonly code: 'no_answer';
}

/** The `signal` of the call was aborted; `cause` is its reason. With `maybeDone`, Sandi may have the request. */
export class AbortError extends SandiError {
  constructor(details: FailureDetails) {
    super('aborted', details);
  }

  declare readonly code: 'aborted';
}

/** A webhook that Sandi did not sign, or not lately. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export class ApiKeyInvalidError extends SandiError {
  declare readonly code: 'api_key_invalid';
}
export class ApiKeyMissingError extends SandiError {
  declare readonly code: 'api_key_missing';
}
export class BadRequestError extends SandiError {
  declare readonly code: 'bad_request';
}
export class BodyInvalidError extends SandiError {
  declare readonly code: 'body_invalid';
}
export class BodyTooLargeError extends SandiError {
  declare readonly code: 'body_too_large';
}
export class CheckLimitedError extends SandiError {
  declare readonly code: 'check_limited';
}
export class CompanyNameInvalidError extends SandiError {
  declare readonly code: 'company_name_invalid';
}
export class CompanyNameTooLongError extends SandiError {
  declare readonly code: 'company_name_too_long';
}
export class DailyCapReachedError extends SandiError {
  declare readonly code: 'daily_cap_reached';
}
export class DuplicateError extends SandiError {
  declare readonly code: 'duplicate';
}
export class ExternalIdInvalidError extends SandiError {
  declare readonly code: 'external_id_invalid';
}
export class GatewayError extends SandiError {
  declare readonly code: 'gateway_error';
}
export class GatewayUnknownError extends SandiError {
  declare readonly code: 'gateway_unknown';
}
export class HeadersTooLargeError extends SandiError {
  declare readonly code: 'headers_too_large';
}
export class IdempotencyInFlightError extends SandiError {
  declare readonly code: 'idempotency_in_flight';
}
export class IdempotencyKeyInvalidError extends SandiError {
  declare readonly code: 'idempotency_key_invalid';
}
export class IdempotencyMismatchError extends SandiError {
  declare readonly code: 'idempotency_mismatch';
}
export class InsufficientCreditError extends SandiError {
  declare readonly code: 'insufficient_credit';
}
export class InternalError extends SandiError {
  declare readonly code: 'internal_error';
}
export class MalformedJsonError extends SandiError {
  declare readonly code: 'malformed_json';
}
export class MetadataInvalidError extends SandiError {
  declare readonly code: 'metadata_invalid';
}
export class MethodNotAllowedError extends SandiError {
  declare readonly code: 'method_not_allowed';
}
export class NoDeviceError extends SandiError {
  declare readonly code: 'no_device';
}
export class NotOnWhatsappLimitedError extends SandiError {
  declare readonly code: 'not_on_whatsapp_limited';
}
export class NotFoundError extends SandiError {
  declare readonly code: 'not_found';
}
export class OperationNotAllowedError extends SandiError {
  declare readonly code: 'operation_not_allowed';
}
export class OtpCodeInvalidError extends SandiError {
  declare readonly code: 'otp_code_invalid';
}
export class OverloadedError extends SandiError {
  declare readonly code: 'overloaded';
}
export class ParameterInvalidError extends SandiError {
  declare readonly code: 'parameter_invalid';
}
export class ParameterMissingError extends SandiError {
  declare readonly code: 'parameter_missing';
}
export class ParameterUnknownError extends SandiError {
  declare readonly code: 'parameter_unknown';
}
export class PhoneInvalidError extends SandiError {
  declare readonly code: 'phone_invalid';
}
export class PhoneMismatchError extends SandiError {
  declare readonly code: 'phone_mismatch';
}
export class RateLimitedError extends SandiError {
  declare readonly code: 'rate_limited';
}
export class RecipientLimitedError extends SandiError {
  declare readonly code: 'recipient_limited';
}
export class RequestTimeoutError extends SandiError {
  declare readonly code: 'request_timeout';
}
export class ResendInFlightError extends SandiError {
  declare readonly code: 'resend_in_flight';
}
export class ResendLimitError extends SandiError {
  declare readonly code: 'resend_limit';
}
export class UnavailableError extends SandiError {
  declare readonly code: 'unavailable';
}
export class UnsupportedMediaTypeError extends SandiError {
  declare readonly code: 'unsupported_media_type';
}
export class UriTooLongError extends SandiError {
  declare readonly code: 'uri_too_long';
}
export class VerificationOverError extends SandiError {
  declare readonly code: 'verification_over';
}
