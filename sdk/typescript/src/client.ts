import { type Clock, Http, requireTimeout } from './http.js';
import { keyOf, unknownOr } from './idempotency.js';
import { Messages } from './messages.js';
import type {
  CallOptions,
  CheckCode,
  Credit,
  RequestOptions,
  SendMessage,
  SendOutcome,
  Sent,
} from './types.js';
import { Verifications } from './verifications.js';

export interface SandiOptions {
  /** The address of Sandi: `https://otp.example.com`. */
  url: string;
  /** `sandi_live_…` or `sandi_test_…`; keep it on the server. */
  apiKey: string;
  /** Time limit of a call including retries; default 30 seconds. */
  timeoutMs?: number;
  /** Overrides the global `fetch`. */
  fetch?: typeof fetch;
  /** Replaces the clock in tests. */
  clock?: Clock;
}

const TIMEOUT_MS = 30_000;
const CLOCK: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
    }),
};

/** Sandi's API for one key. Messages and responses have the members of the API, with the same names. */
export class Sandi {
  readonly messages: Messages;
  readonly verifications: Verifications;
  readonly #http: Http;

  constructor({ url, apiKey, timeoutMs = TIMEOUT_MS, fetch: ask, clock = CLOCK }: SandiOptions) {
    const base = addressOf(url);
    requireKey(apiKey);
    requireTimeout(timeoutMs);
    this.#http = new Http({
      url: base,
      apiKey,
      timeoutMs,
      // Wrapped in a function: some runtimes reject a `fetch` that is called as a method.
      fetch: ask ?? ((input, init) => fetch(input, init)),
      clock,
    });
    this.messages = new Messages(this.#http);
    this.verifications = new Verifications(this.#http);
  }

  /**
   * Sends a code. Retries have the same Idempotency-Key, so that nothing is sent or charged twice. If the outcome is
   * unknown, `status` is `unknown`. Every other failure is thrown.
   */
  async send(message: SendMessage, options: CallOptions = {}): Promise<SendOutcome> {
    const idempotencyKey = keyOf(options);
    try {
      const data = await this.#http.request({
        method: 'POST',
        path: '/api/otp/send',
        body: message,
        idempotencyKey,
        repeatable: 'always',
        options,
      });
      return { status: 'sent', ...(data as Omit<Sent, 'status'>) };
    } catch (error) {
      return { status: 'unknown', ...unknownOr(error, message, idempotencyKey) };
    }
  }

  /** Whether the code matches the one sent to the phone. A code is accepted only once. */
  async check(code: CheckCode, options: RequestOptions = {}): Promise<boolean> {
    const data = await this.#http.request({
      method: 'POST',
      path: '/api/otp/check',
      body: code,
      // Not retried if it may have reached Sandi: a second check of a correct code returns false.
      repeatable: 'unless-begun',
      options,
    });
    return (data as { valid: boolean }).valid;
  }

  async credit(options: RequestOptions = {}): Promise<Credit> {
    return (await this.#http.request({
      method: 'GET',
      path: '/api/otp/credit',
      repeatable: 'always',
      options,
    })) as Credit;
  }
}

function addressOf(url: unknown): string {
  const text = typeof url === 'string' ? url.trim() : '';
  if (!/^https?:\/\//i.test(text))
    throw new TypeError(`url is where Sandi is: https://…${isUnset(url) ? '; it is not set' : ''}`);
  return new URL(text).href.replace(/\/+$/, '');
}

function requireKey(apiKey: unknown): void {
  if (typeof apiKey === 'string' && !isUnset(apiKey) && /^[\x21-\x7e]+$/.test(apiKey)) return;
  // The error does not quote the value: it may be a key with a line break.
  throw new TypeError(
    `apiKey is a key of Sandi: sandi_live_… or sandi_test_…${isUnset(apiKey) ? '; it is not set (is the environment variable there?)' : ''}`,
  );
}

/** Also true for the texts that templates and shells write for a missing value. */
const isUnset = (value: unknown) =>
  value === undefined || value === null || ['', 'undefined', 'null'].includes(value as string);
