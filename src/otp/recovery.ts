import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LessThanOrEqual } from 'typeorm';
import { Config } from '../config/index.js';
import { GatewayDispatcher, type LookupResult } from '../gateway/index.js';
import { ClockWatch, Database } from '../platform/database/index.js';
import { LOGGER } from '../platform/observability/logger-token.js';
import { failpoint } from '../platform/process/failpoint.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { CallbackInbox } from './callback-inbox.js';
import { IdempotentAnswers } from './idempotent-answers.js';
import { SendJournal } from './journal/send-journal.js';
import type { News } from './journal/settling.rules.js';
import { Message } from './message.entity.js';
import type { ReportSource } from './message-report.entity.js';
import { SandboxSteps } from './sandbox/steps.js';
import type { SettledStatus } from './status.rules.js';

const BATCH = 50;
const AT_ONCE = 10;
const RETRY_SECONDS = { min: 5, max: 60 };

/** What look-ups say, and the device that said it. */
type Found = LookupResult & { deviceId?: number };

/** How a pending message ends. */
type Ending = News & { status: SettledStatus; source: Exclude<ReportSource, 'callback'> };

/**
 * Brings every pending message to an end once its sender's lease is over: by the gateway's look-up, or after
 * UNKNOWN_TTL_SECONDS by expiry. Nothing is ever sent again: codes are not kept. Several instances share the work; a
 * message belongs to the instance that extended its lease.
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
    private readonly clocks: ClockWatch,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * One round; returns how many pending messages were due. A gateway that does not answer is not asked again in this
   * round, so that other messages and expiries need not wait for it. Does nothing where the clock is wrong: which leases
   * are over is for other instances to say.
   */
  async sweep(stopping?: AbortSignal): Promise<number> {
    if (this.clocks.isSkewed) return 0;
    const due = await this.database.read.find(Message, {
      where: { status: 'pending', leaseUntil: LessThanOrEqual(this.clock.now()) },
      order: { leaseUntil: 'ASC' },
      take: BATCH,
    });
    if (due.length > 0) failpoint('recovery.due');
    const silent = new Set<number>();
    for (let from = 0; from < due.length && !stopping?.aborted; from += AT_ONCE) {
      const some = due.slice(from, from + AT_ONCE);
      const ends = await Promise.allSettled(some.map((message) => this.recover(message, silent, stopping)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
    await this.answers.complete(stopping);
    return due.length;
  }

  private async recover(message: Message, silent: Set<number>, stopping?: AbortSignal): Promise<void> {
    if (!(await this.claim(message))) return;
    const found = await this.lookup(message, silent, stopping);
    // A look-up that a stop has cut off says nothing: another instance asks again once the lease is over.
    if (found.kind === 'unknown' && stopping?.aborted) return;
    await this.resolve(message, found);
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

  private async resolve(message: Message, found: Found): Promise<void> {
    failpoint('recovery.looked-up');
    const ending = this.endingOf(message, found);
    if (!ending) return;
    const { source, ...news } = ending;
    const { status, error = null, failureReason = null, deviceId = null } = news;
    const report = { source, status, deviceId, error, failureReason, at: this.clock.now() };
    const { hasWaitingCallbacks } = await this.journal.settle({ message, news, report });
    failpoint('recovery.settled');
    if (hasWaitingCallbacks && news.gatewayMessageId) await this.inbox.applyWaiting(news.gatewayMessageId);
    failpoint('recovery.applied');
    this.logger.warn(
      { reference: message.reference, status, lookup: found.kind },
      'a pending message was recovered',
    );
  }

  private endingOf(message: Message, found: Found): Ending | undefined {
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
          // The failure that its sender has noted, if it lived long enough.
          failureReason: message.failureReason ?? 'unknown',
        };
      case 'unknown': {
        const expiresAt = addSeconds(message.createdAt, this.config.UNKNOWN_TTL_SECONDS);
        if (this.clock.now() < expiresAt) return undefined;
        return {
          source: 'expired',
          status: 'failed',
          refused: true,
          expired: true,
          error: 'the outcome stayed unknown',
          failureReason: 'expired',
        };
      }
      default:
        return found satisfies never;
    }
  }

  /** Asks the device that may have the message. A sender that died before it noted one may have reached any. */
  private async lookup(message: Message, silent: Set<number>, stopping?: AbortSignal): Promise<Found> {
    failpoint('recovery.claimed');
    if (!message.livemode) return this.lookupTest(message);
    const { deviceId } = message;
    const devices = deviceId === null ? await this.dispatcher.deviceIds() : [deviceId];
    let result: LookupResult = { kind: 'never_accepted' };
    for (const id of devices) {
      const found = await this.ask(id, message, silent, stopping);
      if (found.kind === 'found') return { ...found, deviceId: id };
      if (found.kind === 'unknown') result = found;
    }
    return result;
  }

  private async ask(
    deviceId: number,
    message: Message,
    silent: Set<number>,
    stopping?: AbortSignal,
  ): Promise<LookupResult> {
    if (silent.has(deviceId) || stopping?.aborted) return { kind: 'unknown', reason: 'it was not asked' };
    const timeout = AbortSignal.timeout(this.config.GATEWAY_TIMEOUT_MS);
    const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
    const found = await this.dispatcher.lookup(deviceId, message, signal);
    if (timeout.aborted) silent.add(deviceId);
    return found;
  }

  /** No gateway knows the message of a test key: it waits for its steps, or its sender died before it planned any. */
  private async lookupTest({ id }: Message): Promise<LookupResult> {
    const isPlanned = await this.steps.isPlanned(id);
    return isPlanned ? { kind: 'unknown', reason: 'its steps are to come' } : { kind: 'never_accepted' };
  }
}
