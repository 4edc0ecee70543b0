import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { Config } from '../../config/index.js';
import { Audit, type UserActor } from '../../operations/audit/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { type Limiter, Limits, requireAllowed } from '../../platform/limits/index.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { CreditBalance, CreditEntry } from '../credit.entities.js';
import { Credit } from '../credit.service.js';
import { type RequestStatus, TopUpRequest } from './top-up.entities.js';
import type { TopUpRequestDto } from './top-ups.dto.js';

/**
 * Who may be given credit. Accounts are built upon this room, which therefore asks their table and not their service.
 */
@Injectable()
export class TopUpRule {
  constructor(private readonly config: Config) {}

  /** Fails with `email_unverified` where the operator demands a verified address and the account has none. */
  async require(tx: EntityManager, userId: number): Promise<void> {
    if (this.config.EMAIL_VERIFICATION !== 'required') return;
    const unverified = await tx.query<unknown[]>(
      'SELECT 1 FROM users WHERE id = ? AND email_verified_at IS NULL',
      [userId],
    );
    if (unverified.length > 0) throw new AppError('email_unverified');
  }
}

/** Of one account at once. */
export const OPEN_MAX = 3;
/** Of one account in a day, withdrawn ones too: the operator is told of each. */
const ASKED_MAX = 10;

/** A mail that nobody took for so long is given up. */
const MAIL_TTL_SECONDS = DAY_SECONDS;

/** That somebody says to have transferred money, and what an administrator makes of it. */
@Injectable()
export class TopUpRequests {
  private readonly asked: Limiter;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly rule: TopUpRule,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {
    this.asked = limits.limiter('top-up', ASKED_MAX, DAY_SECONDS);
  }

