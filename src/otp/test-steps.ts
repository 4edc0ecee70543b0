import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import type { Logger } from 'pino';
import { addSeconds, Clock } from '../common/clock.js';
import { Config } from '../common/config/index.js';
import { Database, execute } from '../common/database/index.js';
import { LOGGER } from '../common/logger-token.js';
import { Sweeper } from '../common/sweeper.js';
import type { Step } from './magic-numbers.js';
import { noteReports } from './message-reports.js';
import { SendJournal } from './journal/send-journal.js';
import { TestStep } from './test-step.entity.js';

const SWEEP_SECONDS = 1;
const BATCH = 100;

/** The message that steps are planned for. */
interface Planned {
  messageId: number;
  gatewayMessageId: string;
}

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

  /** May run again after a commit whose answer was lost. */
  async plan(tx: EntityManager, message: Planned, steps: Step[]): Promise<void> {
    const { messageId } = message;
    if (steps.length === 0 || (await tx.existsBy(TestStep, { messageId }))) return;
    const now = this.clock.now();
    const rows = steps.map(({ status, error = null, after }) => ({
      ...message,
      status,
      error,
      dueAt: addSeconds(now, after * this.config.TEST_STEP_SECONDS),
    }));
    await tx.insert(TestStep, rows);
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

  /** As a gateway's report. Two instances may settle the same step: a status moves once, and one of them notes it. */
  private async take({ id, messageId, gatewayMessageId, status, error }: TestStep): Promise<void> {
    const at = this.clock.now();
    await this.journal.settle(messageId, { status, error, gatewayMessageId }, async (tx, { moved }) => {
      const { affected } = await tx.delete(TestStep, { id });
      if (affected !== 1) return;
      await execute(
        tx,
        noteReports(this.database.engine, [
          { messageId, source: 'callback', status, moved, deviceId: null, error, at },
        ]),
      );
    });
  }
}
