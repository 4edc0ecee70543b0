import { Injectable } from '@nestjs/common';
import {
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThanOrEqual,
  MoreThan,
  Not,
} from 'typeorm';
import { Config } from '../../config/index.js';
import { Audit, type UserActor } from '../../operations/audit/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { type Limiter, Limits, requireAllowed } from '../../platform/limits/index.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { requireVerifiedEmail } from '../account-contact.js';
import { CreditBalance, CreditEntry } from '../credit.entities.js';
import { Credit } from '../credit.service.js';
import { type RequestStatus, requestStatusOf, TopUpRequest } from './top-up.entities.js';
import type { TopUpRequestDto } from './top-ups.dto.js';

/** How many requests of an account may be open at once. */
export const OPEN_MAX = 3;
/** Requests of an account a day, including cancelled ones, since the operator sees each. */
const ASKED_MAX = 10;

const CLOSED_REASON = 'Akun ditutup';
const MAIL_TTL_SECONDS = DAY_SECONDS;

/** Top-up requests: a user reports a transfer, an administrator confirms or declines it. */
@Injectable()
export class TopUpRequests {
  private readonly asked: Limiter;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly config: Config,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {
    this.asked = limits.limiter('top-up', ASKED_MAX, DAY_SECONDS);
  }

