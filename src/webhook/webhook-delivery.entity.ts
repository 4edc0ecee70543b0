import { Entity } from 'typeorm';
import { Count, Id, Moment, Ref, Text } from '../platform/database/index.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookEvent } from './webhook-event.entity.js';

/** `failed`: the schedule is spent, or the endpoint is gone. A replay makes it `pending` again. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event on its way to one endpoint. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @Id() id!: number;
  @Ref() eventId!: number;
  @Ref() endpointId!: number;
  @Ref() userId!: number;
  /** Deliveries of one message to one endpoint go out in the order of their events. */
  @Ref({ nullable: true }) messageId!: number | null;
  @Text(10) state!: DeliveryState;
  /** Attempts made of the schedule; a replay starts it again. */
  @Count() attempts!: number;
  /** When it is tried next; during an attempt: when the lease of that attempt ends. */
  @Moment() dueAt!: Date;
  /** The end of the lease, which also identifies the claim; null: nobody attempts it. */
  @Moment({ nullable: true }) leasedUntil!: Date | null;
  @Moment() createdAt!: Date;
}

/** An event on its way to an endpoint, due at once. */
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
