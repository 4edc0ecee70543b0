import { Entity } from 'typeorm';
import { Count, Id, LongText, Moment, Ref, Text } from '../platform/database/index.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookEvent } from './webhook-event.entity.js';

/** `failed`: no retries left, or the endpoint was deleted. A replay sets it to `pending`. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event for one endpoint. */
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

/** One call of an endpoint. */
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