  /** Runs `work` and counts it, unless it fails. Fails with `rate_limited`. */
  async counted<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const use = await this.asked.consume(String(userId));
    requireAllowed(use);
    return work().catch(async (error: unknown) => {
      await use.release();
      throw error;
    });
  }

  /** Fails with `top_up_limit`. */
  async open(
    tx: EntityManager,
    userId: number,
    { amount, sender, note }: TopUpRequestDto,
  ): Promise<TopUpRequest> {
    const createdAt = this.clock.now();
    // Locks the account's requests; a read lock would not hold on Galera.
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
      hasPayment: false,
      cancelledAt: null,
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

  /** Cancels an open request; without a payment it is deleted. Fails with `not_found` or `top_up_decided`. */
  async withdraw(userId: number, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      const { hasPayment } = await this.lockOpen(tx, id, userId);
      const now = this.clock.now();
      if (hasPayment)
        await tx.update(TopUpRequest, { id }, { status: 'declined', cancelledAt: now, decidedAt: now });
      else await tx.delete(TopUpRequest, { id });
    });
  }

  /** Lets a payment begin for an open request. Fails with `not_found`, `top_up_decided` or `email_unverified`. */
  async beginPayment(tx: EntityManager, userId: number, id: number): Promise<TopUpRequest> {
    const request = await this.lockOpen(tx, id, userId);
    await requireVerifiedEmail(tx, this.config, userId);
    if (!request.hasPayment) await tx.update(TopUpRequest, { id }, { hasPayment: true });
    return request;
  }

  /**
   * Books a request that a payment provider reports as paid, even if it was declined or cancelled meanwhile. Does
   * nothing if it is confirmed already. Returns the status before; `undefined`: there is no such request, and nothing
   * is booked.
   */
  async bookPayment(tx: EntityManager, id: number, note: string): Promise<RequestStatus | undefined> {
    const request = await this.database.lockRow(tx, TopUpRequest, { id });
    if (!request || request.status === 'confirmed') return request?.status;
    const now = this.clock.now();
    await tx.update(TopUpRequest, { id }, { status: 'confirmed', reason: null, decidedAt: now, mailAt: now });
    await this.book(tx, request, { amount: request.amount, note });
    return requestStatusOf(request);
  }

  async list(
    which: { userId?: number; status?: RequestStatus },
    offset: number,
    limit: number,
  ): Promise<[TopUpRequest[], number]> {
    const { userId, status } = which;
    return this.database.read.findAndCount(TopUpRequest, {
      where: {
        ...(userId === undefined ? {} : { userId }),
        ...(status === undefined ? {} : storedAs(status)),
      },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
  }

  /** Fails with `not_found`. */
  async get(id: number): Promise<TopUpRequest> {
    return orNotFound(await this.database.read.findOneBy(TopUpRequest, { id }));
  }

  /** Books the top-up, once. `amount`: what arrived. Fails with `not_found`, `top_up_decided` or `email_unverified`. */
  async confirm(actor: UserActor, id: number, amount?: number): Promise<void> {
    await this.database.tx(async (tx) => {
      const request = await this.decide(tx, actor, id, { status: 'confirmed' });
      const { userId, sender } = request;
      await requireVerifiedEmail(tx, this.config, userId);
      const credits = amount ?? request.amount;
      const note = `Transfer dari ${sender} (permintaan ${id})`;
      await this.book(tx, request, { amount: credits, actorId: actor.userId, note });
      await this.audit.record(tx, actor, 'credit.topup', `user:${userId}`, {
        amount: credits,
        note,
        request: id,
      });
    });
  }

  /** Moves no credit. Fails with `not_found` or `top_up_decided`. */
  async decline(actor: UserActor, id: number, reason: string): Promise<void> {
    await this.database.tx(async (tx) => {
      const { userId, amount } = await this.decide(tx, actor, id, { status: 'declined', reason });
      await this.audit.record(tx, actor, 'credit.decline', `user:${userId}`, { amount, reason, request: id });
    });
  }

  /**
   * Declines open requests when the account is closed, without a mail. A payment that arrives later is booked, with an
   * alert.
   */
  async declineAll(tx: EntityManager, userId: number, decidedBy: number | null): Promise<void> {
    const rows = await this.database.lockWhere(tx, TopUpRequest, { userId, status: 'open' });
    const ids = rows.filter(({ status }) => status === 'open').map(({ id }) => id);
    const decided = { reason: CLOSED_REASON, decidedBy, decidedAt: this.clock.now() };
    await tx.update(TopUpRequest, { id: In(ids) }, { status: 'declined', ...decided });
  }

  /** The oldest open request of each account without a payment, so that no account hides those of others. */
  async waiting(limit: number): Promise<TopUpRequest[]> {
    const oldest = await this.database.read
      .createQueryBuilder(TopUpRequest, 'request')
      .select('MIN(request.id)', 'id')
      .where({ status: 'open', hasPayment: false })
      .groupBy('request.userId')
      .orderBy('MIN(request.id)')
      .limit(limit)
      .getRawMany<{ id: number | string }>();
    const ids = oldest.map(({ id }) => Number(id));
    return ids.length === 0 ? [] : this.database.read.find(TopUpRequest, { where: { id: In(ids) } });
  }

  /** The requests of these ledger lines, by line. */
  async ofEntries(entryIds: readonly number[]): Promise<Map<number, number>> {
    if (entryIds.length === 0) return new Map();
    const rows = await this.database.read.find(TopUpRequest, {
      select: { id: true, entryId: true },
      where: { entryId: In([...entryIds]) },
    });
    return new Map(rows.map(({ id, entryId }) => [Number(entryId), id]));
  }

  mailsDue(limit: number): Promise<TopUpRequest[]> {
    const now = this.clock.now();
    return this.database.read.find(TopUpRequest, {
      where: { mailAt: LessThanOrEqual(now), decidedAt: MoreThan(addSeconds(now, -MAIL_TTL_SECONDS)) },
      take: limit,
    });
  }

  /** Takes a mail: returns true in one instance only. */
  async takeMail(tx: EntityManager, { id, mailAt }: TopUpRequest): Promise<boolean> {
    const request = await this.database.lockRow(tx, TopUpRequest, { id });
    if (request?.mailAt?.getTime() !== mailAt?.getTime()) return false;
    await tx.update(TopUpRequest, { id }, { mailAt: null });
    return true;
  }

  /** Moves the credit, and stores its ledger line in the request. */
  private async book(
    tx: EntityManager,
    { id, userId }: TopUpRequest,
    line: { amount: number; note: string; actorId?: number },
  ): Promise<void> {
    await this.credit.move(tx, { userId, ...line });
    // The balance is locked: this is the line that was just written.
    const entry = await tx.findOneOrFail(CreditEntry, { where: { userId }, order: { id: 'DESC' } });
    await tx.update(TopUpRequest, { id }, { entryId: entry.id });
  }

  private async lockOpen(tx: EntityManager, id: number, userId?: number): Promise<TopUpRequest> {
    const request = orNotFound(await this.database.lockRow(tx, TopUpRequest, { id }));
    if (userId !== undefined && request.userId !== userId) throw new AppError('not_found');
    if (request.status !== 'open') throw new AppError('top_up_decided');
    return request;
  }

  private async decide(
    tx: EntityManager,
    actor: UserActor,
    id: number,
    decision: Pick<TopUpRequest, 'status'> & Partial<Pick<TopUpRequest, 'reason'>>,
  ): Promise<TopUpRequest> {
    const now = this.clock.now();
    const decided = { ...decision, decidedBy: actor.userId, decidedAt: now, mailAt: now };
    const request = await this.lockOpen(tx, id);
    await tx.update(TopUpRequest, { id }, decided);
    return { ...request, ...decided };
  }
}

function storedAs(status: RequestStatus): FindOptionsWhere<TopUpRequest> {
  if (status === 'cancelled') return { status: 'declined', cancelledAt: Not(IsNull()) };
  return status === 'declined' ? { status, cancelledAt: IsNull() } : { status };
}
