import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, MoreThanOrEqual } from 'typeorm';
import { ApiKeyVerifier } from '../../api-keys/index.js';
import { requireOperation } from '../../platform/access/principal.js';
import { PollBound } from '../../platform/background/poll-bound.js';
import type { Sweeper } from '../../platform/background/sweeper.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { ClockWatch, Database } from '../../platform/database/index.js';
import { AppError, type ErrorCode } from '../../platform/errors/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Sealer } from '../../platform/security/sealer.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { correlationOf } from '../message.presenter.js';
import { MessageStore } from '../messages/message-store.js';
import { CodeSender } from './code-sender.js';
import { decideFallback, type FallbackDecision } from './fallback.rules.js';
import { Verification, VerificationFallback } from './verification.entities.js';
import { type LeasedWait, NO_WAIT, VerificationRows } from './verification-rows.js';

/** The process that created a wait handles it when it ends. Polling finds the waits of processes that died. */
const POLL_SECONDS = 5;
const FIRST_SECONDS = 1;
/** The pause before the next look while the previous message is still being sent. */
const AGAIN_SECONDS = 5;
/** How long a process may take from leasing a wait to the COMMIT of the new code. */
const LEASE_SECONDS = 30;
const BATCH = 100;
const AT_ONCE = 10;

/** Failures that may be gone when the lease ends, and the fallback is tried again. */
const TEMPORARY: ReadonlySet<ErrorCode> = new Set(['overloaded', 'unavailable']);

/** A fallback to send: its leased wait, and the rest as read under the lock of the wait. */
type DueFallback = Extract<FallbackDecision, { kind: 'send' }> & {
  leased: LeasedWait;
  verification: Verification;
};

/**
 * Sends a new code by the next channel when a code was not reported as delivered in time. Instances share the work: the
 * one that leases a wait sends, and only while it holds the lease. If it dies before, another one takes over.
 */
@Injectable()
export class VerificationFallbacks {
  private readonly sweeper: Sweeper;
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly rows: VerificationRows,
    private readonly store: MessageStore,
    private readonly sender: CodeSender,
    private readonly keys: ApiKeyVerifier,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly clocks: ClockWatch,
    @Inject(LOGGER) private readonly logger: Logger,
    sweepers: Sweepers,
  ) {
    this.bound = new PollBound(clock);
    this.sweeper = sweepers.every(
      'fallbacks of verifications',
      POLL_SECONDS,
      (stopping) => this.sendDue(stopping),
      { firstSeconds: FIRST_SECONDS },
    );
  }

  /** Schedules a sweep. */
  expectIn(seconds: number): void {
    this.sweeper.within(seconds * 1000);
  }

  /** Sends the fallbacks that are due. Does nothing while the clock is wrong, since waits and leases end by it. */
  async sendDue(stopping?: AbortSignal): Promise<void> {
    if (this.clocks.isSkewed) return;
    const now = this.clock.now();
    const waits = await this.database.read.find(VerificationFallback, {
      select: { id: true, dueAt: true },
      where: { dueAt: MoreThanOrEqual(new Date(this.bound.begin())) },
      order: { dueAt: 'ASC', id: 'ASC' },
      take: BATCH,
    });
    this.bound.found(waits[0]?.dueAt?.getTime(), now.getTime());
    const next = waits.find(({ dueAt }) => dueAt && dueAt > now)?.dueAt;
    if (next) this.sweeper.within(next.getTime() - now.getTime());
    else if (waits.length === BATCH) this.sweeper.within(0);
    const due = waits.filter(({ dueAt }) => dueAt && dueAt <= now);
    const work = async () => {
      for (let wait = due.shift(); wait && !stopping?.aborted; wait = due.shift()) await this.handle(wait);
    };
    const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  private async handle(wait: VerificationFallback): Promise<void> {
    const due = await this.database.tx((tx) => this.lease(tx, wait));
    failpoint('fallback.leased');
    if (!due) return;
    const { reference: verification } = due.verification;
    try {
      await this.send(due);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.info({ verification, code: error.code }, 'a fallback failed');
      if (!TEMPORARY.has(error.code)) await this.end(due.leased);
    }
    failpoint('fallback.sent');
  }

  /** Decides about a wait, and leases it if a code is to be sent. Does nothing if another process has changed it. */
  private async lease(
    tx: EntityManager,
    { id, dueAt }: VerificationFallback,
  ): Promise<DueFallback | undefined> {
    const wait = await this.database.lockRow(tx, VerificationFallback, { id });
    if (!wait?.dueAt || !wait.phone || wait.dueAt.getTime() !== dueAt?.getTime()) return undefined;
    const verification = await tx.findOneBy(Verification, { reference: wait.verification });
    const messages = verification ? await this.rows.messagesWithCodes(verification, tx) : [];
    const newest = messages.at(-1);
    const isUnderWay = newest !== undefined && this.store.isUnderWay(newest);
    const now = this.clock.now();
    const decision = decideFallback({ wait, verification, messages, isUnderWay }, now);
    switch (decision.kind) {
      case 'end':
        await tx.update(VerificationFallback, { id }, NO_WAIT);
        return undefined;
      case 'wait':
        await tx.update(VerificationFallback, { id }, { dueAt: addSeconds(now, AGAIN_SECONDS) });
        return undefined;
      case 'send': {
        const leased = { id, verification: wait.verification, phone: wait.phone };
        const until = addSeconds(now, LEASE_SECONDS);
        await tx.update(VerificationFallback, { id }, { dueAt: until });
        return {
          ...decision,
          leased: { ...leased, dueAt: until },
          verification: verification as Verification,
        };
      }
      default:
        return decision satisfies never;
    }
  }

  /** Sends with the API key of the previous message, under all the key's limits except its request rate. */
  private async send({ leased, verification, after, channels }: DueFallback): Promise<void> {
    const who = await this.keys.verifyOwned(after.userId, after.apiKeyId);
    requireOperation(who, 'send');
    const { reference, codeLength, language, fallbackSeconds, recipientIndex } = verification;
    const { external_id, metadata } = correlationOf(after);
    const { companyName: company_name } = after;
    await this.sender.send({
      ...{ who, reference, codeLength, recipientIndex },
      target: {
        phone: this.sealer.open(leased.phone),
        ...{ company_name, language, external_id, metadata, channels },
      },
      attach: (message, codeIndex) => {
        if (fallbackSeconds !== null) this.expectIn(fallbackSeconds);
        return this.rows.addFallback(leased, { message, codeIndex, phone: leased.phone });
      },
    });
  }

  /** Ends a leased wait, unless it has ended already or another process has leased it. */
  private async end({ id, dueAt }: LeasedWait): Promise<void> {
    await this.database.tx(async (tx) => {
      const wait = await this.database.lockRow(tx, VerificationFallback, { id });
      if (wait?.dueAt?.getTime() === dueAt.getTime()) await tx.update(VerificationFallback, { id }, NO_WAIT);
    });
    failpoint('fallback.ended');
  }
}
