import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { addSeconds, Clock } from '../clock.js';
import { Config } from '../config/index.js';
import { Database, isUniqueViolation } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { failpoint } from '../failpoint.js';
import { ReplayedAnswer } from '../replayed-answer.js';
import { BlindIndex } from '../security/blind-index.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

const KEY = /^[\x20-\x7e]{1,255}$/;

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
    private readonly row: Omit<IdempotencyKey, 'id' | 'messageId' | 'status' | 'answer'>,
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

interface Begin {
  userId: number;
  route: string;
  key: string;
  /** What the request asks for: the same key with anything else is refused. */
  content: Buffer;
  envelopes: Envelopes;
}

/** Idempotency-Key: per account and route, kept for IDEMPOTENCY_TTL_HOURS in the database. */
@Injectable()
export class Idempotency {
  private readonly keys: BlindIndex;
  private readonly bodies: BlindIndex;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.keys = new BlindIndex(config.DATA_KEY, 'idempotency-key');
    this.bodies = new BlindIndex(config.DATA_KEY, 'idempotency-body');
  }

  /**
   * Looks a key up before its request acts: a claim when it is new, the earlier answer when there is one. Fails with
   * `idempotency_key_invalid`, `idempotency_in_flight` or `idempotency_mismatch`.
   */
  async begin({ userId, route, key, content, envelopes }: Begin): Promise<IdempotencyClaim | ReplayedAnswer> {
    if (!KEY.test(key)) throw new AppError('idempotency_key_invalid');
    const now = this.clock.now();
    const keyIndex = this.keys.of(key);
    const bodyIndex = this.bodies.of(content.toString('base64'));
    failpoint('key.look');
    const known = await this.database.read.findOneBy(IdempotencyKey, { userId, route, keyIndex });
    failpoint('key.found');
    if (!known || known.expiresAt <= now) {
      const expiresAt = addSeconds(now, this.config.IDEMPOTENCY_TTL_HOURS * 3600);
      return new IdempotencyClaim({ userId, route, keyIndex, bodyIndex, expiresAt }, envelopes, () =>
        this.clock.now(),
      );
    }
    if (known.bodyIndex !== bodyIndex) throw new AppError('idempotency_mismatch');
    if (known.status === null || known.answer === null) throw inFlight();
    return new ReplayedAnswer(known.status, known.answer);
  }

  /** Forgets keys past their time, a bounded number at once; returns how many. */
  async purge(limit: number): Promise<number> {
    const old = await this.database.read.find(IdempotencyKey, {
      select: { id: true },
      where: { expiresAt: LessThanOrEqual(this.clock.now()) },
      take: limit,
    });
    if (old.length > 0)
      await this.database.tx((tx) =>
        tx.delete(
          IdempotencyKey,
          old.map(({ id }) => id),
        ),
      );
    return old.length;
  }
}

const inFlight = () => new AppError('idempotency_in_flight', { retryAfterSeconds: 1 });
