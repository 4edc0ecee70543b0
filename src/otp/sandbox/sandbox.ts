import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import type { DispatchResult } from '../../gateway/index.js';
import { AppError } from '../../platform/errors/index.js';
import { rateLimited } from '../../platform/limits/index.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import type { Message } from '../message.entity.js';
import { type Course, type Failure, MAGIC_NUMBERS, USUAL_COURSE } from './magic-numbers.rules.js';
import type { SandboxStep } from './step.entity.js';
import { SandboxSteps } from './steps.js';

/** How a test key's message goes. */
export interface SandboxCourse extends Course {
  /** To a magic number: free of what counts by recipient, so that tests may use it as often as they like. */
  isMagic: boolean;
}

/** Stands in for the gateways where the key is a test key. */
@Injectable()
export class Sandbox {
  constructor(
    private readonly steps: SandboxSteps,
    private readonly config: Config,
  ) {}

  /** How a message to this phone goes. Fails with what a magic number stands for. */
  courseOf(phone: Phone): SandboxCourse {
    const magic = MAGIC_NUMBERS.get(phone.reveal());
    if (magic?.kind === 'failure') throw this.errorOf(magic);
    return { ...(magic ?? USUAL_COURSE), isMagic: magic !== undefined };
  }

  /** What the dispatcher would have come back with. */
  dispatch({ answer }: Course, reference: string): DispatchResult {
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

  /** What is to come, for the transaction that settles the answer. */
  plan({ id, reference }: Message, { steps }: Course): Omit<SandboxStep, 'id'>[] {
    return this.steps.plan(id, idOf(reference), steps);
  }

  /** Once they are planned: takes the steps that come at once, and sees to those that come later. */
  advance({ id }: Message): Promise<void> {
    return this.steps.sweep(id);
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

/** Of a message at the gateway that there is none of. */
const idOf = (reference: string) => `test_${reference}`;
