import type { SandiErrorCode } from './codes.js';

/** Members of an error response. */
export interface FailureDetails {
  message: string;
  /** Status of the HTTP response; null without one. */
  status: number | null;
  requestId?: string | null;
  /** Seconds to wait before a retry. */
  retryAfterSeconds?: number | null;
  /** The whole response body: `fields`, `reason`, `credit_balance` and other members of its code. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** An error response of Sandi, or a missing response. Decide by `code`, or by class. */
export class SandiError extends Error {
  readonly status: number | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly body: Record<string, unknown>;
  /** True if Sandi may have executed the request: this attempt or an earlier one got no complete response. */
  maybeDone = false;
  /**
   * The Idempotency-Key of the request, your own or the generated one; null for calls without one. Repeat the call with it,
   * or find the message by `messages.search({ idempotency_key })`.
   */
  idempotencyKey: string | null = null;

  constructor(
    /** One of the codes of this version. A newer Sandi may return others: keep a default branch. */
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

  /** The invalid fields, if any. */
  get fields(): string[] {
    return Array.isArray(this.body['fields']) ? (this.body['fields'] as string[]) : [];
  }
}

/** No response of Sandi: no connection, a timeout, or the response of a proxy. */
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

/** A webhook with a wrong or an old signature. */
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
export class ChannelsInvalidError extends SandiError {
  declare readonly code: 'channels_invalid';
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
export class RecipientRestrictedError extends SandiError {
  declare readonly code: 'recipient_restricted';
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
export class SpendCapReachedError extends SandiError {
  declare readonly code: 'spend_cap_reached';
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
export class VerificationBlockedError extends SandiError {
  declare readonly code: 'verification_blocked';
}
export class VerificationOverError extends SandiError {
  declare readonly code: 'verification_over';
}
