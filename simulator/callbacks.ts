import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { now, type Timers } from './clock.js';
import type { MessageStatus } from './log.js';
import { newCallbackId } from './random.js';

/** The body of a callback: the event of docs/gateways.md, with the reference, so that a send whose answer was lost can be matched. */
export interface CallbackBody {
  event: 'message.status';
  payload: { id: string; status: MessageStatus; error: string | null; reason?: string; reference?: string };
}

/** The body of a callback about a text of a user; `from` null: the phone is hidden. */
export interface InboundBody {
  event: 'message.inbound';
  payload: { id: string; from: string | null; text: string };
}

/** What became of a callback. */
export interface CallbackOutcome {
  /** whether an attempt was answered with 2xx */
  taken: boolean;
  /** HTTP attempts made */
  attempts: number;
  /** HTTP status of the last attempt; null when none was answered */
  answered: number | null;
}

/** A callback under way. Neither promise rejects. */
export interface CallbackInFlight {
  firstAttempt: Promise<void>;
  outcome: Promise<CallbackOutcome>;
}

export interface CallbackLimits {
  /** attempts for one callback, the first included */
  attempts: number;
  /** wait before the second attempt; doubled before each next one */
  retryMs: number;
  /** for one attempt, from connecting to the end of the answer */
  timeoutMs: number;
}

/** Attempts at once; the others wait their turn. */
const SOCKETS_MAX = 64;

/**
 * @param secret as the service has it: base64 after `whsec_`, else the characters themselves
 * @throws Error when it is empty or not base64 after the prefix
 */
export function signerFor(secret: string): Webhook {
  return secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
}

/**
 * @throws Error unless `url` is an absolute http or https address
 */
export function parseCallbackUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new Error('must be an address that starts with http:// or https://');
  }
  return parsed;
}

/** Posts callbacks to the service, signed when it has a secret, each a bounded number of times until one is taken. */
export class CallbackSender {
  private url: URL | null = null;
  private signer: Webhook | null = null;
  private closed = false;
  private readonly inFlight = new Set<ClientRequest>();
  private readonly turns = new ConcurrencyGate(SOCKETS_MAX);
  private readonly agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true }),
  };

  constructor(
    private readonly timers: Timers,
    private readonly limits: CallbackLimits,
    private readonly counters: { callbackAttempts: number; callbacksTaken: number; callbacksLost: number },
  ) {}

  get target(): string | null {
    return this.url?.href ?? null;
  }

  /**
   * @param url null ends callbacks
   * @param secret undefined keeps the present one; null ends signing
   * @throws Error when either is malformed; nothing is changed then
   */
  aim(url: string | null, secret?: string | null): void {
    const target = url === null ? null : parseCallbackUrl(url);
    if (secret !== undefined) this.signer = secret === null ? null : signerFor(secret);
    this.url = target;
  }

  /**
   * @param callbackId the `webhook-id`, the same on every retry
   * @returns null when there is nowhere to send it
   */
  send(body: CallbackBody | InboundBody, callbackId = newCallbackId()): CallbackInFlight | null {
    const url = this.url;
    if (url === null) return null;
    let first = (): void => undefined;
    const firstAttempt = new Promise<void>((resolve) => (first = resolve));
    return { firstAttempt, outcome: this.insist(url, JSON.stringify(body), callbackId, first) };
  }

  /** Cuts what is under way. Later callbacks are not attempted. */
  close(): void {
    this.closed = true;
    for (const request of this.inFlight) request.destroy();
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  private async insist(url: URL, body: string, id: string, onFirst: () => void): Promise<CallbackOutcome> {
    let answered: number | null = null;
    let attempts = 0;
    let taken = false;
    while (attempts < this.limits.attempts && !this.closed) {
      attempts += 1;
      this.counters.callbackAttempts += 1;
      answered = await this.turns.pass(() => this.post(url, body, id));
      onFirst();
      taken = answered !== null && answered >= 200 && answered < 300;
      if (taken || attempts === this.limits.attempts) break;
      if (!(await this.timers.sleep(this.limits.retryMs * 2 ** (attempts - 1)))) break;
    }
    onFirst();
    this.counters[taken ? 'callbacksTaken' : 'callbacksLost'] += 1;
    return { taken, attempts, answered };
  }

  /** One attempt. Redirects are not followed. @returns the HTTP status, or null when there was no whole answer */
  private post(url: URL, body: string, id: string): Promise<number | null> {
    if (this.closed) return Promise.resolve(null);
    const secure = url.protocol === 'https:';
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: secure ? this.agents.https : this.agents.http,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...this.signature(id, body),
      },
    });
    this.inFlight.add(request);
    return new Promise<number | null>((resolve) => {
      let answered: number | null = null;
      const callOff = this.timers.after(this.limits.timeoutMs, () => request.destroy());
      request.once('response', (response) => {
        response.once('end', () => (answered = response.statusCode ?? null));
        response.on('error', () => undefined);
        response.resume();
      });
      request.on('error', () => undefined);
      request.once('close', () => {
        callOff();
        this.inFlight.delete(request);
        resolve(answered);
      });
      request.end(body);
    });
  }

  /** Signed for each attempt, since the receiver checks the age of the timestamp. */
  private signature(id: string, body: string): Record<string, string> {
    if (this.signer === null) return {};
    const at = now();
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': this.signer.sign(id, at, body),
    };
  }
}

/** Lets a number of tasks through at once; the others wait in line, first come first served. */
class ConcurrencyGate {
  private readonly waiting: (() => void)[] = [];
  private inside = 0;

  constructor(private readonly places: number) {}

  async pass<T>(task: () => Promise<T>): Promise<T> {
    if (this.inside >= this.places) await new Promise<void>((enter) => this.waiting.push(enter));
    else this.inside += 1;
    try {
      return await task();
    } finally {
      const enter = this.waiting.shift();
      // The slot passes to the first waiting task.
      if (enter) enter();
      else this.inside -= 1;
    }
  }
}
