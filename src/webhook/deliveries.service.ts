import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { nextCursor } from '../platform/http/request-fields.js';
import { newReference } from '../platform/ids/random.js';
import { type Limiter, Limits, requireAllowed } from '../platform/limits/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { parseIsoTime } from '../platform/time/iso-time.js';
import { DeliveryWorker } from './delivery-worker.js';
import { requireOwn } from './endpoints.service.js';
import type { AttemptView, DeliveryPage, DeliveryQuery, DeliveryView, Replayed } from './webhook.dto.js';
import {
  bodyOf,
  DELIVERY_STATES,
  type DeliveryState,
  newDelivery,
  TEST_EVENT,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from './webhook.entities.js';
import { causeOf } from './webhook-client.js';

const ATTEMPTS_SHOWN = 20;
/** Deliveries per transaction, and transactions per request. */
const BATCH = 500;
const BATCHES_MAX = 20;

/** Tests and replays of an account in a window: each makes us call an address that the account chose. */
const ASKED_MAX = 30;
const ASKED_WINDOW_SECONDS = 60;

/** The deliveries of an account: their log, test events and replays. */
@Injectable()
export class DeliveriesService {
  private readonly asked: Limiter;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly worker: DeliveryWorker,
    private readonly clock: Clock,
  ) {
    this.asked = limits.limiter('webhook-replay', ASKED_MAX, ASKED_WINDOW_SECONDS);
  }

  /** Newest first. */
  async page(userId: number, endpointId: number, query: DeliveryQuery): Promise<DeliveryPage> {
    const { limit, cursor, status } = query;
    const endpoint = await requireOwn(this.database.read, userId, endpointId);
    const states = status ? [status] : DELIVERY_STATES;
    const rows = await this.newest(endpointId, states, limit + 1, cursor);
    const items = await this.views(endpoint, rows.slice(0, limit));
    return { limit, items, next_cursor: nextCursor(rows, limit) };
  }

  /** Sends `webhook.test` to this endpoint regardless of its events. */
  async test(userId: number, endpointId: number): Promise<DeliveryView> {
    const endpoint = await this.requireActive(userId, endpointId);
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
    return this.view(endpoint, delivery);
  }

  /** Replays a delivery in any state, except one that is being attempted. */
  async replay(userId: number, deliveryId: number): Promise<DeliveryView> {
    const found = orNotFound(await this.database.read.findOneBy(WebhookDelivery, { id: deliveryId, userId }));
    const endpoint = await this.requireActive(userId, found.endpointId);
    await this.restart({ id: deliveryId });
    this.worker.nudge();
    const delivery = await this.database.read.findOneBy(WebhookDelivery, { id: deliveryId });
    return this.view(endpoint, delivery ?? found);
  }

  /**
   * Replays deliveries that failed or wait for a retry, oldest first, up to a maximum. Returns whether there are more.
   */
  async failedSince(userId: number, endpointId: number, since: string): Promise<Replayed> {
    const from = parseIsoTime(since);
    if (!from) throw new AppError('parameter_invalid', { body: { fields: ['since'] } });
    await this.requireActive(userId, endpointId);
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
      .andWhere(
        'EXISTS (SELECT 1 FROM webhook_attempts a WHERE a.delivery_id = delivery.id AND a.created_at >= :from)',
        { from },
      )
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

  /** Returns the endpoint, and counts a request of its account. Fails with `webhook_inactive` and `rate_limited`. */
  private async requireActive(userId: number, endpointId: number): Promise<WebhookEndpoint> {
    const endpoint = await requireOwn(this.database.read, userId, endpointId);
    if (!endpoint.active) throw new AppError('webhook_inactive');
    requireAllowed(await this.asked.consume(String(userId)));
    return endpoint;
  }

  private async view(endpoint: WebhookEndpoint, delivery: WebhookDelivery): Promise<DeliveryView> {
    return orNotFound((await this.views(endpoint, [delivery]))[0]);
  }

  private async views(endpoint: WebhookEndpoint, deliveries: WebhookDelivery[]): Promise<DeliveryView[]> {
    const eventIds = deliveries.map(({ eventId }) => eventId);
    const events = await this.database.read.findBy(WebhookEvent, { id: In(eventIds) });
    const eventsById = new Map(events.map((event) => [event.id, event]));
    const views = deliveries.map(async ({ id, eventId, state, dueAt, createdAt }) => {
      const event = eventsById.get(eventId);
      // Without an event, both were purged just now.
      if (!event) return [];
      const nextAt = state === 'pending' && endpoint.active ? dueAt : null;
      return {
        id,
        event_id: event.reference,
        type: event.type,
        status: state,
        ...this.calendar.fields('next_attempt_at', nextAt),
        ...this.calendar.fields('created_at', createdAt),
        body: bodyOf(event),
        attempts: await this.attemptsOf(id),
      };
    });
    return (await Promise.all(views)).flat();
  }

  private async attemptsOf(deliveryId: number): Promise<AttemptView[]> {
    const attempts = await this.database.read.find(WebhookAttempt, {
      where: { deliveryId },
      order: { id: 'DESC' },
      take: ATTEMPTS_SHOWN,
    });
    return attempts.map(({ status, error, answer, latencyMs, createdAt }) => ({
      ...this.calendar.fields('at', createdAt),
      status_code: status,
      latency_ms: latencyMs,
      cause: error === null ? null : causeOf(error),
      error,
      answer,
    }));
  }

  /** Reads each state by itself in index order, and merges the newest. */
  private async newest(
    endpointId: number,
    states: readonly DeliveryState[],
    limit: number,
    cursor?: number,
  ): Promise<WebhookDelivery[]> {
    const id = cursor === undefined ? {} : { id: LessThan(cursor) };
    const ofStates = await Promise.all(
      states.map((state) =>
        this.database.read
          .createQueryBuilder(WebhookDelivery, 'delivery')
          // Without the hint MySQL 9 may scan all deliveries of the state or of all accounts.
          .useIndex('ix_webhook_deliveries_endpoint_id_state_id')
          .where({ endpointId, state, ...id })
          .orderBy('delivery.id', 'DESC')
          .limit(limit)
          .getMany(),
      ),
    );
    return ofStates
      .flat()
      .sort((a, b) => b.id - a.id)
      .slice(0, limit);
  }
}
