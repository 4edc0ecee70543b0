import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { type Runway, RUNWAY_DAYS, runwayOf } from './runway.rules.js';

/**
 * How long balances last, from the counters of messages that are kept anyway. Messages are built upon this room, which
 * therefore asks their table and not their service. What failed counts as refunded, which it is nearly always.
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
