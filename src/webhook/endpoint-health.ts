import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { MailOutbox } from '../platform/mail/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { TimeCounters } from '../platform/time-counters/index.js';
import {
  type Attempts,
  attemptsOf,
  counterOf,
  type HealthState,
  healthStateOf,
  successShareOf,
} from './endpoint-health.rules.js';
import type { WebhookHealth } from './webhook.dto.js';
import { WebhookDelivery, WebhookEndpoint } from './webhook.entities.js';
import { failingMail, mailOwner } from './webhook-mails.js';

const HOURS = 24;
/** A share of fewer attempts may be one bad minute. */
const ATTEMPTS_MIN = 10;

/**
 * Reads the health of an endpoint from counters, since its page asks often. Mails the owner of a failing or unreliable
 * endpoint: once until it recovers, and at most once a day.
 */
@Injectable()
export class EndpointHealth {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    private readonly counters: TimeCounters,
    private readonly outbox: MailOutbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async of(endpoint: WebhookEndpoint): Promise<WebhookHealth> {
    const [next, { hours, state, share }] = await Promise.all([
      this.nextAttempt(endpoint),
      this.lastDay(endpoint),
    ]);
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

  private async lastDay(endpoint: WebhookEndpoint) {
    const hours = await this.counters.last(counterOf(endpoint), 'hour', HOURS);
    const attempts = attemptsOf(hours.map(({ times }) => times));
    const share = successShareOf(attempts);
    const { WEBHOOK_ALARM_FAILURES: failures, WEBHOOK_ALARM_MINUTES: minutes } = this.config;
    const state = healthStateOf(endpoint, share, { failures, minutes }, this.clock.now());
    return { hours, state, share, attempts };
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

  /** Call after an attempt was stored and counted. Never throws. */
  async afterAttempt(endpoint: WebhookEndpoint, isDelivered: boolean): Promise<void> {
    try {
      await (isDelivered ? this.clearAlarm(endpoint) : this.alarm(endpoint));
    } catch (error) {
      const err = { message: (error as Error).message };
      this.logger.warn({ endpointId: endpoint.id, err }, 'the health of a webhook was not checked');
    }
  }

  private async alarm({ id, url }: WebhookEndpoint): Promise<void> {
    const endpoint = await this.database.read.findOneBy(WebhookEndpoint, { id });
    if (!endpoint || !isUnalarmed(endpoint, url)) return;
    const { state, attempts } = await this.lastDay(endpoint);
    if (!isAlarming(state, attempts)) return;
    const isFirst = await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, WebhookEndpoint, { id });
      if (!row || !isUnalarmed(row, url)) return false;
      await tx.update(WebhookEndpoint, { id }, { alarmedAt: this.clock.now() });
      const page = `${this.config.publicUrl}/webhooks/${id}`;
      return mailOwner(tx, this.outbox, endpoint, 'webhook_failing', (name) =>
        failingMail(name, { state, attempts, page }),
      );
    });
    if (isFirst) this.outbox.committed();
  }

  private async clearAlarm({ id, url, alarmedAt }: WebhookEndpoint): Promise<void> {
    if (alarmedAt === null || alarmedAt > addSeconds(this.clock.now(), -DAY_SECONDS)) return;
    const endpoint = await this.database.read.findOneBy(WebhookEndpoint, { id, url });
    if (!endpoint || (await this.lastDay(endpoint)).state !== 'well') return;
    await this.database.tx((tx) => tx.update(WebhookEndpoint, { id, url, alarmedAt }, { alarmedAt: null }));
  }
}

const isUnalarmed = (endpoint: WebhookEndpoint, url: string) =>
  endpoint.url === url && endpoint.active && endpoint.alarmedAt === null;

function isAlarming(state: HealthState, { delivered, failed }: Attempts): state is 'failing' | 'unreliable' {
  return state === 'failing' || (state === 'unreliable' && delivered + failed >= ATTEMPTS_MIN);
}
