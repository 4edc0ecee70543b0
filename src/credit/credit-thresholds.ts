import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { CreditBalance } from './credit.entities.js';
import { Prices } from './prices/prices.js';
import { spentSince } from './spending.js';

const MAIL_TTL_SECONDS = 86_400;

/** The columns of an account without an open notice of low credit. */
const NOT_NOTIFIED = { lowSince: null, lowMailAt: null };

/** `undefined`: stays as it is; null: never notify. */
type LowCreditSettings = Partial<Record<'lowThreshold' | 'lowRunwayDays', number | null | undefined>>;

/** Accounts without a send in so many days, including today, need no credit and are left out. */
const ACTIVE_DAYS = 7;
/**
 * Without a threshold, a balance is low if it lasts fewer days than this at the average of ACTIVE_DAYS, or cannot pay
 * for a message.
 */
const LASTS_DAYS = 2;

/** Whether the account has sent since `:first`. Reads a table of otp, since credit must not import that module. */
const SENT = `EXISTS (SELECT 1 FROM message_counters counted
  WHERE counted.user_id = account.userId AND counted.livemode = 1 AND counted.day >= :first)`;

/** The price of one more WhatsApp message: `priceAt` as SQL, so that the database can select the accounts. */
const PRICE = `COALESCE((SELECT own.price FROM prices own
  WHERE own.user_id = account.userId AND own.channel = 'whatsapp' AND own.valid_from <= :now
  ORDER BY own.valid_from DESC LIMIT 1), :general)`;

/** An account below its threshold. */
export interface LowCredit {
  userId: number;
  balance: number;
  threshold: number;
}

/** An account with little credit: below its threshold or, without one, with a balance that does not last. */
type PoorAccount = Omit<LowCredit, 'threshold'> & { threshold: number | null };

/** A mail to send. `dueAt` identifies it, so that only one instance takes it. */
type LowCreditMail = LowCredit & { dueAt: Date | null };

/** Finds accounts with low credit. A sweep sets and clears `low_since`, so sends do no work for it. */
@Injectable()
export class CreditThresholds {
  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  /** Fails with `not_found`. */
  async set(userId: number, { lowThreshold, lowRunwayDays }: LowCreditSettings): Promise<void> {
    if (lowThreshold === undefined && lowRunwayDays === undefined) return;
    const change = {
      ...(lowThreshold !== undefined && { lowThreshold }),
      ...(lowThreshold === null && NOT_NOTIFIED),
      ...(lowRunwayDays !== undefined && { lowRunwayDays }),
      ...(lowRunwayDays === null && { lowRunwaySince: null }),
    };
    const { affected } = await this.database.tx((tx) => tx.update(CreditBalance, { userId }, change));
    if (affected !== 1) throw new AppError('not_found');
  }

  /** Accounts below their threshold whose owner was not notified. */
  async newlyLow(limit: number): Promise<LowCredit[]> {
    const rows = await this.withThreshold('low_since IS NULL AND balance < low_threshold', limit).getMany();
    return rows.map(toLowCredit);
  }

  /** Accounts below their threshold, and those without one whose balance does not last; the lowest balance first. */
  async lowest(limit: number): Promise<PoorAccount[]> {
    const [withThreshold, others] = await Promise.all([
      this.withThreshold('balance < low_threshold', limit)
        .orderBy('account.balance', 'ASC')
        .addOrderBy('account.userId', 'ASC')
        .getMany(),
      this.withoutThreshold(limit),
    ]);
    return [...withThreshold.map(toLowCredit), ...others]
      .sort((one, other) => one.balance - other.balance || one.userId - other.userId)
      .slice(0, limit);
  }

  /**
   * Accounts without a threshold whose balance does not last. Skips balances that have not changed for ACTIVE_DAYS, of
   * which there are many.
   */
  private async withoutThreshold(limit: number): Promise<PoorAccount[]> {
    const now = this.clock.now();
    const [first = ''] = this.calendar.lastDays(now, ACTIVE_DAYS);
    const from = this.calendar.startOf(first);
    const general = await this.prices.general('whatsapp');
    const rows = await this.database.read
      .createQueryBuilder(CreditBalance, 'account')
      .where({ lowThreshold: IsNull(), updatedAt: MoreThanOrEqual(from) })
      .andWhere(
        `${SENT} AND (account.balance < ${PRICE}
          OR account.balance * ${ACTIVE_DAYS} < ${spentSince(this.database, 'from')} * ${LASTS_DAYS})`,
        { first, from, now, general },
      )
      .orderBy('account.balance', 'ASC')
      .addOrderBy('account.userId', 'ASC')
      .limit(limit)
      .getMany();
    return rows.map(({ userId, balance }) => ({ userId, balance, threshold: null }));
  }

  /**
   * Marks an account as notified, with a mail due. Returns its balance; `undefined`: it is marked or not low any more.
   */
  async mark(tx: EntityManager, { userId, threshold }: LowCredit): Promise<number | undefined> {
    const now = this.clock.now();
    const row = await this.database.lockRow(tx, CreditBalance, { userId });
    if (row?.lowThreshold !== threshold || row.balance >= threshold || row.lowSince !== null)
      return undefined;
    await tx.update(CreditBalance, { userId }, { lowSince: now, lowMailAt: now });
    return row.balance;
  }

  /** Marked accounts that are at or above their threshold again. */
  async recovered(limit: number): Promise<number[]> {
    const rows = await this.withThreshold(
      'low_since IS NOT NULL AND balance >= low_threshold',
      limit,
    ).getMany();
    return rows.map(({ userId }) => userId);
  }

  /** Clears the mark of an account. False: it has no mark, or is below its threshold again. */
  async lift(tx: EntityManager, userId: number): Promise<boolean> {
    const row = await this.database.lockRow(tx, CreditBalance, { userId });
    if (!row || row.lowSince === null || row.lowThreshold === null || row.balance < row.lowThreshold)
      return false;
    await tx.update(CreditBalance, { userId }, NOT_NOTIFIED);
    return true;
  }

  /** Mails to send to accounts that are still below their threshold. */
  async mailsDue(limit: number): Promise<LowCreditMail[]> {
    const now = this.clock.now();
    const rows = await this.withThreshold('balance < low_threshold', limit)
      .andWhere({
        lowMailAt: LessThanOrEqual(now),
        lowSince: MoreThan(addSeconds(now, -MAIL_TTL_SECONDS)),
      })
      .getMany();
    return rows.map((row) => ({ ...toLowCredit(row), dueAt: row.lowMailAt }));
  }

  /** Takes a mail: returns true in one instance only. */
  async takeMail(tx: EntityManager, { userId, dueAt }: LowCreditMail): Promise<boolean> {
    const marked = { userId, lowMailAt: dueAt ?? IsNull() };
    const { affected } = await tx.update(CreditBalance, marked, { lowMailAt: null });
    return affected === 1;
  }

  /** Reads the index of thresholds, so that accounts without one cost nothing. */
  private withThreshold(condition: string, limit: number) {
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
