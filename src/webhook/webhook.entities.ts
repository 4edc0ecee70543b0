import { Entity } from 'typeorm';
import type { Mode } from '../platform/access/modes.rules.js';
import { Count, Flag, Id, Json, LongText, Moment, Ref, Text } from '../platform/database/index.js';

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

/** `gone`: the response was 410; `failing`: all attempts failed for WEBHOOK_DISABLE_DAYS. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(2048) url!: string;
  /** Null: all, including future types. */
  @Json({ nullable: true }) events!: EventType[] | null;
  /** Null: live and test events. */
  @Text(4, { nullable: true }) mode!: Mode | null;
  /** Encrypted with DATA_KEY. */
  @Text(255) secret!: string;
  /** Encrypted; also signs for a while after a rotation. */
  @Text(255, { nullable: true }) oldSecret!: string | null;
  @Moment({ nullable: true }) oldSecretUntil!: Date | null;
  /** An inactive endpoint gets no new deliveries; pending ones wait. */
  @Flag() active!: boolean;
  @Text(10, { nullable: true }) disabledReason!: DisabledReason | null;
  /** First failure since the last success. */
  @Moment({ nullable: true }) failingSince!: Date | null;
  /** Failed attempts since then. */
  @Count({ default: 0 }) failures!: number;
  /** Number of the record: a new URL and activation start a clean one. */
  @Count({ default: 0 }) record!: number;
  /** First call in this record; null: none yet. */
  @Moment({ nullable: true }) calledAt!: Date | null;
  /** When the owner was last mailed about failures; null: the next failures are mailed. */
  @Moment({ nullable: true }) alarmedAt!: Date | null;
  /** Pause requested by Retry-After. */
  @Moment({ nullable: true }) pausedUntil!: Date | null;
  @Moment() createdAt!: Date;
  /**
   * From then on the ledger audit expects events: a minute after activation, since clocks differ. Null: it expects
   * none.
   */
  @Moment({ nullable: true }) owedFrom!: Date | null;
  /** Deleted endpoints keep their row: timelines refer to them. */
  @Moment({ nullable: true }) deletedAt!: Date | null;
}

/** An event in the outbox: stored in the transaction of the change that it reports. */
@Entity('webhook_events')
export class WebhookEvent {
  @Id() id!: number;
  /** The unique `webhook-id` of every attempt. */
  @Text(40) reference!: string;
  @Ref() userId!: number;
  @Text(30) type!: EventType | typeof TEST_EVENT;
  @Flag() livemode!: boolean;
  @Ref({ nullable: true }) messageId!: number | null;
  @Json() data!: object;
  @Moment() createdAt!: Date;
  /** When its deliveries were created; null: not yet. */
  @Moment({ nullable: true }) expandedAt!: Date | null;
}

/** Uses only stored values, so that every attempt sends the same bytes. */
export function bodyOf({ type, createdAt, data, livemode }: WebhookEvent): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data, livemode });
}

/** `failed`: no retries left, or the endpoint was deleted. A replay sets it to `pending`. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

@Entity('webhook_deliveries')
export class WebhookDelivery {
  @Id() id!: number;
  @Ref() eventId!: number;
  @Ref() endpointId!: number;
  @Ref() userId!: number;
  /** Deliveries of a message to an endpoint go out in event order. */
  @Ref({ nullable: true }) messageId!: number | null;
  @Text(10) state!: DeliveryState;
  /** Attempts of the current schedule; a replay restarts it. */
  @Count() attempts!: number;
  /** Next attempt; during an attempt: the end of its lease. */
  @Moment() dueAt!: Date;
  /** The end of the lease, which also identifies it; null: none. */
  @Moment({ nullable: true }) leasedUntil!: Date | null;
  @Moment() createdAt!: Date;
}

export function newDelivery(
  { id, userId, messageId }: Pick<WebhookEvent, 'id' | 'userId' | 'messageId'>,
  endpoint: WebhookEndpoint,
  now: Date,
) {
  return {
    eventId: id,
    endpointId: endpoint.id,
    userId,
    messageId,
    state: 'pending' as const,
    attempts: 0,
    dueAt: now,
    leasedUntil: null,
    createdAt: now,
  };
}

@Entity('webhook_attempts')
export class WebhookAttempt {
  @Id() id!: number;
  @Ref() deliveryId!: number;
  /** Null: no response. */
  @Count({ nullable: true }) status!: number | null;
  /** Why there was no response. */
  @Text(300, { nullable: true }) error!: string | null;
  /** The first KiB of the response, scrubbed. */
  @LongText({ nullable: true }) answer!: string | null;
  @Count() latencyMs!: number;
  @Moment() createdAt!: Date;
}
