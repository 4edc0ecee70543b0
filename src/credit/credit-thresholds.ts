import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import { addSeconds, Clock } from '../common/time/clock.js';
import { CreditBalance } from './credit-balance.entity.js';

/** How long a mail may be under way, and the pause before it is tried again. */
const MAIL_PAUSE_SECONDS = 900;
/** A mail that nobody took for so long is given up. */
const MAIL_TTL_SECONDS = 86_400;

/** The mark of an account that was told. */
const NO_MARK = { lowSince: null, lowMailAt: null };

/** An account below its threshold. */
export interface LowCredit {
  userId: number;
  balance: number;
  threshold: number;
}

/** A mail that an account is owed; `dueAt` is the claim on it. */
export interface LowCreditMail extends LowCredit {
  dueAt: Date | null;
}

/**
 * Accounts below the threshold that their owner set, and which of them were told. The mark `low_since` is set and
 * lifted beside the movements of credit, never by them: a send pays nothing for it.
 */
@Injectable()
export class CreditThresholds {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Null: never tell. Fails with `not_found`. */
  async set(userId: number, lowThreshold: number | null): Promise<void> {
    const mark = lowThreshold === null ? NO_MARK : {};
    const { affected } = await this.database.tx((tx) =>
      tx.update(CreditBalance, { userId }, { lowThreshold, ...mark }),
    );
    if (affected !== 1) throw new AppError('not_found');
  }

  /** Accounts that fell and were not told. */
  async fallen(limit: number): Promise<LowCredit[]> {
    const rows = await this.watched('low_since IS NULL AND balance < low_threshold', limit).getMany();
    return rows.map(toLowCredit);
  }

  /** Marks an account as told, with a mail due; its balance, or `undefined` when it was told or rose by now. */
  async mark(tx: EntityManager, { userId, threshold }: LowCredit): Promise<number | undefined> {
    const now = this.clock.now();
    const { affected } = await tx.update(
      CreditBalance,
      { userId, lowThreshold: threshold, balance: LessThan(threshold), lowSince: IsNull() },
      { lowSince: now, lowMailAt: now },
    );
    if (affected !== 1) return undefined;
    return (await tx.findOneByOrFail(CreditBalance, { userId })).balance;
  }

  /** Lifts the marks of accounts at or above their threshold: their next fall is told again. */
  async liftRisen(limit: number): Promise<void> {
    const risen = 'low_since IS NOT NULL AND balance >= low_threshold';
    const rows = await this.watched(risen, limit).getMany();
    if (rows.length === 0) return;
    await this.database.tx((tx) =>
      tx
        .createQueryBuilder()
        .update(CreditBalance)
        .set(NO_MARK)
        .where({ userId: In(rows.map(({ userId }) => userId)) })
        .andWhere(risen)
        .execute(),
    );
  }

  /** Mails owed to accounts that are still low. */
  async mailsDue(limit: number): Promise<LowCreditMail[]> {
    const now = this.clock.now();
    const rows = await this.watched('balance < low_threshold', limit)
      .andWhere({
        lowMailAt: LessThanOrEqual(now),
        lowSince: MoreThan(addSeconds(now, -MAIL_TTL_SECONDS)),
      })
      .getMany();
    return rows.map((row) => ({ ...toLowCredit(row), dueAt: row.lowMailAt }));
  }

  /** Of many instances one gets it, for as long as a mail may take; `undefined` for the others. */
  async claimMail(mail: LowCreditMail): Promise<LowCreditMail | undefined> {
    const dueAt = addSeconds(this.clock.now(), MAIL_PAUSE_SECONDS);
    return (await this.moveMail(mail, dueAt)) ? { ...mail, dueAt } : undefined;
  }

  async mailDone(mail: LowCreditMail): Promise<void> {
    await this.moveMail(mail, null);
  }

  private async moveMail({ userId, dueAt }: LowCreditMail, lowMailAt: Date | null): Promise<boolean> {
    const { affected } = await this.database.tx((tx) =>
      tx.update(CreditBalance, { userId, lowMailAt: dueAt ?? IsNull() }, { lowMailAt }),
    );
    return affected === 1;
  }

  /** By the index of thresholds, so that accounts without one cost nothing. */
  private watched(condition: string, limit: number) {
    return this.database.read
      .createQueryBuilder(CreditBalance, 'account')
      .where('low_threshold >= 0')
      .andWhere(condition)
      .limit(limit);
  }
}

function toLowCredit({ userId, balance, lowThreshold }: CreditBalance): LowCredit {
  return { userId, balance, threshold: Number(lowThreshold) };
}
