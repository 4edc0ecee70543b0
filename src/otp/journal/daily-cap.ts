import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Sweepers } from '../../common/background/sweepers.js';
import {
  columnsOf,
  Database,
  entitiesOf,
  type Part,
  purge,
  type Statement,
  statement,
  upsert,
} from '../../common/database/index.js';
import { AppError } from '../../common/errors/index.js';
import { Calendar } from '../../common/time/calendar.js';
import { Clock, secondsUntil } from '../../common/time/clock.js';
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
    sweepers: Sweepers,
  ) {
    sweepers.purge('the use of API keys', (limit) => this.purge(limit));
  }

  static idOf({ rootKeyId, day }: Use): string {
    return `${rootKeyId} ${day}`;
  }

  /** How often keys were used on a day, by {@link idOf}; that stays as it is until the transaction ends. */
  hold(uses: readonly Use[]): Part<Map<string, number>> {
    if (uses.length === 0) return { statements: [], read: () => new Map() };
    const rows = uses.map((use) => ({ ...rowOf(use), sends: 0 }));
    const lock = this.database.engine === 'mysql' ? ' FOR UPDATE' : '';
    const keys = rows.map(() => '(api_key_id = ? AND day = ?)').join(' OR ');
    const values = rows.flatMap(({ apiKeyId, day }) => [apiKeyId, day]);
    return {
      statements: [
        ...this.add(rows),
        statement(
          `SELECT ${columnsOf(ApiKeyUsage)} FROM api_key_usage WHERE ${keys} ORDER BY api_key_id, day${lock}`,
          values,
        ),
      ],
      read: (answers) => {
        const found = entitiesOf(ApiKeyUsage, answers.at(-1)?.rows ?? []);
        return new Map(
          found.map(({ apiKeyId, day, sends }) => [DailyCap.idOf({ rootKeyId: apiKeyId, day }), sends]),
        );
      },
    };
  }

  /** Counts uses, one each. */
  count(uses: readonly Use[]): Statement[] {
    return this.add(uses.map((use) => ({ ...rowOf(use), sends: 1 })));
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

  private add(rows: readonly ApiKeyUsage[]): Statement[] {
    return upsert(this.database.engine, ApiKeyUsage, rows, { key: ['apiKeyId', 'day'], add: ['sends'] });
  }
}

const rowOf = ({ rootKeyId, day }: Use) => ({ apiKeyId: rootKeyId, day });
