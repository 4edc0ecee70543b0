import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThan } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { orNotFound } from '../platform/errors/index.js';
import { nextCursor } from '../platform/http/request-fields.js';
import { Calendar } from '../platform/time/calendar.js';
import { causeOf } from './call-causes.rules.js';
import type { AttemptView, DeliveryPage, DeliveryQuery, DeliveryView } from './deliveries.dto.js';
import { requireOwn } from './endpoints.service.js';
import {
  bodyOf,
  DELIVERY_STATES,
  type DeliveryState,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from './webhook.entities.js';

const ATTEMPTS_SHOWN = 20;

/** Deliveries as their account sees them. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** Newest first. */
  async page(userId: number, endpointId: number, query: DeliveryQuery): Promise<DeliveryPage> {
    const { limit, cursor, status } = query;
    const endpoint = await requireOwn(this.database.read, userId, endpointId);
    const states = status ? [status] : DELIVERY_STATES;
    const rows = await newestDeliveries(this.database.read, endpointId, states, { limit: limit + 1, cursor });
    const items = await this.views(endpoint, rows.slice(0, limit));
    return { limit, items, next_cursor: nextCursor(rows, limit) };
  }

  async one(endpoint: WebhookEndpoint, delivery: WebhookDelivery): Promise<DeliveryView> {
    return orNotFound((await this.views(endpoint, [delivery]))[0]);
  }

  private async views(endpoint: WebhookEndpoint, deliveries: WebhookDelivery[]): Promise<DeliveryView[]> {
    const eventIds = deliveries.map(({ eventId }) => eventId);
    const events = await this.database.read.findBy(WebhookEvent, { id: In(eventIds) });
    const eventsById = new Map(events.map((event) => [event.id, event]));
    const known = deliveries.flatMap((delivery) => {
      // Without an event, both were purged just now.
      const event = eventsById.get(delivery.eventId);
      return event ? [{ ...delivery, event }] : [];
    });
    return Promise.all(
      known.map(async ({ id, event, state, dueAt, createdAt }) => {
        return {
          id,
          event_id: event.reference,
          type: event.type,
          status: state,
          ...this.calendar.fields('next_attempt_at', state === 'pending' && endpoint.active ? dueAt : null),
          ...this.calendar.fields('created_at', createdAt),
          body: bodyOf(event),
          attempts: await this.attemptsOf(id),
        };
      }),
    );
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
}

/** Reads each state by itself in index order, and merges the newest. */
async function newestDeliveries(
  read: EntityManager,
  endpointId: number,
  states: readonly DeliveryState[],
  { limit, cursor }: { limit: number; cursor?: number },
): Promise<WebhookDelivery[]> {
  const id = cursor === undefined ? {} : { id: LessThan(cursor) };
  const ofStates = await Promise.all(
    states.map((state) =>
      read
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
