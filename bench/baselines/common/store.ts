/** What the hand-written servers differ in: where a send is written down, and in how many transactions. */
export interface Store {
  /** The live key of that hash whose account is not suspended. */
  keyOf(hash: string): Promise<Key | undefined>;
  /** Claims the duplicate window, charges, and writes the message: all or nothing. Throws {@link Refusal}. */
  open(draft: Draft): Promise<Opened>;
  /** Writes down that the gateway took it. */
  settle(sent: Sent): Promise<void>;
}

export interface Key {
  id: number;
  userId: number;
}

/** A message before it is written. */
export interface Draft {
  reference: string;
  userId: number;
  apiKeyId: number;
  recipientMasked: string;
  recipientIndex: string;
  duplicateIndex: string;
  companyName: string;
  /** Local, of the counters. */
  day: string;
  at: Date;
}

export interface Opened {
  messageId: number;
  /** Right after the charge. */
  balance: number;
}

/** A message that the gateway took. */
export interface Sent {
  messageId: number;
  draft: Draft;
  gatewayMessageId: string;
  attemptedAt: Date;
  durationMs: number;
  at: Date;
}

/** A send that is answered with a failure. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly statusCode: number,
    message: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export const COST = 200;
const WINDOW_SECONDS = 300;
const LEASE_SECONDS = 25;

export const duplicate = () => new Refusal(409, 'OTP serupa baru saja dikirim.');
export const poor = (balance: number) => new Refusal(402, 'Kredit tidak cukup.', { credit_balance: balance });

export const windowEnd = (at: Date) => new Date(at.getTime() + WINDOW_SECONDS * 1000);
export const leaseEnd = (at: Date) => new Date(at.getTime() + LEASE_SECONDS * 1000);
