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

  constructor(
    readonly code: string,
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
}

/** A webhook that Sandi did not sign, or not lately. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export class ApiKeyInvalidError extends SandiError {}
export class ApiKeyMissingError extends SandiError {}
export class BadRequestError extends SandiError {}
export class BodyInvalidError extends SandiError {}
export class BodyTooLargeError extends SandiError {}
export class CheckLimitedError extends SandiError {}
export class CompanyNameInvalidError extends SandiError {}
export class CompanyNameTooLongError extends SandiError {}
export class DailyCapReachedError extends SandiError {}
export class DuplicateError extends SandiError {}
export class ExternalIdInvalidError extends SandiError {}
export class GatewayError extends SandiError {}
export class GatewayUnknownError extends SandiError {}
export class HeadersTooLargeError extends SandiError {}
export class IdempotencyInFlightError extends SandiError {}
export class IdempotencyKeyInvalidError extends SandiError {}
export class IdempotencyMismatchError extends SandiError {}
export class InsufficientCreditError extends SandiError {}
export class InternalError extends SandiError {}
export class MalformedJsonError extends SandiError {}
export class MetadataInvalidError extends SandiError {}
export class MethodNotAllowedError extends SandiError {}
export class NoDeviceError extends SandiError {}
export class NotOnWhatsappLimitedError extends SandiError {}
export class NotFoundError extends SandiError {}
export class OperationNotAllowedError extends SandiError {}
export class OtpCodeInvalidError extends SandiError {}
export class OverloadedError extends SandiError {}
export class ParameterInvalidError extends SandiError {}
export class ParameterMissingError extends SandiError {}
export class ParameterUnknownError extends SandiError {}
export class PhoneInvalidError extends SandiError {}
export class PhoneMismatchError extends SandiError {}
export class RateLimitedError extends SandiError {}
export class RecipientLimitedError extends SandiError {}
export class RequestTimeoutError extends SandiError {}
export class ResendInFlightError extends SandiError {}
export class ResendLimitError extends SandiError {}
export class UnavailableError extends SandiError {}
export class UnsupportedMediaTypeError extends SandiError {}
export class UriTooLongError extends SandiError {}
export class VerificationOverError extends SandiError {}
