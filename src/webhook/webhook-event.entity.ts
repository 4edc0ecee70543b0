import { Entity } from 'typeorm';
import { Flag, Id, Json, Moment, Ref, Text } from '../platform/database/index.js';
import type { EventType, TEST_EVENT } from './event.js';

/** The outbox: what happened, written in the transaction in which it happened. */
@Entity('webhook_events')
export class WebhookEvent {
  @Id() id!: number;
  /** Ours, unique: the `webhook-id` of every attempt. */
  @Text(40) reference!: string;
  @Ref() userId!: number;
  @Text(30) type!: EventType | typeof TEST_EVENT;
  @Flag() livemode!: boolean;
  @Ref({ nullable: true }) messageId!: number | null;
  /** As it is sent. */
  @Json() data!: object;
  @Moment() createdAt!: Date;
  /** When it was handed to the endpoints that want it; null while it waits for that. */
  @Moment({ nullable: true }) expandedAt!: Date | null;
}

/** Made from what is stored and nothing else, so it is byte for byte the same at every attempt. */
export function bodyOf({ type, createdAt, data, livemode }: WebhookEvent): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data, livemode });
}
