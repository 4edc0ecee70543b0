import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan, Not, type EntityManager } from 'typeorm';
import { addSeconds, Clock } from '../../common/clock.js';
import { Config } from '../../common/config/index.js';
import { Database } from '../../common/database/index.js';
import { scrub } from '../../common/scrub.js';
import type { Claim } from './claims.js';
import type { PostOutcome } from './client/index.js';
import { judge, type Verdict } from './retries.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoint, type DisabledReason } from './webhook-endpoint.entity.js';

const DAY_SECONDS = 86_400;
const ANSWER_MAX = 1024;

export interface Recorded {
  verdict: Verdict;
  /** Set for the one attempt that switched the endpoint off. */
  disabled: DisabledReason | undefined;
}

/** Writes down what came of an attempt: for the log, the delivery and its endpoint, in one transaction. */
@Injectable()
export class Outcomes {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async record(claim: Claim, outcome: PostOutcome): Promise<Recorded> {
    const now = this.clock.now();
    const verdict = judge(outcome.kind === 'answered' ? outcome : {}, claim.delivery.attempts, now);
    const disabled = await this.database.tx(async (tx) => {
      await this.move(tx, claim, verdict, now);
      await tx.insert(WebhookAttempt, {
        ...attemptOf(outcome),
        deliveryId: claim.delivery.id,
        createdAt: now,
      });
      return this.noteHealth(tx, claim.endpoint, verdict, now);
    });
    return { verdict, disabled };
  }

  /** Whoever lost the lease writes no state: the delivery is another's by now. */
  private async move(
    tx: EntityManager,
    { delivery, leasedUntil }: Claim,
    verdict: Verdict,
    now: Date,
  ): Promise<void> {
    const { id, endpointId, messageId, eventId } = delivery;
    const isOver = verdict.kind !== 'retried';
    await tx.update(
      WebhookDelivery,
      { id, state: 'pending', leasedUntil },
      {
        state: isOver ? verdict.kind : 'pending',
        attempts: () => 'attempts + 1',
        dueAt: isOver ? now : verdict.dueAt,
        leasedUntil: null,
      },
    );
    if (!isOver || messageId === null) return;
    // Those that were put behind this one need not wait for when it would have been tried again.
    const behind = { endpointId, messageId, state: 'pending', eventId: MoreThan(eventId) } as const;
    await tx.update(WebhookDelivery, { ...behind, attempts: 0, dueAt: MoreThan(now) }, { dueAt: now });
  }

  private async noteHealth(
    tx: EntityManager,
    { id }: WebhookEndpoint,
    verdict: Verdict,
    now: Date,
  ): Promise<DisabledReason | undefined> {
    if (verdict.kind === 'delivered') {
      await tx.update(WebhookEndpoint, { id, failingSince: Not(IsNull()) }, { failingSince: null });
      return undefined;
    }
    await tx.update(WebhookEndpoint, { id, failingSince: IsNull() }, { failingSince: now });
    if (verdict.kind === 'retried' && verdict.pauseUntil)
      await tx.update(WebhookEndpoint, { id }, { pausedUntil: verdict.pauseUntil });
    const isGone = verdict.kind === 'failed' && verdict.isGone;
    const patience = addSeconds(now, -this.config.WEBHOOK_DISABLE_DAYS * DAY_SECONDS);
    const disabledReason = isGone ? 'gone' : 'failing';
    const { affected } = await tx.update(
      WebhookEndpoint,
      { id, active: true, ...(isGone ? {} : { failingSince: LessThanOrEqual(patience) }) },
      { active: false, disabledReason },
    );
    return affected === 1 ? disabledReason : undefined;
  }
}

function attemptOf(outcome: PostOutcome) {
  const { latencyMs } = outcome;
  return outcome.kind === 'answered'
    ? { status: outcome.status, error: null, answer: scrub(outcome.answer, ANSWER_MAX), latencyMs }
    : { status: null, error: scrub(outcome.reason), answer: null, latencyMs };
}
