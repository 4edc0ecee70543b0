import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { CreditBalance } from './credit.entities.js';
import { type Runway, RUNWAY_DAYS, Runways } from './runway.js';

/** An account whose mark is to change: its balance lasts fewer than `days`, or has recovered. */
export interface RunwayChange {
  userId: number;
  balance: number;
  days: number;
  runway: Runway | null;
  isLow: boolean;
}

/** Accounts whose balance lasts fewer than their `low_runway_days`. */
@Injectable()
export class LowRunways {
  /** Each instance walks over all accounts, some at a time. */
  private last = 0;

  constructor(
    private readonly database: Database,
    private readonly runways: Runways,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** Of the next `limit` accounts those whose mark is to change. */
  async next(limit: number): Promise<RunwayChange[]> {
    const rows = await this.database.read.find(CreditBalance, {
      where: { userId: MoreThan(this.last) },
      order: { userId: 'ASC' },
      take: limit,
    });
    this.last = rows.length < limit ? 0 : (rows.at(-1)?.userId ?? 0);
    const [first = ''] = this.calendar.lastDays(this.clock.now(), RUNWAY_DAYS + 1);
    const begin = this.calendar.startOf(first);
    // A balance that has not moved for so long lasts without end.
    const watched = rows.filter(
      ({ lowRunwaySince, updatedAt }) => lowRunwaySince !== null || updatedAt >= begin,
    );
    const runways = await this.runways.ofEach(watched);
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

  /** Marks an account as told; false if it was, if its balance rose, or if it wants no mail any more. */
  async mark(tx: EntityManager, { userId, balance, days }: RunwayChange): Promise<boolean> {
    const row = await this.database.lockRow(tx, CreditBalance, { userId });
    if (row?.lowRunwayDays !== days || row.lowRunwaySince !== null || row.balance > balance) return false;
    await tx.update(CreditBalance, { userId }, { lowRunwaySince: this.clock.now() });
    return true;
  }

  /** Clears the mark. */
  async lift(tx: EntityManager, { userId }: RunwayChange): Promise<void> {
    await tx.update(CreditBalance, { userId }, { lowRunwaySince: null });
  }
}
