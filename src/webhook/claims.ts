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
import { User } from '../users/index.js';
import { earliestDue } from './earliest-due.js';
import type { Slots } from './slots.rules.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEvent } from './webhook-event.entity.js';

/** How much longer than a call a lease lasts: time to claim before it, and to record after it. */
export const LEASE_MARGIN_SECONDS = 30;

/** A delivery that only this process may attempt, until its lease ends. */
export interface DeliveryClaim {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
  event: WebhookEvent;
  leasedUntil: Date;
}

/**
 * Claims due deliveries for a time (a lease), by moving their due time to the end of the lease. The update has the old
 * due time as its condition, so only one instance gets a row; if that instance dies, the row is due again when the lease
 * ends. A round reads only as many rows as there are free slots, however many wait.
 */
@Injectable()
export class DeliveryClaims {
  /** The endpoint at which the last round stopped; the next one goes on after it, so that each gets its turn. */
  private lastEndpointId = 0;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Fills the free slots. `isMore`: some that were due went to another instance, or must wait, so look again. */
  async claim(slots: Slots): Promise<{ claims: DeliveryClaim[]; isMore: boolean }> {
    const endpoints = await this.dueEndpoints(slots);
    const due = await this.dueOf(endpoints, slots);
    if (due.length === 0) return { claims: [], isMore: false };
    const waiting = await this.behindEarlier(due);
    const free = due.filter(({ id }) => !waiting.has(id));
    const claims = await this.lease(free, endpoints);
    for (const delivery of due) {
      const earlier = waiting.get(delivery.id);
      if (earlier) await this.putBehind(delivery, earlier);
    }
    return { claims, isMore: claims.length < due.length };
  }

  /** When the next delivery may be claimed: a retry, or one whose lease may run out. */
  async nextDue(): Promise<Date | undefined> {
    const query = this.inUse();
    const due = earliestDue(query);
    const pausedOrDue = `CASE WHEN endpoint.pausedUntil > ${due} THEN endpoint.pausedUntil ELSE ${due} END`;
    const row = await query.select(`MIN(${pausedOrDue})`, 'next').getRawOne<{ next: unknown }>();
    return row?.next ? momentOf(row.next) : undefined;
  }

  /** Active endpoints of accounts in use, with something due and room for it, in the order of their turns. */
  private async dueEndpoints(slots: Slots): Promise<WebhookEndpoint[]> {
    if (slots.free === 0) return [];
    const limit = slots.free + slots.busy.length;
    const later = await this.dueAmong(MoreThan(this.lastEndpointId), slots, limit);
    const rest = limit - later.length;
    const first = rest > 0 ? await this.dueAmong(LessThanOrEqual(this.lastEndpointId), slots, rest) : [];
    const endpoints = [...later, ...first].filter(
      (endpoint) => slots.roomOf(endpoint.id, isFailing(endpoint)) > 0,
    );
    const lagging = endpoints.filter((endpoint) => slots.isLagging(endpoint.id, isFailing(endpoint)));
    const tooMany = new Set(lagging.slice(slots.roomForLagging));
    return endpoints.filter((endpoint) => !tooMany.has(endpoint)).slice(0, slots.free);
  }

  private dueAmong(id: FindOperator<number>, slots: Slots, limit: number): Promise<WebhookEndpoint[]> {
    const slow = slots.slowOnes;
    const query = this.inUse().andWhere({ id });
    if (slots.roomForLagging === 0)
      query.andWhere({ failingSince: IsNull(), ...(slow.length > 0 ? { id: Not(In(slow)) } : {}) });
    return query
      .andWhere('(endpoint.pausedUntil IS NULL OR endpoint.pausedUntil <= :now)', { now: this.clock.now() })
      .andWhere((outer) => `${earliestDue(outer)} <= :now`)
      .orderBy('endpoint.id')
      .limit(limit)
      .getMany();
  }

  /** Deliveries of a suspended account stay due and use up no attempt until the account is in use again. */
  private inUse(): SelectQueryBuilder<WebhookEndpoint> {
    return this.database.read
      .createQueryBuilder(WebhookEndpoint, 'endpoint')
      .where({ active: true })
      .andWhere((outer) => {
        const suspension = outer
          .subQuery()
          .select('owner.suspendedAt')
          .from(User, 'owner')
          .where('owner.id = endpoint.userId');
        return `${suspension.getQuery()} IS NULL`;
      });
  }

  /** The oldest due deliveries of each endpoint, with an equal share of the free slots for each. */
  private async dueOf(endpoints: WebhookEndpoint[], slots: Slots): Promise<WebhookDelivery[]> {
    const share = Math.ceil(slots.free / Math.max(1, endpoints.length));
    const due: WebhookDelivery[] = [];
    let leftForLagging = slots.roomForLagging;
    for (const endpoint of endpoints) {
      const isLagging = slots.isLagging(endpoint.id, isFailing(endpoint));
      const left = Math.min(slots.free - due.length, isLagging ? leftForLagging : Infinity);
      const room = Math.min(share, slots.roomOf(endpoint.id, isFailing(endpoint)), left);
      if (room === 0) continue;
      const rows = await this.database.read.find(WebhookDelivery, {
        where: { endpointId: endpoint.id, state: 'pending', dueAt: LessThanOrEqual(this.clock.now()) },
        order: { dueAt: 'ASC', id: 'ASC' },
        take: room,
      });
      due.push(...rows);
      if (isLagging) leftForLagging -= rows.length;
      this.lastEndpointId = endpoint.id;
    }
    return due;
  }

  /** Which of `due` must wait for an earlier event of their message to the same endpoint, and for which delivery. */
  private async behindEarlier(due: WebhookDelivery[]): Promise<Map<number, WebhookDelivery>> {
    const messageIds = due.flatMap(({ messageId }) => messageId ?? []);
    if (messageIds.length === 0) return new Map();
    const pending = await this.database.read.findBy(WebhookDelivery, {
      messageId: In(messageIds),
      state: 'pending',
    });
    // Sorted here: with ORDER BY, some optimizers read the whole table in that order.
    pending.sort((one, other) => one.eventId - other.eventId);
    const pairs = due.flatMap((delivery) => {
      const earlier = pending.find((other) => precedes(other, delivery));
      return earlier ? [[delivery.id, earlier] as const] : [];
    });
    return new Map(pairs);
  }

  private async lease(due: WebhookDelivery[], endpoints: WebhookEndpoint[]): Promise<DeliveryClaim[]> {
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

  /**
   * Gives a delivery the due time of the earlier one, which stays locked until the commit, so that it cannot end
   * meanwhile.
   */
  private async putBehind({ id, dueAt }: WebhookDelivery, earlier: WebhookDelivery): Promise<void> {
    await this.database.tx(async (tx) => {
      const pending = { id: earlier.id, state: 'pending' } as const;
      const { affected } = await tx.update(WebhookDelivery, pending, { state: () => 'state' });
      if (affected !== 1) return;
      const held = await tx.findOneByOrFail(WebhookDelivery, { id: earlier.id });
      const now = this.clock.now();
      const turn = held.dueAt > now ? held.dueAt : now;
      await tx.update(WebhookDelivery, { id, state: 'pending', dueAt }, { dueAt: turn });
    });
  }
}

export const isFailing = ({ failingSince }: WebhookEndpoint): boolean => failingSince !== null;

const precedes = (a: WebhookDelivery, b: WebhookDelivery) =>
  a.messageId === b.messageId && a.endpointId === b.endpointId && a.eventId < b.eventId;
