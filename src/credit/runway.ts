import { Injectable } from '@nestjs/common';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { Database, list } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { CreditBalance } from './credit.entities.js';
import { spentSince } from './spending.js';

/** Computes how long balances last at the pace of the last whole days. Refunded messages do not count. */
@Injectable()
export class Runways {
  /** The last account that was read: each instance goes through all accounts, some at a time. */
  private last = 0;

  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async of(account: Account): Promise<Runway | null> {
    return (await this.ofEach([account])).get(account.userId) ?? null;
  }

  async ofEach(accounts: readonly Account[]): Promise<Map<number, Runway | null>> {
    const userIds = accounts.map(({ userId }) => userId);
    if (userIds.length === 0) return new Map();
    const now = this.clock.now();
    const days = this.calendar.lastDays(now, RUNWAY_DAYS + 1).slice(0, RUNWAY_DAYS);
    const { read } = this.database;
    // The otp module depends on this one, so this reads its table.
    const begun = await read.query<{ userId: number | string; first: string }[]>(
      `SELECT user_id AS userId, MIN(day) AS first FROM message_counters
       WHERE user_id IN ${list(userIds)} AND livemode = 1 GROUP BY user_id`,
      userIds,
    );
    const firstDays = new Map(begun.map(({ userId, first }) => [Number(userId), first]));
    const from = this.calendar.startOf(days[0] ?? '');
    const today = this.calendar.startOf(this.calendar.day(now));
    const spent = await read
      .createQueryBuilder(CreditBalance, 'account')
      .select('account.user_id', 'userId')
      .addSelect(spentSince(this.database, 'from'), 'all')
      .addSelect(spentSince(this.database, 'today'), 'today')
      .where({ userId: In(userIds) })
      .setParameters({ from, today })
      .getRawMany<Record<'userId' | 'all' | 'today', number | string>>();
    const credits = new Map(
      spent.map((row) => [Number(row.userId), Math.max(0, Number(row.all) - Number(row.today))]),
    );
    return new Map(
      accounts.map(({ userId, balance }) => {
        const used = { credits: credits.get(userId) ?? 0, first: firstDays.get(userId) ?? null };
        return [userId, runwayOf(balance, days, used)];
      }),
    );
  }

  /** Reads the next `limit` accounts, and returns those whose mark must change. */
  async next(limit: number): Promise<RunwayChange[]> {
    const rows = await this.database.read.find(CreditBalance, {
      where: { userId: MoreThan(this.last) },
      order: { userId: 'ASC' },
      take: limit,
    });
    this.last = rows.length < limit ? 0 : (rows.at(-1)?.userId ?? 0);
    const [first = ''] = this.calendar.lastDays(this.clock.now(), RUNWAY_DAYS + 1);
    const begin = this.calendar.startOf(first);
    // A balance that has not changed for so long lasts without end.
    const watched = rows.filter(
      ({ lowRunwaySince, updatedAt }) => lowRunwaySince !== null || updatedAt >= begin,
    );
    const runways = await this.ofEach(watched);
    return watched.flatMap(({ userId, balance, lowRunwayDays: days, lowRunwaySince }) => {
      if (days === null) return [];
      const runway = runways.get(userId) ?? null;
      const lasts = runway?.lastsDays ?? Number.POSITIVE_INFINITY;
      const isLow = lasts < days;
      // The pace differs a little from day to day: a day more than the limit is a recovery.
      const isChange = lowRunwaySince === null ? isLow : lasts > days;
      return isChange ? [{ userId, balance, days, runway, isLow }] : [];
    });
  }

  /** Marks an account as notified. False: it is marked already, its balance rose, or its setting has changed. */
  async mark(tx: EntityManager, { userId, balance, days }: RunwayChange): Promise<boolean> {
    const row = await this.database.lockRow(tx, CreditBalance, { userId });
    if (row?.lowRunwayDays !== days || row.lowRunwaySince !== null || row.balance > balance) return false;
    await tx.update(CreditBalance, { userId }, { lowRunwaySince: this.clock.now() });
    return true;
  }

  async lift(tx: EntityManager, { userId }: RunwayChange): Promise<void> {
    await tx.update(CreditBalance, { userId }, { lowRunwaySince: null });
  }
}

const RUNWAY_DAYS = 7;
/** One day does not show a pace. */
const DAYS_MIN = 2;

type Account = Pick<CreditBalance, 'userId' | 'balance'>;

export interface Runway {
  days: number;
  credits: number;
  /** Null: nothing was spent. */
  lastsDays: number | null;
}

/** An account whose mark is to change: its balance lasts fewer than `days`, or has recovered. */
export interface RunwayChange extends Account {
  days: number;
  runway: Runway | null;
  isLow: boolean;
}

/** From the credits spent in whole days. Days before the first message do not count; null: too few days. */
export function runwayOf(
  balance: number,
  days: readonly string[],
  { credits, first }: { credits: number; first: string | null },
): Runway | null {
  const counted = days.filter((day) => first !== null && day >= first);
  if (counted.length < DAYS_MIN) return null;
  const lastsDays = credits > 0 ? Math.floor((balance * counted.length) / credits) : null;
  return { days: counted.length, credits, lastsDays };
}
