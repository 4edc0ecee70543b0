import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Sweepers } from '../../platform/background/sweepers.js';
import {
  columnsOf,
  Database,
  entitiesOf,
  type Part,
  purge,
  type Statement,
  statement,
  upsert,
} from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock, secondsUntil } from '../../platform/time/clock.js';
import { ApiKeyUsage } from './api-key-usage.entity.js';

/** A send under a capped key on a local day. A key and all its rotations count as one, under the first of them. */
interface Use {
  rootKeyId: number;
  day: string;
}

/** Limits how many messages an API key and its rotations together may open on a local day, over all instances. */
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

  /**
   * Reads how often keys were used on a day, by {@link idOf}, and keeps the counts as they are until the transaction
   * ends.
   */
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

  /** Counts one for each use. */
  count(uses: readonly Use[]): Statement[] {
    return this.add(uses.map((use) => ({ ...rowOf(use), sends: 1 })));
  }

  /** The error for a cap that is reached today. */
  refusal(): AppError {
    const now = this.clock.now();
    const retryAfterSeconds = secondsUntil(now, this.calendar.endOfDay(now));
    return new AppError('daily_cap_reached', { retryAfterSeconds });
  }

  /** Deletes the counts of past days, a bounded number at once; returns how many. */
  purge(limit: number): Promise<number> {
    const where = { day: LessThan(this.calendar.day(this.clock.now())) };
    return purge(this.database, ApiKeyUsage, { where, by: 'apiKeyId' }, limit);
  }

  private add(rows: readonly ApiKeyUsage[]): Statement[] {
    return upsert(this.database.engine, ApiKeyUsage, rows, { key: ['apiKeyId', 'day'], add: ['sends'] });
  }
}

const rowOf = ({ rootKeyId, day }: Use) => ({ apiKeyId: rootKeyId, day });