  /** Does `work` where the account has asked less often than it may, or fails with `rate_limited`; what fails counts nothing. */
  async counted<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const use = await this.asked.consume(String(userId));
    requireAllowed(use);
    return work().catch(async (error: unknown) => {
      await use.release();
      throw error;
    });
  }

  /** Fails with `top_up_limit` where the account has as many open as it may. */
  async open(
    tx: EntityManager,
    userId: number,
    { amount, sender, note }: TopUpRequestDto,
  ): Promise<TopUpRequest> {
    const createdAt = this.clock.now();
    // Whatever counts the account's requests waits here; a lock that only reads would not hold on a Galera cluster.
    const { affected } = await tx.update(CreditBalance, { userId }, { updatedAt: createdAt });
    if (affected !== 1) throw new AppError('not_found');
    if ((await tx.countBy(TopUpRequest, { userId, status: 'open' })) >= OPEN_MAX)
      throw new AppError('top_up_limit');
    const row = tx.create(TopUpRequest, {
      userId,
      amount,
      sender,
      note: note || null,
      status: 'open',
      entryId: null,
      reason: null,
      decidedBy: null,
      decidedAt: null,
      mailAt: null,
      createdAt,
    });
    await tx.insert(TopUpRequest, row);
    return row;
  }

  /** By its owner, who was mistaken; nothing is left of it. Fails with `not_found` or `top_up_decided`. */
  async withdraw(userId: number, id: number): Promise<void> {
    const { affected } = await this.database.tx((tx) =>
      tx.delete(TopUpRequest, { id, userId, status: 'open' }),
    );
    if (affected === 1) return;
    const isDecided = await this.database.read.existsBy(TopUpRequest, { id, userId });
    throw new AppError(isDecided ? 'top_up_decided' : 'not_found');
  }

  /** Newest first. */
  async list(
    which: { userId?: number; status?: RequestStatus },
    offset: number,
    limit: number,
  ): Promise<[TopUpRequest[], number]> {
    const { userId, status } = which;
    return this.database.read.findAndCount(TopUpRequest, {
      where: { ...(userId === undefined ? {} : { userId }), ...(status === undefined ? {} : { status }) },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
  }

  /** Fails with `not_found`. */
  async get(id: number): Promise<TopUpRequest> {
    return orNotFound(await this.database.read.findOneBy(TopUpRequest, { id }));
  }

  /**
   * Makes it a line of the ledger, once, whoever else decides at the same moment. `amount`: what arrived. Fails with
   * `not_found`, `top_up_decided` or `email_unverified`.
   */
  async confirm(actor: UserActor, id: number, amount?: number): Promise<void> {
    await this.database.tx(async (tx) => {
      const request = await this.decide(tx, actor, id, { status: 'confirmed' });
      const { userId, sender } = request;
      await this.rule.require(tx, userId);
      const credits = amount ?? request.amount;
      const note = `Transfer dari ${sender} (permintaan ${id})`;
      await this.credit.move(tx, { userId, amount: credits, actorId: actor.userId, note });
      // The balance is held: nobody has written a line of the account since.
      const entry = await tx.findOneOrFail(CreditEntry, { where: { userId }, order: { id: 'DESC' } });
      await tx.update(TopUpRequest, { id }, { entryId: entry.id });
      await this.audit.record(tx, actor, 'credit.topup', `user:${userId}`, {
        amount: credits,
        note,
        request: id,
      });
    });
  }

  /** Moves nothing. Fails with `not_found` or `top_up_decided`. */
  async decline(actor: UserActor, id: number, reason: string): Promise<void> {
    await this.database.tx(async (tx) => {
      const { userId, amount } = await this.decide(tx, actor, id, { status: 'declined', reason });
      await this.audit.record(tx, actor, 'credit.decline', `user:${userId}`, { amount, reason, request: id });
    });
  }

  /** The oldest that nobody has decided, one of each account: so nobody hides those of others. */
  async waiting(limit: number): Promise<TopUpRequest[]> {
    const oldest = await this.database.read
      .createQueryBuilder(TopUpRequest, 'request')
      .select('MIN(request.id)', 'id')
      .where({ status: 'open' })
      .groupBy('request.userId')
      .orderBy('MIN(request.id)')
      .limit(limit)
      .getRawMany<{ id: number | string }>();
    const ids = oldest.map(({ id }) => Number(id));
    return ids.length === 0 ? [] : this.database.read.find(TopUpRequest, { where: { id: In(ids) } });
  }

  /** Which requests became these lines, by line. */
  async ofEntries(entryIds: readonly number[]): Promise<Map<number, number>> {
    if (entryIds.length === 0) return new Map();
    const rows = await this.database.read.find(TopUpRequest, {
      select: { id: true, entryId: true },
      where: { entryId: In([...entryIds]) },
    });
    return new Map(rows.map(({ id, entryId }) => [Number(entryId), id]));
  }

  /** Decided ones whose owners are owed a mail. */
  mailsDue(limit: number): Promise<TopUpRequest[]> {
    const now = this.clock.now();
    return this.database.read.find(TopUpRequest, {
      where: { mailAt: LessThanOrEqual(now), decidedAt: MoreThan(addSeconds(now, -MAIL_TTL_SECONDS)) },
      take: limit,
    });
  }

  /** Of many instances one gets it. */
  async takeMail(tx: EntityManager, { id, mailAt }: TopUpRequest): Promise<boolean> {
    const { affected } = await tx.update(TopUpRequest, { id, mailAt: mailAt ?? IsNull() }, { mailAt: null });
    return affected === 1;
  }

  private async decide(
    tx: EntityManager,
    actor: UserActor,
    id: number,
    decision: Pick<TopUpRequest, 'status'> & Partial<Pick<TopUpRequest, 'reason'>>,
  ): Promise<TopUpRequest> {
    const now = this.clock.now();
    const decided = { ...decision, decidedBy: actor.userId, decidedAt: now, mailAt: now };
    const { affected } = await tx.update(TopUpRequest, { id, status: 'open' }, decided);
    const request = orNotFound(await tx.findOneBy(TopUpRequest, { id }));
    if (affected !== 1) throw new AppError('top_up_decided');
    return request;
  }
}
