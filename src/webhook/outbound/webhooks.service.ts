import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { execute, insertWhere, type Statement } from '../../common/database/index.js';
import { newReference } from '../../common/ids/random.js';
import { Clock } from '../../common/time/clock.js';
import { DeliveryWorker } from './delivery-worker.js';
import type { OutboundEvent } from './event.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEvent } from './webhook-event.entity.js';

/** Where events enter the outbox. */
@Injectable()
export class Webhooks {
  constructor(
    private readonly worker: DeliveryWorker,
    private readonly clock: Clock,
  ) {}

  /** Notes an event in the transaction in which it happens: both are kept or neither. To be {@link committed}. */
  async enqueue(tx: EntityManager, event: OutboundEvent): Promise<void> {
    await execute(tx, this.enqueueAll([event]));
  }

  /** For whoever has committed events: they go out soon. Of those that nobody tells of, half a minute later. */
  committed(): void {
    this.worker.expectEvents();
  }

  /** Ends every endpoint of an account; what waits for them is not delivered. */
  async removeAll(tx: EntityManager, userId: number): Promise<void> {
    const ended = { active: false, deletedAt: this.clock.now() };
    await tx.update(WebhookEndpoint, { userId, deletedAt: IsNull() }, ended);
  }

  /** {@link enqueue} for several events, as statements. Of an account without webhooks nobody is to be told. */
  enqueueAll(events: readonly OutboundEvent[]): Statement[] {
    const now = this.clock.now();
    return insertWhere(
      WebhookEvent,
      events.map(({ data, ...event }) => ({
        ...event,
        reference: newReference('evt', now),
        data: JSON.stringify(data),
        createdAt: now,
      })),
      'EXISTS (SELECT 1 FROM webhook_endpoints WHERE user_id = given.user_id AND active = 1)',
    );
  }
}
