import { Injectable } from '@nestjs/common';
import { MoreThanOrEqual } from 'typeorm';
import { Config } from '../../config/index.js';
import type { DispatchResult } from '../../gateway/index.js';
import { PollBound } from '../../platform/background/poll-bound.js';
import type { Sweeper } from '../../platform/background/sweeper.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { rateLimited } from '../../platform/limits/index.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { Message, ScheduledStatus } from '../message.entities.js';
import { MessageStore } from '../messages/message-store.js';
import { DEFAULT_SCENARIO, type Failure, MAGIC_NUMBERS, type Scenario } from './magic-numbers.rules.js';

/**
 * Each process applies the statuses that it scheduled, when they are due. Polling finds the statuses of processes that
 * died.
 */
const POLL_SECONDS = 30;
/** The pause after a failed round, and between two rounds of a backlog. */
const SOON_SECONDS = 1;
const BATCH = 100;

export interface TestScenario extends Scenario {
  /** Magic numbers have no limits by recipient, so tests may use them as often as they like. */
  isMagic: boolean;
}

/** Replaces the gateways for test keys: responds to sends, and reports their later statuses. */
@Injectable()
export class Sandbox {
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

  /** Fails if the phone is a magic number that stands for a failure. */
  scenarioOf(phone: Phone): TestScenario {
    const magic = MAGIC_NUMBERS.get(phone.reveal());
    if (magic?.kind === 'failure') throw this.errorOf(magic);
    return { ...(magic ?? DEFAULT_SCENARIO), isMagic: magic !== undefined };
  }

  /** The scenario of a message after its first channel: every later channel accepts and delivers it. */
  after(scenario: TestScenario, { refusedBy }: Pick<Message, 'refusedBy'>): TestScenario {
    return refusedBy === null ? scenario : { ...scenario, ...DEFAULT_SCENARIO };
  }

  /** The outcome of a scenario, as the gateway dispatcher returns outcomes. */
  dispatch({ answer }: Scenario, reference: string): DispatchResult {
    const result = { deviceId: null, attempts: [] };
    switch (answer.kind) {
      case 'accepted':
        return { ...result, outcome: { kind: 'accepted', id: idOf(reference) } };
      case 'refused':
        return { ...result, outcome: { ...answer, retryElsewhere: false } };
      case 'unknown':
        return { ...result, outcome: answer };
      default:
        return answer satisfies never;
    }
  }

  /**
   * The later statuses, to store with the outcome of the send. So a crash loses none: another instance finds them
   * within POLL_SECONDS.
   */
  schedule({ id: messageId, reference }: Message, { steps }: Scenario): Omit<ScheduledStatus, 'id'>[] {
    const now = this.clock.now();
    return steps.map(({ status, error = null, failureReason = null, after }) => ({
      messageId,
      gatewayMessageId: idOf(reference),
      status,
      error,
      failureReason,
      dueAt: addSeconds(now, after * this.config.TEST_STEP_SECONDS),
    }));
  }

  hasScheduled(messageId: number): Promise<boolean> {
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

  /**
   * Applies a status like a callback. Two instances may try the same one: only one of them deletes its row and reports
   * it.
   */
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

  private errorOf({ code, body, detail, retryAfterSeconds }: Failure): AppError {
    if (code === 'rate_limited')
      return rateLimited({
        name: 'send',
        quota: this.config.SEND_RATE_PER_MINUTE,
        resetSeconds: retryAfterSeconds ?? 1,
      });
    return new AppError(code, { body, detail, retryAfterSeconds, log: 'info', logDetail: 'a magic number' });
  }
}

/** The gateway's id of a test message, which no gateway has. */
const idOf = (reference: string) => `test_${reference}`;
