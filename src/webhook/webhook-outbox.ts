import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { Database, execute, insertWhere, type Statement } from '../platform/database/index.js';
import { newReference } from '../platform/ids/random.js';
import { Clock } from '../platform/time/clock.js';
import { DeliveryWorker } from './delivery-worker.js';
import { type NewWebhookEvent, WebhookEndpoint, WebhookEvent } from './webhook.entities.js';

/** Stores events for webhooks. */
@Injectable()
export class WebhookOutbox {
  constructor(
    private readonly database: Database,
    private readonly worker: DeliveryWorker,
    private readonly clock: Clock,
  ) {}

  /** Stores an event in the transaction of the change that it reports. Call {@link committed} afterwards. */
  async enqueue(tx: EntityManager, event: NewWebhookEvent): Promise<void> {
    await execute(tx, this.enqueueAll([event]));
  }

  /** Delivers committed events soon. Without this call they wait up to half a minute. */
  committed(): void {
    this.worker.expectEvents();
  }

  /** Deletes all endpoints of an account; pending deliveries are dropped. */
  async removeAll(tx: EntityManager, userId: number): Promise<void> {
    const rows = await this.database.lockWhere(tx, WebhookEndpoint, { userId, deletedAt: IsNull() });
    const ids = rows.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
    await tx.update(WebhookEndpoint, { id: In(ids) }, { active: false, deletedAt: this.clock.now() });
  }

  /** {@link enqueue} for several events, as statements. Writes nothing for accounts without an active webhook. */
  enqueueAll(events: readonly NewWebhookEvent[]): Statement[] {
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
