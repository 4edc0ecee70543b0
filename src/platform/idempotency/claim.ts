import type { EntityManager } from 'typeorm';
import { execute, isUniqueViolation } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { failpoint } from '../process/failpoint.js';
import { keepAnswers, type KeptAnswer, type KeyRow, takeKeys } from './keys.js';

/** The bodies that a route answers with. */
export interface Envelopes {
  /** HTTP status of a success. */
  status: number;
  success: (data: unknown) => object;
  failure: (error: AppError) => object;
}

/** What a request makes of the answers of what it is part of. */
interface Words {
  success: (data: unknown) => unknown;
  failure: (error: AppError) => AppError;
}

/**
 * The right of one request to act under its key: taken in the transaction that acts, and answered in the one that
 * settles what came of it. So an answer that was given is kept, whatever happens to the process or the database.
 */
export class IdempotencyClaim {
  constructor(
    readonly key: KeyRow,
    private readonly envelopes: Envelopes,
    private readonly now: () => Date,
  ) {}

  /** The same right, for a request that tells what was done, or why it failed, in words of its own. */
  inWords({ success, failure }: Words): IdempotencyClaim {
    const { envelopes } = this;
    const own: Envelopes = {
      status: envelopes.status,
      success: (data) => envelopes.success(success(data)),
      failure: (error) => envelopes.failure(failure(error)),
    };
    return new IdempotencyClaim(this.key, own, this.now);
  }

  /** The success that the handler is about to answer with `data`. */
  success(data: unknown): KeptAnswer {
    return { status: this.envelopes.status, answer: JSON.stringify(this.envelopes.success(data)) };
  }

  /** The failure that the handler is about to throw. */
  failure(error: AppError): KeptAnswer {
    return { status: error.spec.status, answer: JSON.stringify(this.envelopes.failure(error)) };
  }

  /** For what is done in one transaction. Fails with `idempotency_in_flight` when a request with the same key was quicker. */
  async take(tx: EntityManager): Promise<void> {
    failpoint('key.take');
    try {
      await execute(tx, takeKeys([{ key: this.key, messageId: null }], this.now()));
    } catch (error) {
      throw isUniqueViolation(error) ? inFlight() : error;
    }
    failpoint('key.taken');
  }

  /** Keeps the answer to what was done since {@link take}. */
  async finish(tx: EntityManager, data: unknown): Promise<void> {
    await execute(tx, keepAnswers([{ key: this.key, kept: this.success(data) }]));
  }
}

export const inFlight = () => new AppError('idempotency_in_flight', { retryAfterSeconds: 1 });
