import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThan } from 'typeorm';
import { PollBound } from '../platform/background/poll-bound.js';
import { Database } from '../platform/database/index.js';
import { Clock } from '../platform/time/clock.js';
import { newDelivery, WebhookDelivery, WebhookEndpoint, WebhookEvent } from './webhook.entities.js';

/** Events per transaction; each becomes as many deliveries as its account has endpoints. */
const BATCH = 100;
/** SQLite allows 32,766 values in a statement. */
const INSERT_ROWS = 1000;

@Injectable()
export class EventFanOut {
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.bound = new PollBound(clock);
  }

  /** Fans out one batch, oldest first; returns whether there may be more. Instances share the work. */
  async createDeliveries(): Promise<boolean> {
    const ids = await this.next();
    if (ids.length === 0) return false;
    await this.database.tx(async (tx) => {
      const events = await this.lock(tx, ids);
      if (events.length === 0) return;
      const deliveries = await this.deliveriesOf(tx, events);
      for (let at = 0; at < deliveries.length; at += INSERT_ROWS)
        await tx.insert(WebhookDelivery, deliveries.slice(at, at + INSERT_ROWS));
      const taken = events.map(({ id }) => id);
      await tx.update(WebhookEvent, { id: In(taken) }, { expandedAt: this.clock.now() });
    });
    return true;
  }

  /**
   * Events that can be fanned out. An event waits for earlier ones of its message: otherwise two instances
   * could write the later delivery first.
   */
  private async next(): Promise<number[]> {
    const rows = await this.database.read
      .createQueryBuilder(WebhookEvent, 'event')
      .select('event.id', 'id')
      .where({ expandedAt: IsNull(), id: MoreThan(this.bound.begin()) })
      .andWhere(
        `NOT EXISTS (SELECT 1 FROM webhook_events e
          WHERE e.message_id = event.messageId AND e.id < event.id AND e.expanded_at IS NULL)`,
      )
      .orderBy('event.id')
      .limit(BATCH)
      .getRawMany<{ id: number }>();
    const ids = rows.map(({ id }) => Number(id));
    this.bound.found(ids[0], ids.at(-1));
    return ids;
  }

  /** Locks the events, and leaves out events that another instance has expanded meanwhile. */
  private async lock(tx: EntityManager, ids: number[]): Promise<WebhookEvent[]> {
    const events = await this.database.lockRows(tx, WebhookEvent, 'id', ids);
    return events.filter(({ expandedAt }) => expandedAt === null);
  }

  private async deliveriesOf(tx: EntityManager, events: WebhookEvent[]) {
    const userIds = [...new Set(events.map(({ userId }) => userId))];
    const endpoints = await tx.findBy(WebhookEndpoint, { userId: In(userIds), active: true });
    const now = this.clock.now();
    return events.flatMap((event) =>
      endpoints
        .filter((endpoint) => endpoint.userId === event.userId && subscribesTo(endpoint, event))
        .map((endpoint) => newDelivery(event, endpoint, now)),
    );
  }
}

const subscribesTo = ({ events, mode }: WebhookEndpoint, { type, livemode }: WebhookEvent) =>
  (mode === null || (mode === 'live') === livemode) &&
  (events === null || events.some((wanted) => wanted === type));
