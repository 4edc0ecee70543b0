/** Stores sends. The hand-written servers differ only in this: in their tables, and in the number of transactions. */
export interface Store {
  /** The live key with this hash; undefined if there is none, or if its account is suspended. */
  keyOf(hash: string): Promise<Key | undefined>;
  /** Takes the duplicate window, charges and stores the message, in one transaction. Throws {@link Refusal}. */
  open(draft: Draft): Promise<Opened>;
  /** Stores that the gateway accepted the message. */
  settle(sent: Sent): Promise<void>;
}

export interface Key {
  id: number;
  userId: number;
}

/** A message before it is stored. */
export interface Draft {
  reference: string;
  userId: number;
  apiKeyId: number;
  recipientMasked: string;
  recipientIndex: string;
  duplicateIndex: string;
  companyName: string;
  /** The local day, for the counters. */
  day: string;
  at: Date;
}

export interface Opened {
  messageId: number;
  /** Right after the charge. */
  balance: number;
}

/** A message that the gateway accepted. */
export interface Sent {
  messageId: number;
  draft: Draft;
  gatewayMessageId: string;
  attemptedAt: Date;
  durationMs: number;
  at: Date;
}

/** The failure with which a send is rejected. */
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

export const duplicateRefusal = () => new Refusal(409, 'OTP serupa baru saja dikirim.');
export const insufficientCredit = (balance: number) =>
  new Refusal(402, 'Kredit tidak cukup.', { credit_balance: balance });

export const windowEnd = (at: Date) => new Date(at.getTime() + WINDOW_SECONDS * 1000);
export const leaseEnd = (at: Date) => new Date(at.getTime() + LEASE_SECONDS * 1000);
