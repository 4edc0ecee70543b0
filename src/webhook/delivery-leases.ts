import { Injectable } from '@nestjs/common';
import {
  type FindOperator,
  In,
  IsNull,
  LessThanOrEqual,
  MoreThan,
  Not,
  type SelectQueryBuilder,
} from 'typeorm';
import { Config } from '../config/index.js';
import { Database, momentOf } from '../platform/database/index.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import type { Slots } from './slots.rules.js';
import { WebhookDelivery, WebhookEndpoint, WebhookEvent } from './webhook.entities.js';

/** How much longer than WEBHOOK_TIMEOUT_MS a lease is: time to acquire it and to store the outcome. */
export const LEASE_MARGIN_SECONDS = 30;

/** A delivery that only this process may attempt until the lease ends. */
export interface LeasedDelivery {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
  event: WebhookEvent;
  leasedUntil: Date;
}

/**
 * Leases due deliveries by a compare-and-set on their due time: only one instance gets a row, and after a crash
 * it is due again when the lease ends. A round reads only as many rows as slots are free.
 */
@Injectable()
export class DeliveryLeases {
  /** The last endpoint of the previous round: the next round continues after it. */
  private lastEndpointId = 0;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Fills the free slots. `isMore`: some due deliveries went to another instance or must wait, so check again. */
  async acquire(slots: Slots): Promise<{ leases: LeasedDelivery[]; isMore: boolean }> {
    const endpoints = await this.dueEndpoints(slots);
    const due = await this.dueOf(endpoints, slots);
    if (due.length === 0) return { leases: [], isMore: false };
    const waiting = await this.behindEarlier(due);
    const free = due.filter(({ id }) => !waiting.has(id));
    const leases = await this.lease(free, endpoints);
    for (const delivery of due) {
      const earlier = waiting.get(delivery.id);
      if (earlier) await this.putBehind(delivery, earlier);
    }
    return { leases, isMore: leases.length < due.length };
  }

  /** When the next delivery is due: a retry, or a lease that may end. */
  async nextDue(): Promise<Date | undefined> {
    const query = this.inUse();
    const due = earliestDue(query);
    const pausedOrDue = `CASE WHEN endpoint.pausedUntil > ${due} THEN endpoint.pausedUntil ELSE ${due} END`;
    const row = await query.select(`MIN(${pausedOrDue})`, 'next').getRawOne<{ next: unknown }>();
    return row?.next ? momentOf(row.next) : undefined;
  }

  /** Active endpoints of active accounts with due deliveries and a free slot, in turn. */
  private async dueEndpoints(slots: Slots): Promise<WebhookEndpoint[]> {
    if (slots.free === 0) return [];
    const limit = slots.free + slots.busy.length;
    const later = await this.dueAmong(MoreThan(this.lastEndpointId), slots, limit);
    const rest = limit - later.length;
    const first = rest > 0 ? await this.dueAmong(LessThanOrEqual(this.lastEndpointId), slots, rest) : [];
    const endpoints = [...later, ...first].filter(
      (endpoint) => slots.freeFor(endpoint.id, isFailing(endpoint)) > 0,
    );
    const lagging = endpoints.filter((endpoint) => slots.isLagging(endpoint.id, isFailing(endpoint)));
    const tooMany = new Set(lagging.slice(slots.freeForLagging));
    return endpoints.filter((endpoint) => !tooMany.has(endpoint)).slice(0, slots.free);
  }

  private dueAmong(id: FindOperator<number>, slots: Slots, limit: number): Promise<WebhookEndpoint[]> {
    const slow = slots.slowEndpoints;
    const query = this.inUse().andWhere({ id });
    if (slots.freeForLagging === 0)
      query.andWhere({ failingSince: IsNull(), ...(slow.length > 0 ? { id: Not(In(slow)) } : {}) });
    return query
      .andWhere('(endpoint.pausedUntil IS NULL OR endpoint.pausedUntil <= :now)', { now: this.clock.now() })
      .andWhere((outer) => `${earliestDue(outer)} <= :now`)
      .orderBy('endpoint.id')
      .limit(limit)
      .getMany();
  }

  /** Active endpoints. Those of suspended accounts are left out: their deliveries wait without using attempts. */
  private inUse(): SelectQueryBuilder<WebhookEndpoint> {
    return this.database.read
      .createQueryBuilder(WebhookEndpoint, 'endpoint')
      .where({ active: true })
      .andWhere('(SELECT u.suspended_at FROM users u WHERE u.id = endpoint.userId) IS NULL');
  }

