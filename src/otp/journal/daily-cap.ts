import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Calendar } from '../../common/calendar.js';
import { Clock, secondsUntil } from '../../common/clock.js';
import {
  Database,
  insertMissing,
  purge,
  statement,
  upsert,
  type Answer,
  type Statement,
} from '../../common/database/index.js';
import { AppError } from '../../common/errors/index.js';
import { ApiKeyUsage } from './api-key-usage.entity.js';

/** A send under a capped key, on a local day. It counts for the key that the rotations began with, as all of that line. */
interface Use {
  rootKeyId: number;
  day: string;
}

/** How many messages one API key may open on a local day, with those that it came of, over all instances. */
@Injectable()
export class DailyCap {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  static idOf({ rootKeyId, day }: Use): string {
    return `${rootKeyId} ${day}`;
  }

  /** Reads how often keys were used on a day, and keeps that from changing until the transaction ends. */
  hold(uses: Use[]): Statement[] {
    if (uses.length === 0) return [];
    const rows = this.rowsOf(uses).map((row) => ({ ...row, sends: 0 }));
    const lock = this.database.engine === 'mysql' ? ' FOR UPDATE' : '';
    const keys = rows.map(() => '(api_key_id = ? AND day = ?)').join(' OR ');
    const values = rows.flatMap(({ api_key_id, day }) => [api_key_id, day]);
    return [
      insertMissing(this.database.engine, 'api_key_usage', rows),
      statement(`SELECT api_key_id, day, sends FROM api_key_usage WHERE ${keys}${lock}`, values),
    ];
  }

  /** The uses by {@link idOf}, of the last answer to {@link hold}. */
  held(answer: Answer | undefined): Map<string, number> {
    const rows = answer?.rows ?? [];
    return new Map(
      rows.map((row) => [
        DailyCap.idOf({ rootKeyId: Number(row['api_key_id']), day: String(row['day']) }),
        Number(row['sends']),
      ]),
    );
  }

  /** Counts uses, one each. */
  count(uses: Use[]): Statement[] {
    if (uses.length === 0) return [];
    return [
      upsert(this.database.engine, 'api_key_usage', this.rowsOf(uses), {
        key: ['api_key_id', 'day'],
        add: ['sends'],
      }),
    ];
  }

  /** That a cap is reached for today. */
  refusal(): AppError {
    const now = this.clock.now();
    const retryAfterSeconds = secondsUntil(now, this.calendar.endOfDay(now));
    return new AppError('daily_cap_reached', { retryAfterSeconds });
  }

  /** Forgets the counts of days gone by, a bounded number at once; returns how many. */
  purge(limit: number): Promise<number> {
    const where = { day: LessThan(this.calendar.day(this.clock.now())) };
    return purge(this.database, ApiKeyUsage, { where, by: 'apiKeyId' }, limit);
  }

  /** A row for each key and day, in an order that is the same everywhere. */
  private rowsOf(uses: Use[]) {
    const sends = new Map<string, Use & { sends: number }>();
    for (const use of uses) {
      const id = DailyCap.idOf(use);
      sends.set(id, { ...use, sends: (sends.get(id)?.sends ?? 0) + 1 });
    }
    return [...sends]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { rootKeyId, day, sends }]) => ({ api_key_id: rootKeyId, day, sends }));
  }
}
