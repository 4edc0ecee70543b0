import type { Schemas } from './schemas';

type Failure = Schemas['Failure'];

/** Every error code that the API documents for the routes of the dashboard. */
export type ErrorCode = Failure['code'];

/**
 * An error response, or an unreachable service. The code `unreachable` is ours; all others come from the API.
 */
export class ApiError extends Error {
  override name = 'ApiError';

  private constructor(
    readonly code: ErrorCode | 'unreachable',
    message: string,
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** The missing or invalid fields that the API names. */
    readonly fields: readonly string[],
    readonly retryAfterSeconds: number | null,
    readonly requestId: string | null,
    /** All members of the error response, for example `credit_balance`. */
    readonly failure: Partial<Failure>,
  ) {
    super(message);
  }

  static of(body: unknown, response: Response): ApiError {
    const failure: Partial<Failure> = isFailure(body) ? body : {};
    const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
    return new ApiError(
      failure.code ?? 'internal_error',
      failure.message ?? '',
      response.status,
      failure.fields ?? [],
      Number.isFinite(retryAfter) ? retryAfter : null,
      failure.request_id ?? response.headers.get('x-request-id'),
      failure,
    );
  }

  static unreachable(cause: unknown): ApiError {
    const error = new ApiError('unreachable', '', 0, [], null, null, {});
    error.cause = cause;
    return error;
  }

  /** The session has ended; the user must log in again. */
  get isSignedOut(): boolean {
    return this.code === 'token_missing' || this.code === 'token_invalid';
  }

  /** A retry may help. */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

function isFailure(body: unknown): body is Failure {
  return typeof body === 'object' && body !== null && 'code' in body;
}

/** A role of the login allows the operation, but not on this row. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'forbidden';

/** Codes after which the request may have been executed. A proxy's error page also counts as `internal_error`. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set([
  'unreachable',
  'internal_error',
  'idempotency_in_flight',
]);

/** The outcome of the request is unknown. Retry it with the same `Idempotency-Key`. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && OUTCOME_UNKNOWN.has(error.code);
