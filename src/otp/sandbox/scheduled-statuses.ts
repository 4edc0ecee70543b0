import { Injectable } from '@nestjs/common';
import { MoreThanOrEqual } from 'typeorm';
import { Config } from '../../config/index.js';
import { PollBound } from '../../platform/background/poll-bound.js';
import type { Sweeper } from '../../platform/background/sweeper.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database } from '../../platform/database/index.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { Message, ScheduledStatus } from '../message.entities.js';
import { MessageStore } from '../messages/message-store.js';
import type { Step } from './magic-numbers.rules.js';

/**
 * A process applies the statuses that it scheduled when they are due. Polling finds the statuses that died processes
 * had scheduled.
 */
const POLL_SECONDS = 30;
/** After a failed round, and between two rounds of a backlog. */
const SOON_SECONDS = 1;
const BATCH = 100;

/**
 * Later statuses of test messages. They are stored in the transaction that records the send's outcome, so a crash loses
 * none: another instance finds them within POLL_SECONDS.
 */
@Injectable()
export class ScheduledStatuses {
  private readonly sweeper: Sweeper;
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly store: MessageStore,
    private readonly config: Config,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    this.bound = new PollBound(clock);
    const pace = { firstSeconds: SOON_SECONDS, retrySeconds: SOON_SECONDS };
    this.sweeper = sweepers.every('steps of the sandbox', POLL_SECONDS, () => this.sweep(), pace);
  }

  /** The rows to store with the outcome of a send. */
  schedule(
    messageId: number,
    gatewayMessageId: string,
    steps: readonly Step[],
  ): Omit<ScheduledStatus, 'id'>[] {
    const now = this.clock.now();
    return steps.map(({ status, error = null, failureReason = null, after }) => ({
      messageId,
      gatewayMessageId,
      status,
      error,
      failureReason,
      dueAt: addSeconds(now, after * this.config.TEST_STEP_SECONDS),
    }));
  }

  existFor(messageId: number): Promise<boolean> {
    return this.database.read.existsBy(ScheduledStatus, { messageId });
  }

  /** Applies due statuses of one message or of all, in their order, and wakes up for the next one. */
  async sweep(messageId?: number): Promise<void> {
    const now = this.clock.now();
    const from = messageId === undefined ? new Date(this.bound.begin()) : undefined;
    const steps = await this.database.read.find(ScheduledStatus, {
      where: from ? { dueAt: MoreThanOrEqual(from) } : { messageId },
      order: { dueAt: 'ASC', id: 'ASC' },
      take: BATCH,
    });
    if (from) this.bound.found(steps[0]?.dueAt.getTime(), now.getTime());
    const next = steps.find(({ dueAt }) => dueAt > now);
    if (next) this.sweeper.within(next.dueAt.getTime() - now.getTime());
    else if (steps.length === BATCH) this.sweeper.within(SOON_SECONDS * 1000);
    for (const step of steps) if (step.dueAt <= now) await this.apply(step);
  }

  /** Applies it like a callback. Two instances may try the same one: only one of them deletes its row and reports it. */
  private async apply({
    id,
    messageId,
    gatewayMessageId,
    status,
    error,
    failureReason,
  }: ScheduledStatus): Promise<void> {
    const message = await this.database.read.findOneBy(Message, { id: messageId });
    if (!message) return;
    await this.store.update({
      message,
      update: { status, error, failureReason, gatewayMessageId },
      report: { source: 'callback', status, deviceId: null, error, failureReason, at: this.clock.now() },
      origin: { table: 'test_steps', id },
    });
  }
}
