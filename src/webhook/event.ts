/** The events that users can choose from. */
export const EVENT_TYPES = [
  'otp.sent',
  'otp.delivered',
  'otp.failed',
  'credit.low',
  'verification.approved',
  'verification.expired',
  'verification.failed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The event of a test that the owner of an endpoint asks for; it is sent whatever events the endpoint chose. */
export const TEST_EVENT = 'webhook.test';

/** Something that happened to an account, as its webhooks will tell it. */
export interface OutboundEvent {
  userId: number;
  type: EventType;
  /** False for what a test key did. */
  livemode: boolean;
  /** The message it is about: one event of a type each. */
  messageId: number | null;
  /** The event's `data`, as it is sent: neither a phone nor a code in clear. */
  data: object;
}
