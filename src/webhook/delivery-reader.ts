import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { earliestDue } from './delivery-leases.js';
import { WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookEvent } from './webhook.entities.js';
import { type Cause, causeOf } from './webhook-client.js';

/** A message has three events and an account few endpoints; replays may be many. */
const ATTEMPTS_MAX = 200;
/** Counts stop here: whether any is overdue matters, not how many. */
const OVERDUE_MAX = 1000;
const IS_WORKING = 'endpoint.active = :on AND endpoint.failingSince IS NULL';

/** `reference`: the `webhook-id`. */
export interface MessageEvent extends Pick<WebhookEvent, 'type' | 'reference' | 'createdAt'> {
  deliveries: MessageDelivery[];
}

interface MessageDelivery extends Pick<WebhookDelivery, 'state' | 'createdAt'> {
  url: string;
  /** Null: not scheduled. */
  nextAttemptAt: Date | null;
  attempts: (Pick<WebhookAttempt, 'createdAt' | 'status' | 'latencyMs' | 'error'> & {
    cause: Cause | null;
  })[];
}

/** Reads webhook deliveries for timelines, status and alerts. */
@Injectable()
export class DeliveryReader {
  constructor(private readonly database: Database) {}

  /** Counts events without deliveries, and pending deliveries. `held`: those whose endpoint fails or is inactive. */
  async waiting(): Promise<{ events: number; deliveries: number; held: number }> {
    const { read } = this.database;
    const [events, pending] = await Promise.all([
      read.countBy(WebhookEvent, { expandedAt: IsNull() }),
      read
        .createQueryBuilder(WebhookDelivery, 'delivery')
        // Joins by the endpoint: the index starts with endpoint and state.
        .innerJoin(WebhookEndpoint, 'endpoint', 'endpoint.id = delivery.endpointId')
        .select('COUNT(*)', 'deliveries')
        .addSelect(`SUM(CASE WHEN ${IS_WORKING} THEN 0 ELSE 1 END)`, 'held')
        .where({ state: 'pending' })
        .setParameter('on', true)
        .getRawOne<{ deliveries: number | string; held: number | string | null }>(),
    ]);
    return { events, deliveries: Number(pending?.deliveries ?? 0), held: Number(pending?.held ?? 0) };
  }

  /**
   * Overdue events and endpoints with overdue deliveries. Failing and paused endpoints only delay their own
   * deliveries and are left out. Both counts are bounded.
   */
  async overdue(before: Date): Promise<{ endpoints: number; events: number }> {
    const { read } = this.database;
    const [events, endpoints] = await Promise.all([
      read.find(WebhookEvent, {
        select: { id: true },
        where: { expandedAt: IsNull(), createdAt: LessThanOrEqual(before) },
        take: OVERDUE_MAX,
      }),
      read
        .createQueryBuilder(WebhookEndpoint, 'endpoint')
        .select('endpoint.id')
        .where({ active: true, failingSince: IsNull() })
        .andWhere('(endpoint.pausedUntil IS NULL OR endpoint.pausedUntil <= :before)', { before })
        .andWhere((outer) => `${earliestDue(outer)} <= :before`)
        .limit(OVERDUE_MAX)
        .getMany(),
    ]);
    return { endpoints: endpoints.length, events: events.length };
  }

  /** Events of a message, oldest first, with their deliveries. The caller must check the owner. */
  async ofMessage(messageId: number): Promise<MessageEvent[]> {
    const { read } = this.database;
    const events = await read.find(WebhookEvent, { where: { messageId }, order: { id: 'ASC' } });
    const deliveries = await read.find(WebhookDelivery, { where: { messageId }, order: { id: 'ASC' } });
    const endpoints = await read.findBy(WebhookEndpoint, {
      id: In(deliveries.map(({ endpointId }) => endpointId)),
    });
    const attempts = await read.find(WebhookAttempt, {
      where: { deliveryId: In(deliveries.map(({ id }) => id)) },
      order: { id: 'ASC' },
      take: ATTEMPTS_MAX,
    });
    const viewOf = ({ id, endpointId, state, createdAt, dueAt }: WebhookDelivery): MessageDelivery => ({
      url: endpoints.find((endpoint) => endpoint.id === endpointId)?.url ?? '',
      state,
      createdAt,
      nextAttemptAt: state === 'pending' ? dueAt : null,
      attempts: attempts
        .filter(({ deliveryId }) => deliveryId === id)
        .map(({ createdAt, status, latencyMs, error }) => {
          const cause = error === null ? null : causeOf(error);
          return { createdAt, status, latencyMs, cause, error };
        }),
    });
    return events.map(({ id, type, reference, createdAt }) => ({
      type,
      reference,
      createdAt,
      deliveries: deliveries.filter(({ eventId }) => eventId === id).map(viewOf),
    }));
  }
}
