import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { MailOutbox } from '../platform/mail/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { Sealer } from '../platform/security/sealer.js';
import { scrub } from '../platform/text/scrub.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { TimeCounters } from '../platform/time-counters/index.js';
import type { LeasedDelivery } from './delivery-leases.js';
import { EndpointHealth } from './endpoint-health.js';
import { counterOf } from './endpoint-health.rules.js';
import { decideDelivery, type DeliveryDecision } from './retries.rules.js';
import {
  bodyOf,
  type DisabledReason,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
} from './webhook.entities.js';
import { type PostOutcome, signedHeaders, WebhookClient } from './webhook-client.js';
import { disabledMail, mailOwner } from './webhook-mails.js';
import { WebhookMetrics } from './webhook-metrics.js';

const ANSWER_MAX = 1024;
/** Shown to the owner. */
const SECRET_LOST = 'the secret cannot be read: rotate it';

interface Recorded {
  decision: DeliveryDecision;
  /** Set if this attempt disabled the endpoint. */
  disabled: DisabledReason | undefined;
}

type HealthChange = Partial<WebhookEndpoint> & { disabledReason?: DisabledReason };

/** Makes one attempt of a leased delivery and stores the outcome. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly database: Database,
    private readonly client: WebhookClient,
    private readonly health: EndpointHealth,
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
    const { endpoint } = lease;
    const outcome = await this.call(lease);
    const endedAt = this.clock.now();
    // Retried: if the outcome were lost, the event would be delivered twice.
    const record = () => this.record(lease, outcome, endedAt);
    const { decision, disabled } = await again(record, RECORD_RETRY_PAUSES_MS);
    this.metrics.attempts.inc({ result: decision.kind });
    this.counters.add(counterOf(endpoint), 'hour', decision.kind === 'delivered' ? 'delivered' : 'failed');
    await this.health.afterAttempt(endpoint, decision.kind === 'delivered');
    if (disabled) {
      const { id, userId } = endpoint;
      this.logger.warn({ endpointId: id, userId, reason: disabled }, 'a webhook was switched off');
      this.outbox.committed();
    }
    return outcome.latencyMs;
  }

  private async call({ event, endpoint }: LeasedDelivery): Promise<PostOutcome> {
    const now = this.clock.now();
    const secrets = this.secretsOf(endpoint, now);
    // Counts as an attempt: otherwise each delivery would be tried for ever, and the owner would not be told.
    if (secrets.length === 0) return { kind: 'failed', reason: SECRET_LOST, latencyMs: 0 };
    const body = bodyOf(event);
    const headers = signedHeaders({ id: event.reference, body }, secrets, now);
    return this.client.post(endpoint.url, headers, body, this.config.WEBHOOK_TIMEOUT_MS);
  }

  /**
   * Newest first. After a rotation the old secret signs too until the overlap ends. Without those that were sealed with
   * a lost DATA_KEY.
   */
  private secretsOf({ secret, oldSecret, oldSecretUntil }: WebhookEndpoint, now: Date): string[] {
    const signsToo = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
    return (signsToo ? [secret, oldSecret] : [secret]).flatMap((sealed) => this.sealer.tryOpen(sealed) ?? []);
  }

  /**
   * Stores an attempt with the state of its delivery and endpoint. Idempotent for the same attempt and `at`, also after
   * an unknown COMMIT.
   */
  async record(lease: LeasedDelivery, outcome: PostOutcome, at: Date): Promise<Recorded> {
    const decision = decideDelivery(outcome.kind === 'answered' ? outcome : {}, lease.delivery.attempts, at);
    const deliveryId = lease.delivery.id;
    const disabled = await this.database.tx(async (tx) => {
      const isOurs = await this.storeState(tx, lease, decision, at);
      // Already stored by a COMMIT whose response was lost.
      if (!isOurs && (await tx.existsBy(WebhookAttempt, { deliveryId, createdAt: at }))) return undefined;
      await tx.insert(WebhookAttempt, { ...attemptOf(outcome), deliveryId, createdAt: at });
      return this.noteHealth(tx, lease.endpoint, decision, at);
    });
    return { decision, disabled };
  }

  /** Returns false, and writes nothing, if the lease is lost: another instance has the delivery. */
  private async storeState(
    tx: EntityManager,
    { delivery, leasedUntil }: LeasedDelivery,
    decision: DeliveryDecision,
    at: Date,
  ): Promise<boolean> {
    const { id } = delivery;
    const isOver = decision.kind !== 'retried';
    const { affected } = await tx.update(
      WebhookDelivery,
      { id, state: 'pending', leasedUntil },
      {
        state: isOver ? decision.kind : 'pending',
        attempts: () => 'attempts + 1',
        dueAt: isOver ? at : decision.dueAt,
        leasedUntil: null,
      },
    );
    if (affected !== 1) return false;
    if (isOver) await this.makeNextDue(tx, delivery, at);
    return true;
  }

  /**
   * Makes waiting deliveries of the same message due. Selects by message and updates one by one: a broader
   * condition may scan and lock everything pending.
   */
  private async makeNextDue(
    tx: EntityManager,
    { endpointId, messageId, eventId }: WebhookDelivery,
    at: Date,
  ): Promise<void> {
    if (messageId === null) return;
    const pending = await tx.findBy(WebhookDelivery, { messageId, state: 'pending' });
    const behind = pending
      .filter((other) => other.endpointId === endpointId && other.eventId > eventId)
      .sort((one, other) => one.id - other.id);
    // A leased delivery is being attempted.
    const waiting = { state: 'pending', attempts: 0, dueAt: MoreThan(at), leasedUntil: IsNull() } as const;
    for (const { id } of behind) await tx.update(WebhookDelivery, { ...waiting, id }, { dueAt: at });
  }

  /** Updates the health of the called URL. A URL that replaced it has its own record. */
  private async noteHealth(
    tx: EntityManager,
    endpoint: WebhookEndpoint,
    decision: DeliveryDecision,
    now: Date,
  ): Promise<DisabledReason | undefined> {
    const { id } = endpoint;
    const row = await this.database.lockRow(tx, WebhookEndpoint, { id });
    if (row?.url !== endpoint.url) return undefined;
    const change = this.healthAfter(row, decision, now);
    if (Object.keys(change).length > 0) await tx.update(WebhookEndpoint, { id }, change);
    const { disabledReason } = change;
    if (disabledReason)
      await mailOwner(tx, this.outbox, endpoint, 'webhook_disabled', (name) =>
        disabledMail(name, disabledReason, this.config.WEBHOOK_DISABLE_DAYS),
      );
    return disabledReason;
  }

  private healthAfter(row: WebhookEndpoint, decision: DeliveryDecision, now: Date): HealthChange {
    const called = row.calledAt === null ? { calledAt: now } : {};
    if (decision.kind === 'delivered')
      return row.failingSince === null ? called : { ...called, failingSince: null, failures: 0 };
    const failingSince = row.failingSince ?? now;
    const pausedUntil = decision.kind === 'retried' ? decision.pauseUntil : undefined;
    const change = {
      ...called,
      failingSince,
      failures: row.failures + 1,
      ...(pausedUntil && { pausedUntil }),
    };
    const isGone = decision.kind === 'failed' && decision.isGone;
    const disabledFrom = addSeconds(now, -this.config.WEBHOOK_DISABLE_DAYS * DAY_SECONDS);
    if (!row.active || !(isGone || failingSince <= disabledFrom)) return change;
    return { ...change, active: false, disabledReason: isGone ? 'gone' : 'failing' };
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

function attemptOf(outcome: PostOutcome) {
  const { latencyMs } = outcome;
  return outcome.kind === 'answered'
    ? { status: outcome.status, error: null, answer: scrub(outcome.answer, ANSWER_MAX), latencyMs }
    : { status: null, error: scrub(outcome.reason), answer: null, latencyMs };
}
