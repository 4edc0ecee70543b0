import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { MailOutbox } from '../platform/mail/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { Sealer } from '../platform/security/sealer.js';
import { Clock } from '../platform/time/clock.js';
import { TimeCounters } from '../platform/time-counters/index.js';
import { AttemptRecorder } from './attempt-recorder.js';
import type { LeasedDelivery } from './delivery-leases.js';
import { EndpointAlarm } from './endpoint-alarm.js';
import { counterOf } from './endpoint-health.rules.js';
import { signedHeaders } from './signing.rules.js';
import { bodyOf, type WebhookEndpoint } from './webhook.entities.js';
import { WebhookClient } from './webhook-client.js';
import { WebhookMetrics } from './webhook-metrics.js';

/** Makes one attempt of a leased delivery and stores the outcome. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly client: WebhookClient,
    private readonly outcomes: AttemptRecorder,
    private readonly alarm: EndpointAlarm,
    private readonly outbox: MailOutbox,
    private readonly sealer: Sealer,
    private readonly metrics: WebhookMetrics,
    private readonly counters: TimeCounters,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how long the endpoint took, in ms. Rejects if the outcome could not be stored. */
  async attempt(lease: LeasedDelivery): Promise<number> {
    const { event, endpoint } = lease;
    const now = this.clock.now();
    const body = bodyOf(event);
    const headers = signedHeaders({ id: event.reference, body }, this.secretsOf(endpoint, now), now);
    const outcome = await this.client.post(endpoint.url, headers, body, this.config.WEBHOOK_TIMEOUT_MS);
    const endedAt = this.clock.now();
    // If the outcome were lost, the event would be delivered twice.
    const record = () => this.outcomes.record(lease, outcome, endedAt);
    const { decision, disabled } = await again(record, RECORD_RETRY_PAUSES_MS);
    this.metrics.attempts.inc({ result: decision.kind });
    this.counters.add(counterOf(endpoint), 'hour', decision.kind === 'delivered' ? 'delivered' : 'failed');
    await this.alarm.afterAttempt(endpoint, decision.kind === 'delivered');
    if (disabled) {
      const { id, userId } = endpoint;
      this.logger.warn({ endpointId: id, userId, reason: disabled }, 'a webhook was switched off');
      this.outbox.committed();
    }
    return outcome.latencyMs;
  }

  /** Newest first. After a rotation the old secret signs too until the overlap ends. */
  private secretsOf({ secret, oldSecret, oldSecretUntil }: WebhookEndpoint, now: Date): string[] {
    const signsToo = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
    return (signsToo ? [secret, oldSecret] : [secret]).map((sealed) => this.sealer.open(sealed));
  }
}

/** Pauses between attempts to store an outcome; together within the lease. */
export const RECORD_RETRY_PAUSES_MS = [100, 500, 2000, 5000, 8000] as const;

/** Runs `work`, and again after each pause while it fails; throws the last failure. */
export async function again<T>(work: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch {
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  return work();
}
