import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import type { DispatchResult } from '../../gateway/index.js';
import { AppError } from '../../platform/errors/index.js';
import { rateLimited } from '../../platform/limits/index.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import type { Message, ScheduledStatus } from '../message.entities.js';
import { DEFAULT_SCENARIO, type Failure, MAGIC_NUMBERS, type Scenario } from './magic-numbers.rules.js';
import { ScheduledStatuses } from './scheduled-statuses.js';

/** The scenario of one test message. */
export interface TestScenario extends Scenario {
  /** Magic numbers have no limits by recipient, so tests may use them as often as they like. */
  isMagic: boolean;
}

/** Replaces the gateways for test keys. */
@Injectable()
export class Sandbox {
  constructor(
    private readonly scheduled: ScheduledStatuses,
    private readonly config: Config,
  ) {}

  /** Fails if the phone is a magic number that stands for a failure. */
  scenarioOf(phone: Phone): TestScenario {
    const magic = MAGIC_NUMBERS.get(phone.reveal());
    if (magic?.kind === 'failure') throw this.errorOf(magic);
    return { ...(magic ?? DEFAULT_SCENARIO), isMagic: magic !== undefined };
  }

  /** The scenario of a message that went on to another channel, which always takes it. */
  after(scenario: TestScenario, { refusedBy }: Pick<Message, 'refusedBy'>): TestScenario {
    return refusedBy === null ? scenario : { ...scenario, ...DEFAULT_SCENARIO };
  }

  /** The result in the dispatcher's place. */
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

  /** The later statuses, to store with the outcome of the send. */
  schedule({ id, reference }: Message, { steps }: Scenario): Omit<ScheduledStatus, 'id'>[] {
    return this.scheduled.schedule(id, idOf(reference), steps);
  }

  /** Applies the stored statuses that are due now, and wakes up for the others. */
  advance({ id }: Message): Promise<void> {
    return this.scheduled.sweep(id);
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
