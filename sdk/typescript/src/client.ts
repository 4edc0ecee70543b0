import { SandiError } from './errors.js';
import { type Clock, Http } from './http.js';
import { Messages } from './messages.js';
import type { CallOptions, CheckCode, Credit, SendMessage, SendOutcome, Sent, Unknown } from './types.js';

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
const PRINTABLE_KEY = /^[\x20-\x7e]{1,255}$/;
const CLOCK: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Sandi's API for one key. Members of messages and answers are those of the API, by its names. */
export class Sandi {
  readonly messages: Messages;
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
      if (error instanceof SandiError && (error.code === 'gateway_unknown' || error.maybeDone))
        return unknown(error, message, idempotencyKey);
      throw error;
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

function keyOf({ idempotencyKey = crypto.randomUUID() }: CallOptions): string {
  if (!PRINTABLE_KEY.test(idempotencyKey))
    throw new TypeError('idempotencyKey has 1 to 255 printable ASCII characters.');
  return idempotencyKey;
}

function unknown({ code, body }: SandiError, message: SendMessage, idempotencyKey: string): Unknown {
  const told = body as Partial<Unknown>;
  return {
    status: 'unknown',
    reference: told.reference ?? null,
    external_id: message.external_id ?? null,
    metadata: message.metadata ?? null,
    reason: told.reason ?? null,
    code,
    idempotency_key: idempotencyKey,
  };
}
