import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { TimeCounters } from '../platform/time-counters/index.js';
import {
  type Attempts,
  attemptsOf,
  counterOf,
  type HealthState,
  healthStateOf,
  successShareOf,
} from './endpoint-health.rules.js';
import type { WebhookHealth } from './endpoints.dto.js';
import { WebhookDelivery, type WebhookEndpoint } from './webhook.entities.js';

const HOURS = 24;

/** The health of an endpoint, by counters: its page reads it often. */
@Injectable()
export class EndpointHealth {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    private readonly counters: TimeCounters,
  ) {}

  async of(endpoint: WebhookEndpoint): Promise<WebhookHealth> {
    const [next, hours] = await Promise.all([this.nextAttempt(endpoint), this.hoursOf(endpoint)]);
    const { state, share } = this.judge(endpoint, hours);
    return {
      state,
      failures: endpoint.failures,
      success_share: share,
      ...this.calendar.fields('next_attempt_at', next),
      attempts: hours.map(({ at, times }) => ({
        ...this.calendar.fields('at', at),
        delivered: times['delivered'] ?? 0,
        failed: times['failed'] ?? 0,
      })),
    };
  }

  async stateOf(endpoint: WebhookEndpoint): Promise<{ state: HealthState; attempts: Attempts }> {
    return this.judge(endpoint, await this.hoursOf(endpoint));
  }

  private hoursOf(endpoint: WebhookEndpoint) {
    return this.counters.last(counterOf(endpoint), 'hour', HOURS);
  }

  private judge(endpoint: WebhookEndpoint, hours: Awaited<ReturnType<EndpointHealth['hoursOf']>>) {
    const attempts = attemptsOf(hours.map(({ times }) => times));
    const share = successShareOf(attempts);
    const { WEBHOOK_ALARM_FAILURES: failures, WEBHOOK_ALARM_MINUTES: minutes } = this.config;
    const state = healthStateOf(endpoint, share, { failures, minutes }, this.clock.now());
    return { state, share, attempts };
  }

  /** The due time of the next delivery, or the end of a pause that the endpoint requested. */
  private async nextAttempt({ id, active, pausedUntil }: WebhookEndpoint): Promise<Date | null> {
    if (!active) return null;
    const first = await this.database.read
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .useIndex('ix_webhook_deliveries_endpoint_id_state_due_at')
      .where({ endpointId: id, state: 'pending' })
      // Orders by all index columns; otherwise MySQL sorts.
      .orderBy({ 'delivery.endpointId': 'ASC', 'delivery.state': 'ASC', 'delivery.dueAt': 'ASC' })
      .limit(1)
      .getOne();
    if (!first) return null;
    return pausedUntil && pausedUntil > first.dueAt ? pausedUntil : first.dueAt;
  }
}
