import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEvent } from './webhook-event.entity.js';

/** Deletes the events and deliveries of messages, in the transaction that purges the messages. */
@Injectable()
export class EventPurge {
  /** The messages that still have news on its way: an event not handed out yet, or a pending delivery. */
  async untold(tx: EntityManager, messageIds: number[]): Promise<Set<number>> {
    const messageId = In(messageIds);
    const select = { id: true, messageId: true } as const;
    const events = await tx.find(WebhookEvent, { select, where: { messageId, expandedAt: IsNull() } });
    const deliveries = await tx.find(WebhookDelivery, { select, where: { messageId, state: 'pending' } });
    return new Set([...events, ...deliveries].flatMap((row) => row.messageId ?? []));
  }

  async purge(tx: EntityManager, messageIds: number[]): Promise<void> {
    const messageId = In(messageIds);
    const deliveries = await tx.find(WebhookDelivery, { select: { id: true }, where: { messageId } });
    const ids = In(deliveries.map(({ id }) => id));
    await tx.delete(WebhookAttempt, { deliveryId: ids });
    await tx.delete(WebhookDelivery, { id: ids });
    await tx.delete(WebhookEvent, { messageId });
  }
}
