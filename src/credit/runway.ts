import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { MESSAGE_COST } from './credit.entities.js';

/**
 * How long balances last, from the day counters. It reads their table, since the otp module depends on this one.
 * Failed messages count as refunded.
 */
@Injectable()
export class Runways {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async of(userId: number, balance: number): Promise<Runway | null> {
    const days = this.calendar.lastDays(this.clock.now(), RUNWAY_DAYS + 1).slice(0, RUNWAY_DAYS);
    const { read } = this.database;
    const [begun] = await read.query<{ first: string | null }[]>(
      'SELECT MIN(day) AS first FROM message_counters WHERE user_id = ? AND livemode = 1',
      [userId],
    );
    const rows = await read.query<{ day: string; sends: number | string }[]>(
      `SELECT day, sent + delivered AS sends FROM message_counters
        WHERE user_id = ? AND livemode = 1 AND day >= ? AND day <= ?`,
      [userId, days[0], days.at(-1)],
    );
    const paid = new Map(rows.map(({ day, sends }) => [day, Number(sends)]));
    return runwayOf(balance, days, { paid, first: begun?.first ?? null });
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

/**
 * From the paid messages of the last whole days, oldest first. Days before the first message do not count; null: too
 * few days.
 */
export function runwayOf(
  balance: number,
  days: readonly string[],
  { paid, first }: { paid: ReadonlyMap<string, number>; first: string | null },
): Runway | null {
  const told = days.filter((day) => first !== null && day >= first);
  if (told.length < DAYS_MIN) return null;
  const credits = told.reduce((sum, day) => sum + (paid.get(day) ?? 0), 0) * MESSAGE_COST;
  const lastsDays = credits > 0 ? Math.floor((balance * told.length) / credits) : null;
  return { days: told.length, credits, lastsDays };
}
