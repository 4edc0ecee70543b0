import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, MoreThan, type FindOperator, type SelectQueryBuilder } from 'typeorm';
import { addSeconds, Clock } from '../../common/clock.js';
import { Config } from '../../common/config/index.js';
import { Database, momentOf } from '../../common/database/index.js';
import { User } from '../../users/index.js';
import { earliestDue } from './earliest-due.js';
import type { Slots } from './slots.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEvent } from './webhook-event.entity.js';

/** Beyond the timeout of a call: for its claim before, and its record after. */
export const LEASE_MARGIN_SECONDS = 30;

/** A delivery that is this process's to attempt until its lease ends. */
export interface DeliveryClaim {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
  event: WebhookEvent;
  leasedUntil: Date;
}

/**
 * Claims due deliveries by lease: the due time as it was read is the guard, so of many instances one gets the row, and
 * what a dead one had comes back by itself. A round reads as many rows as there are free slots, however many wait.
 */
@Injectable()
export class DeliveryClaims {
  /** Where the last round stopped in the ring of endpoints: each gets its turn. */
  private lastEndpointId = 0;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** For the free slots; `isMore` when some of what was due turned out to be another's, or to have to wait. */
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

  /** When the earliest of all that wait may be claimed: the retries, and what is under a lease that may run out. */
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
    const tooMany = new Set(endpoints.filter(isFailing).slice(slots.roomForFailing));
    return endpoints.filter((endpoint) => !tooMany.has(endpoint)).slice(0, slots.free);
  }

  private dueAmong(id: FindOperator<number>, slots: Slots, limit: number): Promise<WebhookEndpoint[]> {
    return this.inUse()
      .andWhere({ id, ...(slots.roomForFailing > 0 ? {} : { failingSince: IsNull() }) })
      .andWhere('(endpoint.pausedUntil IS NULL OR endpoint.pausedUntil <= :now)', { now: this.clock.now() })
      .andWhere((outer) => `${earliestDue(outer)} <= :now`)
      .orderBy('endpoint.id')
      .limit(limit)
      .getMany();
  }

  /** What waits for a suspended account stays due as it is: not one attempt is spent until it is in use again. */
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

  /** Each endpoint's oldest, an equal share of the free slots each. */
  private async dueOf(endpoints: WebhookEndpoint[], slots: Slots): Promise<WebhookDelivery[]> {
    const share = Math.ceil(slots.free / Math.max(1, endpoints.length));
    const due: WebhookDelivery[] = [];
    for (const endpoint of endpoints) {
      const room = Math.min(share, slots.roomOf(endpoint.id, isFailing(endpoint)), slots.free - due.length);
      if (room === 0) break;
      const rows = await this.database.read.find(WebhookDelivery, {
        where: { endpointId: endpoint.id, state: 'pending', dueAt: LessThanOrEqual(this.clock.now()) },
        order: { dueAt: 'ASC', id: 'ASC' },
        take: room,
      });
      due.push(...rows);
      this.lastEndpointId = endpoint.id;
    }
    return due;
  }

  /** Which of `due` have to wait for an earlier event of their message to the same endpoint, and for which. */
  private async behindEarlier(due: WebhookDelivery[]): Promise<Map<number, WebhookDelivery>> {
    const messageIds = due.flatMap(({ messageId }) => messageId ?? []);
    if (messageIds.length === 0) return new Map();
    const pending = await this.database.read.findBy(WebhookDelivery, {
      messageId: In(messageIds),
      state: 'pending',
    });
    // An order in the query would be reason enough for some optimizers to read the table in it.
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
    // In one order for all instances, so that they do not wait for each other in a circle.
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

  /** Makes a delivery due when the one before it is. Held until the commit, that one cannot end unseen in between. */
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