  /** The oldest due deliveries of each endpoint, with equal shares of the free slots. */
  private async dueOf(endpoints: WebhookEndpoint[], slots: Slots): Promise<WebhookDelivery[]> {
    const share = Math.ceil(slots.free / Math.max(1, endpoints.length));
    const due: WebhookDelivery[] = [];
    let leftForLagging = slots.freeForLagging;
    for (const endpoint of endpoints) {
      const isLagging = slots.isLagging(endpoint.id, isFailing(endpoint));
      const left = Math.min(slots.free - due.length, isLagging ? leftForLagging : Infinity);
      const count = Math.min(share, slots.freeFor(endpoint.id, isFailing(endpoint)), left);
      if (count === 0) continue;
      const rows = await this.database.read.find(WebhookDelivery, {
        where: { endpointId: endpoint.id, state: 'pending', dueAt: LessThanOrEqual(this.clock.now()) },
        order: { dueAt: 'ASC', id: 'ASC' },
        take: count,
      });
      due.push(...rows);
      if (isLagging) leftForLagging -= rows.length;
      this.lastEndpointId = endpoint.id;
    }
    return due;
  }

  /** By their ids, deliveries of `due` that must wait; the value is the earlier delivery of their message. */
  private async behindEarlier(due: WebhookDelivery[]): Promise<Map<number, WebhookDelivery>> {
    const messageIds = due.flatMap(({ messageId }) => messageId ?? []);
    if (messageIds.length === 0) return new Map();
    const pending = await this.database.read.findBy(WebhookDelivery, {
      messageId: In(messageIds),
      state: 'pending',
    });
    // Sorted here: with ORDER BY some optimizers scan the whole table.
    pending.sort((one, other) => one.eventId - other.eventId);
    const pairs = due.flatMap((delivery) => {
      const earlier = pending.find((other) => precedes(other, delivery));
      return earlier ? [[delivery.id, earlier] as const] : [];
    });
    return new Map(pairs);
  }

  private async lease(due: WebhookDelivery[], endpoints: WebhookEndpoint[]): Promise<LeasedDelivery[]> {
    if (due.length === 0) return [];
    const leaseSeconds = this.config.WEBHOOK_TIMEOUT_MS / 1000 + LEASE_MARGIN_SECONDS;
    const leasedUntil = addSeconds(this.clock.now(), leaseSeconds);
    // All instances lock in the same order, so they cannot deadlock.
    const inOrder = due.toSorted((a, b) => a.id - b.id);
    const ours = await this.database.tx(async (tx) => {
      const taken: WebhookDelivery[] = [];
      for (const delivery of inOrder) {
        const { id, dueAt } = delivery;
        const asRead = { id, state: 'pending', dueAt } as const;
        const { affected } = await tx.update(WebhookDelivery, asRead, { dueAt: leasedUntil, leasedUntil });
        if (affected === 1) taken.push(delivery);
      }
      return taken;
    });
    const eventIds = ours.map(({ eventId }) => eventId);
    const events = await this.database.read.findBy(WebhookEvent, { id: In(eventIds) });
    return ours.flatMap((delivery) => {
      const endpoint = endpoints.find(({ id }) => id === delivery.endpointId);
      const event = events.find(({ id }) => id === delivery.eventId);
      return endpoint && event ? [{ delivery, endpoint, event, leasedUntil }] : [];
    });
  }

  /** Sets the due time to that of the earlier delivery, which stays locked until the commit. */
  private async putBehind({ id, dueAt }: WebhookDelivery, earlier: WebhookDelivery): Promise<void> {
    await this.database.tx(async (tx) => {
      const held = await this.database.lockRow(tx, WebhookDelivery, { id: earlier.id });
      if (held?.state !== 'pending') return;
      const now = this.clock.now();
      const next = held.dueAt > now ? held.dueAt : now;
      await tx.update(WebhookDelivery, { id, state: 'pending', dueAt }, { dueAt: next });
    });
  }
}

export const isFailing = ({ failingSince }: WebhookEndpoint): boolean => failingSince !== null;

const precedes = (a: WebhookDelivery, b: WebhookDelivery) =>
  a.messageId === b.messageId && a.endpointId === b.endpointId && a.eventId < b.eventId;

/**
 * A subquery for the due time of the next pending delivery of `endpoint`. It reads one index entry. Comparing
 * with the current time would read all pending rows. It orders by all index columns; otherwise MySQL sorts.
 */
export const earliestDue = (outer: SelectQueryBuilder<object>): string =>
  outer
    .subQuery()
    .select('delivery.dueAt')
    .from(WebhookDelivery, 'delivery')
    .useIndex('ix_webhook_deliveries_endpoint_id_state_due_at')
    .where("delivery.endpointId = endpoint.id AND delivery.state = 'pending'")
    .orderBy({ 'delivery.endpointId': 'ASC', 'delivery.state': 'ASC', 'delivery.dueAt': 'ASC' })
    .limit(1)
    .getQuery();
