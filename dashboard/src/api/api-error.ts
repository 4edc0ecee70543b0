import type { Schemas } from './schemas';

type Failure = Schemas['Failure'];

/** Every code that the API's documents name for the routes we call. */
export type ErrorCode = Failure['code'];

/** The service said no, or could not be reached: `unreachable` is ours, all other codes are the API's. */
export class ApiError extends Error {
  override name = 'ApiError';

  private constructor(
    readonly code: ErrorCode | 'unreachable',
    message: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The fields of the body that the API names, those that are missing or do not hold. */
    readonly fields: readonly string[],
    readonly retryAfterSeconds: number | null,
    readonly requestId: string | null,
    /** All that the failure's envelope holds, for example `credit_balance`. */
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

  /** The session is over: who is here must log in again. */
  get isSignedOut(): boolean {
    return this.code === 'token_missing' || this.code === 'token_invalid';
  }

  /** Asking again may help; the API asks for that by no 4xx but 408 and 429. */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

function isFailure(body: unknown): body is Failure {
  return typeof body === 'object' && body !== null && 'code' in body;
}

/** What has no envelope, a proxy's page for example, counts as `internal_error`. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set([
  'unreachable',
  'internal_error',
  'idempotency_in_flight',
]);

/** Nobody here knows whether it was done; the same request with the same `Idempotency-Key` does it once. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && OUTCOME_UNKNOWN.has(error.code);
