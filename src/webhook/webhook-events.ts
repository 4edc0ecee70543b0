/** Events that users can subscribe to. */
export const EVENT_TYPES = [
  'otp.sent',
  'otp.delivered',
  'otp.failed',
  'credit.low',
  'verification.approved',
  'verification.expired',
  'verification.failed',
  'verification.inbound_unproved',
  'fraud.detected',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Test event; sent regardless of the subscribed events. */
export const TEST_EVENT = 'webhook.test';

/** An event to store. */
export interface NewWebhookEvent {
  userId: number;
  type: EventType;
  /** False for test keys. */
  livemode: boolean;
  /** At most one event per type and message. */
  messageId: number | null;
  /** The event's `data`, without phone and code in clear. */
  data: object;
}
