import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { execute, insertWhere, type Statement } from '../platform/database/index.js';
import { newReference } from '../platform/ids/random.js';
import { Clock } from '../platform/time/clock.js';
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

  /**
   * Writes an event in the transaction of what happened: both are kept or neither. Call {@link committed} afterwards.
   */
  async enqueue(tx: EntityManager, event: OutboundEvent): Promise<void> {
    await execute(tx, this.enqueueAll([event]));
  }

  /**
   * Called after events were committed, so that they are delivered soon. Without this call they wait for the next poll,
   * half a minute at most.
   */
  committed(): void {
    this.worker.expectEvents();
  }

  /** Deletes every endpoint of an account; what waits for them is not delivered. */
  async removeAll(tx: EntityManager, userId: number): Promise<void> {
    const ended = { active: false, deletedAt: this.clock.now() };
    await tx.update(WebhookEndpoint, { userId, deletedAt: IsNull() }, ended);
  }

  /** {@link enqueue} for several events, as statements. For an account without an active webhook nothing is written. */
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
