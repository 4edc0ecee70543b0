import type { EntityManager } from 'typeorm';
import { execute, isUniqueViolation } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { failpoint } from '../process/failpoint.js';
import type { Sealer } from '../security/sealer.js';
import {
  deleteExpiredKeys,
  insertKeyAlone,
  type KeyRow,
  type StoredResponse,
  storeResponses,
} from './keys.js';

export interface Envelopes {
  /** HTTP status of a success. */
  status: number;
  success: (data: unknown) => object;
  failure: (error: AppError) => object;
}

interface ResultMapping {
  success: (data: unknown) => unknown;
  failure: (error: AppError) => AppError;
}

/**
 * One request's right to act under its Idempotency-Key. It is taken in the transaction that acts; the response is stored
 * in the transaction that records the outcome. So every sent response is stored, even if the process or database fails.
 */
export class IdempotencyClaim {
  constructor(
    readonly key: KeyRow,
    private readonly envelopes: Envelopes,
    private readonly now: () => Date,
  ) {}

  /** The same claim for an inner operation, whose results are mapped to those of the request. */
  mapped({ success, failure }: ResultMapping): IdempotencyClaim {
    const { envelopes } = this;
    const own: Envelopes = {
      status: envelopes.status,
      success: (data) => envelopes.success(success(data)),
      failure: (error) => envelopes.failure(failure(error)),
    };
    return new IdempotencyClaim(this.key, own, this.now);
  }

  success(data: unknown): StoredResponse {
    return { status: this.envelopes.status, answer: JSON.stringify(this.envelopes.success(data)) };
  }

  failure(error: AppError): StoredResponse {
    return { status: error.spec.status, answer: JSON.stringify(this.envelopes.failure(error)) };
  }

  /** Takes the key. Fails with `idempotency_in_flight` if another request took it first. */
  async take(tx: EntityManager): Promise<void> {
    failpoint('key.take');
    try {
      await execute(tx, [...deleteExpiredKeys([this.key], this.now()), ...insertKeyAlone(this.key)]);
    } catch (error) {
      throw isUniqueViolation(error) ? inFlight() : error;
    }
    failpoint('key.taken');
  }

  async finish(tx: EntityManager, data: unknown): Promise<void> {
    await execute(tx, storeResponses([{ key: this.key, response: this.success(data) }]));
  }

  /** Like {@link finish}, for a response that the database may not hold in clear. */
  async finishSealed(tx: EntityManager, data: unknown, sealer: Sealer): Promise<void> {
    const { status, answer } = this.success(data);
    await execute(tx, storeResponses([{ key: this.key, response: { status, answer: sealer.seal(answer) } }]));
  }
}

export const inFlight = () => new AppError('idempotency_in_flight', { retryAfterSeconds: 1 });
