import { Entity } from 'typeorm';
import { Flag, Id, Json, Moment, Ref, Text } from '../platform/database/index.js';
import type { EventType, TEST_EVENT } from './webhook-events.js';

/** The outbox: stored in the transaction of what happened. */
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
