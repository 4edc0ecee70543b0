import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { WebhookAttempt, WebhookDelivery, WebhookEvent } from './webhook.entities.js';

/** Deletes events and deliveries of messages, in the transaction that purges the messages. */
@Injectable()
export class WebhookEventPurge {
  /** Messages with an event or delivery that is still pending. */
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
