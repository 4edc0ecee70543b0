import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import type { Logger } from 'pino';
import { addSeconds, Clock } from '../common/clock.js';
import { Config } from '../common/config/index.js';
import { Database } from '../common/database/index.js';
import { LOGGER } from '../common/logger-token.js';
import { Sweeper } from '../common/sweeper.js';
import type { Step } from './magic-numbers.js';
import { Message } from './message.entity.js';
import { SendJournal } from './journal/send-journal.js';
import { TestStep } from './test-step.entity.js';

const SWEEP_SECONDS = 1;
const BATCH = 100;

/**
 * What becomes of a test key's messages once they are answered. Planned in the transaction that settles the answer,
 * so a crash forgets none; every instance looks for what is due.
 */
@Injectable()
export class TestSteps implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeper: Sweeper;

  constructor(
    private readonly database: Database,
    private readonly journal: SendJournal,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.sweeper = new Sweeper('test steps', SWEEP_SECONDS, () => this.sweep(), logger);
  }

  onApplicationBootstrap(): void {
    this.sweeper.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeper.stop();
  }

  /** What is to come of a message, for the transaction that settles its answer. */
  plan(messageId: number, gatewayMessageId: string, steps: readonly Step[]): Omit<TestStep, 'id'>[] {
    const now = this.clock.now();
    return steps.map(({ status, error = null, after }) => ({
      messageId,
      gatewayMessageId,
      status,
      error,
      dueAt: addSeconds(now, after * this.config.TEST_STEP_SECONDS),
    }));
  }

  /** Whether a message has steps to come. */
  isPlanned(messageId: number): Promise<boolean> {
    return this.database.read.existsBy(TestStep, { messageId });
  }

  /** Takes what is due, of one message or of all; in the order of the steps. */
  async sweep(messageId?: number): Promise<void> {
    const due = await this.database.read.find(TestStep, {
      where: { dueAt: LessThanOrEqual(this.clock.now()), ...(messageId ? { messageId } : {}) },
      order: { dueAt: 'ASC', id: 'ASC' },
      take: BATCH,
    });
    for (const step of due) await this.take(step);
  }

  /** As a gateway's report. Two instances may settle the same step: one of them takes its row, and notes it. */
  private async take({ id, messageId, gatewayMessageId, status, error }: TestStep): Promise<void> {
    const message = await this.database.read.findOneBy(Message, { id: messageId });
    if (!message) return;
    await this.journal.settle({
      message,
      news: { status, error, gatewayMessageId },
      report: { source: 'callback', status, deviceId: null, error, at: this.clock.now() },
      waited: { in: 'test_steps', id },
    });
  }
}
