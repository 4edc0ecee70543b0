import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import type { Sweeper } from '../../platform/background/sweeper.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database } from '../../platform/database/index.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { SendJournal } from '../journal/send-journal.js';
import { Message } from '../message.entity.js';
import type { Step } from './magic-numbers.rules.js';
import { SandboxStep } from './step.entity.js';

/** Who plans steps looks for them when they are due: this is for what a process left that is gone. */
const POLL_SECONDS = 30;
/** After a round that failed, and between two of a backlog. */
const SOON_SECONDS = 1;
const BATCH = 100;

/**
 * What becomes of a test key's messages once they are answered. Planned in the transaction that settles the answer,
 * so a crash forgets none: what one instance planned, another finds half a minute later at the most.
 */
@Injectable()
export class SandboxSteps {
  private readonly sweeper: Sweeper;

  constructor(
    private readonly database: Database,
    private readonly journal: SendJournal,
    private readonly config: Config,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    const pace = { firstSeconds: SOON_SECONDS, retrySeconds: SOON_SECONDS };
    this.sweeper = sweepers.every('steps of the sandbox', POLL_SECONDS, () => this.sweep(), pace);
  }

  /** What is to come of a message, for the transaction that settles its answer. */
  plan(messageId: number, gatewayMessageId: string, steps: readonly Step[]): Omit<SandboxStep, 'id'>[] {
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

  /** Whether a message has steps to come. */
  isPlanned(messageId: number): Promise<boolean> {
    return this.database.read.existsBy(SandboxStep, { messageId });
  }

  /** Takes what is due, of one message or of all, in the order of the steps; what is to come is looked for in its time. */
  async sweep(messageId?: number): Promise<void> {
    const now = this.clock.now();
    const steps = await this.database.read.find(SandboxStep, {
      where: messageId ? { messageId } : {},
      order: { dueAt: 'ASC', id: 'ASC' },
      take: BATCH,
    });
    const next = steps.find(({ dueAt }) => dueAt > now);
    if (next) this.sweeper.within(next.dueAt.getTime() - now.getTime());
    else if (steps.length === BATCH) this.sweeper.within(SOON_SECONDS * 1000);
    for (const step of steps) if (step.dueAt <= now) await this.take(step);
  }

  /** As a gateway's report. Two instances may settle the same step: one of them takes its row, and notes it. */
  private async take({
    id,
    messageId,
    gatewayMessageId,
    status,
    error,
    failureReason,
  }: SandboxStep): Promise<void> {
    const message = await this.database.read.findOneBy(Message, { id: messageId });
    if (!message) return;
    await this.journal.settle({
      message,
      news: { status, error, failureReason, gatewayMessageId },
      report: { source: 'callback', status, deviceId: null, error, failureReason, at: this.clock.now() },
      waited: { in: 'test_steps', id },
    });
  }
}
