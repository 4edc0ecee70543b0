import type { OutcomeStatus, Status } from '../../src/otp/status.rules.js';

/** The service as docs/contract.md tells it, small enough to be believed: one account, its money, messages and windows. */

/** Written down once more: with the service's own table a mistake in it would be the model's too. */
const RANK: Record<Status, number> = { pending: 0, sent: 1, failed: 2, delivered: 3 };

const COST = 200;
/** How long before it counts a price is set. */
export const NOTICE_SECONDS = 60;
const DUPLICATE_SECONDS = 300;
const IDEMPOTENCY_SECONDS = 24 * 3600;
export const UNKNOWN_SECONDS = 900;
const REFUND_SECONDS = 72 * 3600;
export const INBOX_SECONDS = 72 * 3600;

/** How the gateway treats a send: takes it; refuses it; is cut off before it took it, or after. */
export type Treatment = 'accept' | 'refuse' | 'drop-before' | 'drop-after';

export interface ModelMessage {
  request: number;
  status: Status;
  creditUsed: number;
  createdAt: number;
  /** Until then nobody but its sender touches it while it is pending. */
  leaseUntil: number;
  takenByGateway: boolean;
  /** It ended because nobody could say what had become of it. */
  hasExpired: boolean;
  /** Whether the service has learnt the gateway's id of it. */
  idKnown: boolean;
  /** The gateway's id and our reference, noted from the simulator's log. */
  gatewayId: string | null;
  reference: string | null;
  /** Callbacks that came before the id was known, and when. */
  waiting: Map<OutcomeStatus, number>;
}

/** A kept Idempotency-Key; without an answer its request died on the way. */
export interface ModelKey {
  /** Which bytes it was first used with. */
  body: string;
  message: ModelMessage;
  expiresAt: number;
  status: number | null;
  /** `null`: kept by the recovery, its text is not known before it is first read. */
  text: string | null;
  /** What a text not known yet must carry. */
  carries: object | null;
}

/** An Idempotency-Key on a request. */
export interface KeyUse {
  name: string;
  body: string;
}

export interface ExpectedAnswer {
  status: number;
  code?: string;
  data?: object;
  body?: object;
}

export class Model {
  now = 0;
  balance = 0;
  lookupAvailable = true;
  /** In the order of their moments. */
  readonly prices: { from: number; price: number }[] = [{ from: -Infinity, price: COST }];
  readonly messages: ModelMessage[] = [];
  /** Requests whose window is taken, by what takes it. */
  readonly windows = new Map<number, { message: ModelMessage; expiresAt: number }>();
  readonly keys = new Map<string, ModelKey>();
  /** Whether each API key of the account still works. */
  readonly apiKeys: boolean[] = [true];

  /** Of a message that is created now. */
  get price(): number {
    return this.prices.findLast(({ from }) => from <= this.now)?.price ?? COST;
  }

  /** The first transaction of a send: an answer when it is refused, else the message, charged and pending. */
  open(request: number, leaseSeconds: number, key?: KeyUse): ExpectedAnswer | ModelMessage {
    const { price } = this;
    if (this.balance < price)
      return { status: 402, code: 'insufficient_credit', body: { credit_balance: this.balance } };
    const window = this.windows.get(request);
    if (window && window.expiresAt > this.now) return duplicateOf(window.message);
    const message: ModelMessage = {
      request,
      status: 'pending',
      creditUsed: price,
      createdAt: this.now,
      leaseUntil: this.now + leaseSeconds,
      takenByGateway: false,
      hasExpired: false,
      idKnown: false,
      gatewayId: null,
      reference: null,
      waiting: new Map(),
    };
    this.balance -= price;
    this.messages.push(message);
    this.windows.set(request, { message, expiresAt: this.now + DUPLICATE_SECONDS });
    if (key) this.keys.set(key.name, this.newKey(key.body, message));
    return message;
  }

  /** News of a message; only news of a higher status changes anything. */
  settle(message: ModelMessage, status: OutcomeStatus, refused = false): void {
    if (RANK[status] <= RANK[message.status]) return;
    message.status = status;
    if (status !== 'failed') return;
    const window = this.windows.get(message.request);
    if (window?.message === message) this.windows.delete(message.request);
    if (message.creditUsed === 0 || (!refused && this.now - message.createdAt > REFUND_SECONDS)) return;
    this.balance += message.creditUsed;
    message.creditUsed = 0;
  }

  /** Applies what waited for the id, lowest status first. */
  applyWaiting(message: ModelMessage): void {
    const statuses = [...message.waiting.keys()].sort((a, b) => RANK[a] - RANK[b]);
    message.waiting.clear();
    for (const status of statuses) this.settle(message, status);
  }

  /** A key of the past is no key. */
  liveKey(name: string): ModelKey | undefined {
    const key = this.keys.get(name);
    return key && key.expiresAt > this.now ? key : undefined;
  }

  private newKey(body: string, message: ModelMessage): ModelKey {
    const expiresAt = this.now + IDEMPOTENCY_SECONDS;
    return { body, message, expiresAt, status: null, text: null, carries: null };
  }
}

function duplicateOf({ status, idKnown, gatewayId }: ModelMessage): ExpectedAnswer {
  return {
    status: 409,
    code: 'duplicate',
    body: { message_id: idKnown ? gatewayId : null, status },
  };
}
