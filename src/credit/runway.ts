import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { CreditBalance } from './credit.entities.js';
import { spentSince } from './spending.js';

/** How long balances last at the pace of the last whole days. Refunded messages do not count. */
@Injectable()
export class Runways {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async of(userId: number, balance: number): Promise<Runway | null> {
    const now = this.clock.now();
    const days = this.calendar.lastDays(now, RUNWAY_DAYS + 1).slice(0, RUNWAY_DAYS);
    const { read } = this.database;
    // The otp module depends on this one, so this reads its table.
    const [begun] = await read.query<{ first: string | null }[]>(
      'SELECT MIN(day) AS first FROM message_counters WHERE user_id = ? AND livemode = 1',
      [userId],
    );
    const from = this.calendar.startOf(days[0] ?? '');
    const today = this.calendar.startOf(this.calendar.day(now));
    const spent = await read
      .createQueryBuilder(CreditBalance, 'account')
      .select(spentSince(this.database, 'from'), 'all')
      .addSelect(spentSince(this.database, 'today'), 'today')
      .where({ userId })
      .setParameters({ from, today })
      .getRawOne<{ all: number | string; today: number | string }>();
    const credits = Math.max(0, Number(spent?.all ?? 0) - Number(spent?.today ?? 0));
    return runwayOf(balance, days, { credits, first: begun?.first ?? null });
  }
}

const RUNWAY_DAYS = 7;
/** One day shows no habit. */
const DAYS_MIN = 2;

interface Runway {
  days: number;
  credits: number;
  /** Null where nothing was spent. */
  lastsDays: number | null;
}

/** From the credits spent in whole days. Days before the first message do not count; null: too few days. */
export function runwayOf(
  balance: number,
  days: readonly string[],
  { credits, first }: { credits: number; first: string | null },
): Runway | null {
  const told = days.filter((day) => first !== null && day >= first);
  if (told.length < DAYS_MIN) return null;
  const lastsDays = credits > 0 ? Math.floor((balance * told.length) / credits) : null;
  return { days: told.length, credits, lastsDays };
}
