import type { Channel, ChannelAttempt, Correlation, Verification } from './types.js';

interface Event<Type extends string, Data> {
  type: Type;
  timestamp: string;
  /** False for test keys. */
  livemode: boolean;
  data: Data;
}

/** A message whose status has changed. */
export interface MessageEventData<
  Status extends string = 'sent' | 'delivered' | 'failed',
> extends Correlation {
  /** Null if no gateway accepted the message. */
  message_id: string | null;
  /** The verification of the message's code; null for a code of your own. */
  verification_id: string | null;
  status: Status;
  recipient: string;
  company_name: string;
  credit_used: number;
  channel: Channel;
  attempts: ChannelAttempt[];
  error_message: string | null;
  reason: string | null;
  /** UTC. */
  created_at: string;
}

/** A verification that has ended. */
export interface VerificationEventData<
  Status extends string = 'approved' | 'expired' | 'failed',
> extends Omit<Verification, 'status'> {
  status: Status;
  company_name: string;
}

/** A received text that did not verify its phone. The verification stays pending. */
export interface InboundUnprovedEventData extends Verification {
  company_name: string;
  reason: 'phone_hidden' | 'phone_differs';
}

/** Sends that look like fraud. */
export interface FraudDetectedEventData {
  block_id: number;
  rule: string;
  subject: string;
  /** The first five digits of the phones; null if the block is not about a prefix. */
  prefix: string | null;
  /** `shadow`: nothing is blocked. */
  mode: 'shadow' | 'enforce';
  sends: number;
  phones: number;
  /** UTC. */
  started_at: string;
  ends_at: string;
}

export interface CreditLowEventData {
  credit_balance: number;
  threshold: number;
  currency: 'IDR';
}

export interface TestEventData {
  webhook_id: number;
}

/**
 * The body of a webhook. The `type` decides the type of `data`. A newer Sandi may send other types: respond to them
 * with a 2xx, and keep a default branch.
 */
export type WebhookEvent =
  | Event<'otp.sent', MessageEventData<'sent'>>
  | Event<'otp.delivered', MessageEventData<'delivered'>>
  | Event<'otp.failed', MessageEventData<'failed'>>
  | Event<'verification.approved', VerificationEventData<'approved'>>
  | Event<'verification.expired', VerificationEventData<'expired'>>
  | Event<'verification.failed', VerificationEventData<'failed'>>
  | Event<'verification.inbound_unproved', InboundUnprovedEventData>
  | Event<'credit.low', CreditLowEventData>
  | Event<'fraud.detected', FraudDetectedEventData>
  | Event<'webhook.test', TestEventData>;
