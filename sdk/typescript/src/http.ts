import { errorOf } from './error-codes.js';
import { AbortError, NoAnswerError, SandiError } from './errors.js';
import {
  coversEarlierAttempts,
  isWorthRepeating,
  mayBeDone,
  mayHaveArrived,
  pauseMs,
  type Repeatable,
  retryAfterSecondsOf,
} from './retries.js';
import type { RequestOptions } from './types.js';

/** The clock of a client, which tests replace. */
export interface Clock {
  nowMs(): number;
  /** May end early when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface HttpOptions {
  url: string;
  apiKey: string;
  timeoutMs: number;
  fetch: typeof fetch;
  clock: Clock;
}

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  idempotencyKey?: string;
  repeatable: Repeatable;
  options?: RequestOptions;
}

const VERSION = '0.1.0';
/** A little longer than Sandi waits for gateways. */
const TRY_TIMEOUT_MS = 20_000;
/** With less time left no retry begins: a timeout would make a known outcome unknown. */
const TRY_LEAST_MS = 1_000;
/** Errors of Node, Bun and Deno for a failed connection: nothing was sent. */
const NO_CONNECTION =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT|ConnectionRefused|FailedToOpenSocket|client error \(Connect\)/;

/** `AbortSignal.any`, which the types of TypeScript 5.4 lack. */
const SIGNALS = AbortSignal as unknown as { any(signals: AbortSignal[]): AbortSignal };

/** Makes a request, and retries it while that is safe and time is left. */
export class Http {
  /** Private at run time too: neither `JSON.stringify` nor `util.inspect` shows the API key. */
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** Returns the `data` of the success. Throws any failure, with the Idempotency-Key of the call. */
  async request(call: Call): Promise<unknown> {
    const timeoutMs = call.options?.timeoutMs ?? this.#options.timeoutMs;
    requireTimeout(timeoutMs);
    try {
      return await this.#repeated(call, timeoutMs);
    } catch (error) {
      if (error instanceof SandiError) error.idempotencyKey = call.idempotencyKey ?? null;
      throw error;
    }
  }

  async #repeated(call: Call, timeoutMs: number): Promise<unknown> {
    const { clock } = this.#options;
    const signal = call.options?.signal;
    const endMs = clock.nowMs() + timeoutMs;
    let maybeDone = false;
    let last: SandiError | undefined;
    for (let failures = 1; ; failures++) {
      if (signal?.aborted) throw aborted(signal, maybeDone);
      const leftMs = endMs - clock.nowMs();
      // The sleep may have taken longer than asked.
      if (last && leftMs < TRY_LEAST_MS) throw marked(last, maybeDone);
      const error = await this.#tryOnce(call, leftMs);
      if (!('code' in error)) return error.data;
      maybeDone ||= mayBeDone(error);
      if (signal?.aborted) throw aborted(signal, maybeDone);
      if (!isWorthRepeating(error, call.repeatable))
        throw marked(error, coversEarlierAttempts(error) ? mayBeDone(error) : maybeDone);
      const waitMs = pauseMs(failures, error.retryAfterSeconds, Math.random());
      if (clock.nowMs() + waitMs + TRY_LEAST_MS >= endMs) throw marked(error, maybeDone);
      last = error;
      await slept(clock, waitMs, signal);
    }
  }

  async #tryOnce(call: Call, leftMs: number): Promise<{ data: unknown } | SandiError> {
    const { url, fetch } = this.#options;
    // Outside the try: an error in building the request is not an error of the network.
    const request = this.#requestOf(call, Math.min(leftMs, TRY_TIMEOUT_MS));
    let response: Response;
    let text: string;
    try {
      response = await fetch(url + call.path, request);
      text = await response.text();
    } catch (cause) {
      return marked(
        new NoAnswerError({ message: 'Sandi did not answer.', status: null, cause }),
        wasConnected(cause),
      );
    }
    return read(response, text);
  }

  #requestOf({ method, body, idempotencyKey, options }: Call, tryMs: number): RequestInit {
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(tryMs)));
    return {
      method,
      headers: {
        authorization: `Bearer ${this.#options.apiKey}`,
        accept: 'application/json',
        'user-agent': `sandi-typescript/${VERSION}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      // A blob: Deno would send a text body again by itself when a connection ends.
      body: body && new Blob([JSON.stringify(body)]),
      // A redirect must not send the API key to another address.
      redirect: 'manual',
      signal: options?.signal ? SIGNALS.any([timeout, options.signal]) : timeout,
    };
  }
}

/** Throws for 0 and for values that are no number: with these, every call or none would time out. */
export function requireTimeout(timeoutMs: unknown): void {
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0))
    throw new TypeError('timeoutMs is a number of milliseconds above 0.');
}

function aborted(signal: AbortSignal, maybeDone: boolean): AbortError {
  return marked(
    new AbortError({ message: 'The call was aborted.', status: null, cause: signal.reason }),
    maybeDone,
  );
}

/** Sleeps until the time is over or the signal is aborted, even if the clock ignores the signal. */
async function slept(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return clock.sleep(ms);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
    signal.addEventListener('abort', end, { once: true });
  });
  await Promise.race([clock.sleep(ms, signal), ended]);
  signal.removeEventListener('abort', end);
}

function read(response: Response, text: string): { data: unknown } | SandiError {
  const { status } = response;
  const answer = parse(text);
  if (answer?.['success'] === true) return { data: answer['data'] ?? {} };
  const retryAfterSeconds = retryAfterSecondsOf(response.headers);
  if (answer?.['success'] !== false || typeof answer['code'] !== 'string') {
    const message = `HTTP ${status}, which Sandi did not write.`;
    return marked(new NoAnswerError({ message, status, retryAfterSeconds }), mayHaveArrived(status));
  }
  return errorOf(answer['code'], {
    message: String(answer['message']),
    status,
    requestId: typeof answer['request_id'] === 'string' ? answer['request_id'] : null,
    retryAfterSeconds,
    body: answer,
  });
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

function marked<E extends SandiError>(error: E, maybeDone: boolean): E {
  error.maybeDone = maybeDone;
  return error;
}

/** Whether the request may have been sent: true unless the connection failed. */
function wasConnected(failure: unknown): boolean {
  for (let error = failure; error instanceof Error; error = error.cause)
    if (NO_CONNECTION.test(`${String((error as { code?: unknown }).code)} ${error.message}`)) return false;
  return true;
}
