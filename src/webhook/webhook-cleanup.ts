import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { Config } from '../config/index.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database } from '../platform/database/index.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { LegalHolds } from '../privacy/records/index.js';
import { User } from '../users/index.js';
import {
  TEST_EVENT,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from './webhook.entities.js';
import { WebhookMetrics } from './webhook-metrics.js';

const EVERY_SECONDS = 15;
/** Counting reads all pending rows. After a count, one round is skipped for each this many rows. */
const COUNTED_PER_ROUND = 2500;

/** Deletes old deliveries and deleted webhooks, ends the deliveries of deleted ones, and counts the backlog. */
@Injectable()
export class WebhookCleanup {
  private roundsToSkip = 0;

  constructor(
    private readonly database: Database,
    private readonly metrics: WebhookMetrics,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly holds: LegalHolds,
    sweepers: Sweepers,
  ) {
    sweepers.purge('old webhook deliveries', (limit) => this.purge(limit));
    sweepers.purge('deliveries to deleted webhooks', (limit) => this.endOrphans(limit));
    sweepers.purge('deleted webhooks', (limit) => this.purgeDeleted(limit));
    sweepers.every('counting webhook deliveries', EVERY_SECONDS, () => this.noteBacklog());
  }

  async noteBacklog(): Promise<void> {
    if (this.roundsToSkip-- > 0) return;
    const backlog = await this.backlog();
    this.metrics.backlog.set(backlog);
    this.roundsToSkip = Math.floor(backlog / COUNTED_PER_ROUND);
  }

  /**
   * Deletes old deliveries of accounts without a legal hold; returns their count. Events stay for the ledger audit,
   * except tests.
   */
  private async purge(limit: number): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.WEBHOOK_LOG_DAYS * DAY_SECONDS);
    const old = await this.database.read
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select('delivery.id', 'id')
      .addSelect('delivery.eventId', 'eventId')
      .where({ createdAt: LessThan(before), userId: await this.holds.notHeld() })
      // Pending ones too, but not those of suspended accounts. A subquery instead of a join, and no ORDER BY, so that
      // the database reads only the rows that are deleted.
      .andWhere(
        "(delivery.state <> 'pending' OR (SELECT u.suspended_at FROM users u WHERE u.id = delivery.userId) IS NULL)",
      )
      .limit(limit)
      .getRawMany<{ id: number; eventId: number }>();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    const events = In(old.map(({ eventId }) => eventId));
    await this.database.tx(async (tx) => {
      await tx.delete(WebhookAttempt, { deliveryId: In(ids) });
      await tx.delete(WebhookDelivery, { id: In(ids) });
      await tx.delete(WebhookEvent, { id: events, type: TEST_EVENT });
    });
    return ids.length;
  }

  private async endOrphans(limit: number): Promise<number> {
    const waiting = await this.database.read
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select('delivery.id', 'id')
      .innerJoin(WebhookEndpoint, 'endpoint', 'endpoint.id = delivery.endpointId')
      .where({ state: 'pending' })
      .andWhere('endpoint.deletedAt IS NOT NULL')
      .limit(limit)
      .getRawMany<{ id: number }>();
    if (waiting.length === 0) return 0;
    const ids = waiting.map(({ id }) => id);
    await this.database.tx((tx) =>
      tx.update(WebhookDelivery, { id: In(ids), state: 'pending' }, { state: 'failed' }),
    );
    return ids.length;
  }

  private async purgeDeleted(limit: number): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.DELETED_RETENTION_DAYS * DAY_SECONDS);
    const rows = await this.database.read
      .createQueryBuilder(WebhookEndpoint, 'endpoint')
      .select('endpoint.id', 'id')
      .where({ deletedAt: LessThan(before) })
      .andWhere('NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = endpoint.id)')
      .limit(limit)
      .getRawMany<{ id: number }>();
    if (rows.length === 0) return 0;
    await this.database.tx((tx) => tx.delete(WebhookEndpoint, { id: In(rows.map(({ id }) => id)) }));
    return rows.length;
  }

  private backlog(): Promise<number> {
    return this.database.read
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .innerJoin(WebhookEndpoint, 'endpoint', 'endpoint.id = delivery.endpointId AND endpoint.active = 1')
      .innerJoin(User, 'owner', 'owner.id = endpoint.userId AND owner.suspendedAt IS NULL')
      .where({ state: 'pending', dueAt: LessThanOrEqual(this.clock.now()) })
      .getCount();
  }
}

/** Messages with an event or delivery that is still pending. */
export async function messagesWithPendingEvents(
  tx: EntityManager,
  messageIds: number[],
): Promise<Set<number>> {
  const messageId = In(messageIds);
  const select = { id: true, messageId: true } as const;
  const events = await tx.find(WebhookEvent, { select, where: { messageId, expandedAt: IsNull() } });
  const deliveries = await tx.find(WebhookDelivery, { select, where: { messageId, state: 'pending' } });
  return new Set([...events, ...deliveries].flatMap((row) => row.messageId ?? []));
}

/** Deletes events and deliveries of messages, in the transaction that purges the messages. */
export async function purgeEvents(tx: EntityManager, messageIds: number[]): Promise<void> {
  const messageId = In(messageIds);
  const deliveries = await tx.find(WebhookDelivery, { select: { id: true }, where: { messageId } });
  const ids = In(deliveries.map(({ id }) => id));
  await tx.delete(WebhookAttempt, { deliveryId: ids });
  await tx.delete(WebhookDelivery, { id: ids });
  await tx.delete(WebhookEvent, { messageId });
}
