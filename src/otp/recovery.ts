import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LessThanOrEqual } from 'typeorm';
import { Database } from '../common/database/index.js';
import { LOGGER } from '../common/observability/logger-token.js';
import { failpoint } from '../common/process/failpoint.js';
import { addSeconds, Clock } from '../common/time/clock.js';
import { Config } from '../config/index.js';
import { GatewayDispatcher, type LookupResult } from '../gateway/index.js';
import { CallbackInbox } from './callback-inbox.js';
import { IdempotentAnswers } from './idempotent-answers.js';
import { SendJournal } from './journal/send-journal.js';
import type { News } from './journal/settling.rules.js';
import { Message } from './message.entity.js';
import type { ReportSource } from './message-report.entity.js';
import { SandboxSteps } from './sandbox/steps.js';
import type { SettledStatus } from './status.rules.js';

const BATCH = 50;
const RETRY_SECONDS = { min: 5, max: 60 };

/** How a pending message ends. */
type Ending = News & { status: SettledStatus; source: Exclude<ReportSource, 'callback'> };

/**
 * Brings every pending message to an end once its sender's lease is over: by the gateway's look-up, or after
 * UNKNOWN_TTL_SECONDS by expiry. Nothing is ever sent again: codes are not kept. Several instances share the work,
 * a message belongs to whoever extended its lease.
 */
@Injectable()
export class Recovery {
  constructor(
    private readonly database: Database,
    private readonly journal: SendJournal,
    private readonly dispatcher: GatewayDispatcher,
    private readonly inbox: CallbackInbox,
    private readonly answers: IdempotentAnswers,
    private readonly steps: SandboxSteps,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One round; returns how many pending messages it looked at. */
  async sweep(): Promise<number> {
    const due = await this.database.read.find(Message, {
      where: { status: 'pending', leaseUntil: LessThanOrEqual(this.clock.now()) },
      order: { leaseUntil: 'ASC' },
      take: BATCH,
    });
    if (due.length > 0) failpoint('recovery.due');
    for (const message of due) if (await this.claim(message)) await this.resolve(message);
    await this.answers.complete();
    return due.length;
  }

  /** The lease as it was read is the guard: of many instances one gets the row. */
  private async claim(message: Message): Promise<boolean> {
    const now = this.clock.now();
    const ageSeconds = (now.getTime() - message.createdAt.getTime()) / 1000;
    const pauseSeconds = Math.min(RETRY_SECONDS.max, Math.max(RETRY_SECONDS.min, ageSeconds / 2));
    const { affected } = await this.database.tx((tx) =>
      tx.update(
        Message,
        { id: message.id, status: 'pending', leaseUntil: message.leaseUntil },
        { leaseUntil: addSeconds(now, pauseSeconds) },
      ),
    );
    return affected === 1;
  }

  private async resolve(message: Message): Promise<void> {
    failpoint('recovery.claimed');
    const found = await this.lookup(message);
    failpoint('recovery.looked-up');
    const ending = this.endingOf(message, found);
    if (!ending) return;
    const { source, ...news } = ending;
    const { status, error = null, failureReason = null, deviceId = null } = news;
    const report = { source, status, deviceId, error, failureReason, at: this.clock.now() };
    const { isAwaited } = await this.journal.settle({ message, news, report });
    failpoint('recovery.settled');
    if (isAwaited && news.gatewayMessageId) await this.inbox.applyWaiting(news.gatewayMessageId);
    failpoint('recovery.applied');
    this.logger.warn(
      { reference: message.reference, status, lookup: found.kind },
      'a pending message was recovered',
    );
  }

  private endingOf(message: Message, found: LookupResult & { deviceId?: number }): Ending | undefined {
    switch (found.kind) {
      case 'found': {
        const { id, kind: _, ...told } = found;
        return { source: 'found', gatewayMessageId: id, ...told };
      }
      case 'never_accepted':
        return {
          source: 'never_accepted',
          status: 'failed',
          refused: true,
          error: 'the gateway never took the message',
          // What its sender met, where that lived to tell.
          failureReason: message.failureReason ?? 'unknown',
        };
      case 'unknown': {
        const expiresAt = addSeconds(message.createdAt, this.config.UNKNOWN_TTL_SECONDS);
        if (this.clock.now() < expiresAt) return undefined;
        return {
          source: 'expired',
          status: 'failed',
          refused: true,
          error: 'the outcome stayed unknown',
          failureReason: 'expired',
        };
      }
      default:
        return found satisfies never;
    }
  }

  /** At the device that may have it; a sender that died before it noted one may have reached any. */
  private async lookup(message: Message): Promise<LookupResult & { deviceId?: number }> {
    if (!message.livemode) return this.lookupTest(message);
    const { deviceId, reference } = message;
    const devices = deviceId === null ? await this.dispatcher.deviceIds() : [deviceId];
    let result: LookupResult = { kind: 'never_accepted' };
    for (const id of devices) {
      const found = await this.dispatcher.lookup(id, reference);
      if (found.kind === 'found') return { ...found, deviceId: id };
      if (found.kind === 'unknown') result = found;
    }
    return result;
  }

  /** No gateway knows it: it waits for its steps, or its sender died before it had planned any. */
  private async lookupTest({ id }: Message): Promise<LookupResult> {
    const isPlanned = await this.steps.isPlanned(id);
    return isPlanned ? { kind: 'unknown', reason: 'its steps are to come' } : { kind: 'never_accepted' };
  }
}
