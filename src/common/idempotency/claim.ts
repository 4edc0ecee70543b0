import { IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { isUniqueViolation, statement, type Statement } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { failpoint } from '../failpoint.js';
import { ReplayedAnswer } from '../replayed-answer.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** The bodies that a route answers with. */
export interface Envelopes {
  success: (data: unknown) => object;
  failure: (error: AppError) => object;
}

/**
 * The right of one request to act under its key: taken in the transaction that acts, and answered in the one that
 * settles what came of it. So an answer that was given is kept, whatever happens to the process or the database.
 */
export class IdempotencyClaim {
  /** An answer that was kept before ours: the recovery's, when it took the request for dead. It is the one to give. */
  earlier: ReplayedAnswer | undefined;

  constructor(
    readonly row: Omit<IdempotencyKey, 'id' | 'messageId' | 'status' | 'answer'>,
    private readonly envelopes: Envelopes,
    private readonly now: () => Date,
  ) {}

  /** Fails with `idempotency_in_flight` when a request with the same key was quicker. */
  async take(tx: EntityManager, messageId: number | null): Promise<void> {
    const { userId, route, keyIndex } = this.row;
    await tx.delete(IdempotencyKey, { userId, route, keyIndex, expiresAt: LessThanOrEqual(this.now()) });
    failpoint('key.take');
    try {
      await tx.insert(IdempotencyKey, { ...this.row, messageId, status: null, answer: null });
      failpoint('key.taken');
    } catch (error) {
      throw isUniqueViolation(error) ? inFlight() : error;
    }
  }

  /** What the request is known by: no two of them are under way with the same. */
  get id(): string {
    return claimId(this.row);
  }

  /** {@link finish} as a statement: it changes one row, unless there is an {@link earlier} answer. */
  finishing(data: unknown): Statement {
    const { userId, route, keyIndex } = this.row;
    return statement(
      `UPDATE idempotency_keys SET status = ?, answer = ?
        WHERE user_id = ? AND route = ? AND key_index = ? AND status IS NULL`,
      [200, JSON.stringify(this.envelopes.success(data)), userId, route, keyIndex],
    );
  }

  /** Keeps the 200 that the handler is about to answer with `data`, unless there is an {@link earlier} one. */
  async finish(tx: EntityManager, data: unknown): Promise<void> {
    await this.keep(tx, 200, this.envelopes.success(data));
  }

  /** Keeps the failure that the handler is about to throw, unless there is an {@link earlier} answer. */
  async fail(tx: EntityManager, error: AppError): Promise<void> {
    await this.keep(tx, error.spec.status, this.envelopes.failure(error));
  }

  /** Gives the key back: the request had no effect, and may come again. */
  async release(tx: EntityManager): Promise<void> {
    const { userId, route, keyIndex } = this.row;
    await tx.delete(IdempotencyKey, { userId, route, keyIndex, status: IsNull() });
  }

  private async keep(tx: EntityManager, status: number, envelope: object): Promise<void> {
    const { userId, route, keyIndex } = this.row;
    const answer = JSON.stringify(envelope);
    failpoint('key.keep');
    const { affected } = await tx.update(
      IdempotencyKey,
      { userId, route, keyIndex, status: IsNull() },
      { status, answer },
    );
    failpoint('key.kept');
    const kept = affected === 1 ? null : await tx.findOneBy(IdempotencyKey, { userId, route, keyIndex });
    this.earlier = kept?.status && kept.answer ? new ReplayedAnswer(kept.status, kept.answer) : undefined;
  }
}

/** One text for account, route and key. */
export const claimId = ({ userId, route, keyIndex }: Pick<IdempotencyKey, 'userId' | 'route' | 'keyIndex'>) =>
  `${userId} ${route} ${keyIndex}`;

export const inFlight = () => new AppError('idempotency_in_flight', { retryAfterSeconds: 1 });
