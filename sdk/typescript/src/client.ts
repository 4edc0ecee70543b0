import { type Clock, Http } from './http.js';
import { keyOf, unknownOr } from './idempotency.js';
import { Messages } from './messages.js';
import type { CallOptions, CheckCode, Credit, SendMessage, SendOutcome, Sent } from './types.js';
import { Verifications } from './verifications.js';

export interface SandiOptions {
  /** Where Sandi is: `https://otp.example.com`. */
  url: string;
  /** `sandi_live_…` or `sandi_test_…`; keep it on the server. */
  apiKey: string;
  /** What a call may take with all its repetitions; 30 seconds unless told. */
  timeoutMs?: number;
  /** In place of the global one. */
  fetch?: typeof fetch;
  /** Time, for tests. */
  clock?: Clock;
}

const TIMEOUT_MS = 30_000;
const CLOCK: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Sandi's API for one key. Members of messages and answers are those of the API, by its names. */
export class Sandi {
  readonly messages: Messages;
  readonly verifications: Verifications;
  private readonly http: Http;

  constructor({ url, apiKey, timeoutMs = TIMEOUT_MS, fetch: ask, clock = CLOCK }: SandiOptions) {
    if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError('url is where Sandi is: https://…');
    if (!/^[\x21-\x7e]+$/.test(apiKey))
      throw new TypeError('apiKey is a key of Sandi: sandi_live_… or sandi_test_…');
    this.http = new Http({
      url: url.replace(/\/+$/, ''),
      apiKey,
      timeoutMs,
      // As a function of its own: some runtimes refuse a `fetch` that is called as a method.
      fetch: ask ?? ((input, init) => fetch(input, init)),
      clock,
    });
    this.messages = new Messages(this.http);
    this.verifications = new Verifications(this.http);
  }

  /**
   * Sends a code. Repetitions carry the same Idempotency-Key, so that nothing is sent or charged twice. Where nobody can
   * say whether it was sent, the status is `unknown`; every refusal is thrown.
   */
  async send(message: SendMessage, options: CallOptions = {}): Promise<SendOutcome> {
    const idempotencyKey = keyOf(options);
    try {
      const data = await this.http.request({
        method: 'POST',
        path: '/api/otp/send',
        body: message,
        idempotencyKey,
        repeatable: 'always',
      });
      return { status: 'sent', ...(data as Omit<Sent, 'status'>) };
    } catch (error) {
      return { status: 'unknown', ...unknownOr(error, message, idempotencyKey) };
    }
  }

  /** Whether the code is the one that was sent to the phone; true once. */
  async check(code: CheckCode): Promise<boolean> {
    const data = await this.http.request({
      method: 'POST',
      path: '/api/otp/check',
      body: code,
      // A right code is right once: repeated, it would be wrong.
      repeatable: 'unless-begun',
    });
    return (data as { valid: boolean }).valid;
  }

  async credit(): Promise<Credit> {
    return (await this.http.request({
      method: 'GET',
      path: '/api/otp/credit',
      repeatable: 'always',
    })) as Credit;
  }
}
