import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { newReference } from '../platform/ids/random.js';
import { type Limiter, Limits, requireAllowed } from '../platform/limits/index.js';
import { Clock } from '../platform/time/clock.js';
import { parseIsoTime } from '../platform/time/iso-time.js';
import type { DeliveryView, Replayed } from './deliveries.dto.js';
import { DeliveryLog } from './delivery-log.js';
import { DeliveryWorker } from './delivery-worker.js';
import { requireOwn } from './endpoints.service.js';
import {
  newDelivery,
  WebhookAttempt,
  WebhookDelivery,
  type WebhookEndpoint,
  WebhookEvent,
} from './webhook.entities.js';
import { TEST_EVENT } from './webhook-events.js';

/** Deliveries per transaction, and transactions per request. */
const BATCH = 500;
const BATCHES_MAX = 20;

/** Per account: each request makes us call an address that the account chose. */
const ASKED_MAX = 30;
const ASKED_WINDOW_SECONDS = 60;

/** Test events and replays. */
@Injectable()
export class ReplayService {
  private readonly asked: Limiter;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly log: DeliveryLog,
    private readonly worker: DeliveryWorker,
    private readonly clock: Clock,
  ) {
    this.asked = limits.limiter('webhook-replay', ASKED_MAX, ASKED_WINDOW_SECONDS);
  }

  /** Sends `webhook.test` to this endpoint regardless of its events. */
  async test(userId: number, endpointId: number): Promise<DeliveryView> {
    const endpoint = await this.requireActive(userId, endpointId);
    await this.count(userId);
    const now = this.clock.now();
    const reference = newReference('evt', now);
    const delivery = await this.database.tx(async (tx) => {
      const event = tx.create(WebhookEvent, {
        reference,
        userId,
        type: TEST_EVENT,
        livemode: false,
        messageId: null,
        data: { webhook_id: endpointId },
        createdAt: now,
        expandedAt: now,
      });
      await tx.insert(WebhookEvent, event);
      const row = tx.create(WebhookDelivery, newDelivery(event, endpoint, now));
      await tx.insert(WebhookDelivery, row);
      return row;
    });
    this.worker.nudge();
    return this.log.one(endpoint, delivery);
  }

  /** Replays a delivery in any state, except one that is being attempted. */
  async one(userId: number, deliveryId: number): Promise<DeliveryView> {
    const found = orNotFound(await this.database.read.findOneBy(WebhookDelivery, { id: deliveryId, userId }));
    const endpoint = await this.requireActive(userId, found.endpointId);
    await this.count(userId);
    await this.restart({ id: deliveryId });
    this.worker.nudge();
    const delivery = await this.database.read.findOneBy(WebhookDelivery, { id: deliveryId });
    return this.log.one(endpoint, delivery ?? found);
  }

  /**
   * Replays deliveries that failed or wait for a retry, oldest first, up to a maximum. Returns whether there are more.
   */
  async failedSince(userId: number, endpointId: number, since: string): Promise<Replayed> {
    const from = parseIsoTime(since);
    if (!from) throw new AppError('parameter_invalid', { body: { fields: ['since'] } });
    await this.requireActive(userId, endpointId);
    await this.count(userId);
    let replayed = 0;
    let last = 0;
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const ids = await this.failed(endpointId, from, last);
      if (ids.length > 0) replayed += await this.restart({ id: In(ids) });
      this.worker.nudge();
      if (ids.length < BATCH) return { replayed, has_more: false };
      last = ids.at(-1) ?? last;
    }
    return { replayed, has_more: true };
  }

  /**
   * Deliveries with an attempt since `from` and no success. The time of the attempt counts, since an event may
   * be older.
   */
  private async failed(endpointId: number, from: Date, last: number): Promise<number[]> {
    const rows = await this.database.read
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select('delivery.id', 'id')
      .where([
        { endpointId, id: MoreThan(last), state: 'failed' },
        { endpointId, id: MoreThan(last), state: 'pending', attempts: MoreThan(0) },
      ])
      .andWhere((outer) => {
        const attempt = outer
          .subQuery()
          .select('1')
          .from(WebhookAttempt, 'attempt')
          .where('attempt.deliveryId = delivery.id AND attempt.createdAt >= :from', { from });
        return `EXISTS ${attempt.getQuery()}`;
      })
      .orderBy('delivery.id')
      .limit(BATCH)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  /**
   * Restarts the schedule, except for leased deliveries. The condition has the ids and no other indexed column,
   * so that rows are locked by id, as everywhere.
   */
  private async restart(which: FindOptionsWhere<WebhookDelivery>): Promise<number> {
    const now = this.clock.now();
    const free = { ...which, leasedUntil: Or(IsNull(), LessThanOrEqual(now)) };
    const restarted = { state: 'pending', attempts: 0, dueAt: now, leasedUntil: null } as const;
    const { affected } = await this.database.tx((tx) => tx.update(WebhookDelivery, free, restarted));
    return affected ?? 0;
  }

  private async requireActive(userId: number, endpointId: number): Promise<WebhookEndpoint> {
    const endpoint = await requireOwn(this.database.read, userId, endpointId);
    if (!endpoint.active) throw new AppError('webhook_inactive');
    return endpoint;
  }

  private async count(userId: number): Promise<void> {
    requireAllowed(await this.asked.consume(String(userId)));
  }
}
