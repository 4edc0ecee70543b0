import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Sweepers } from '../../platform/background/sweepers.js';
import {
  columnsOf,
  Database,
  entitiesOf,
  purge,
  type Rows,
  type Statement,
  statement,
  upsert,
} from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock, secondsUntil } from '../../platform/time/clock.js';
import { ApiKeyUsage } from '../message.entities.js';

/**
 * One message of a capped key on a local day. A key and its rotations share a count, stored under the first of them.
 */
export interface DailyUse {
  rootKeyId: number;
  day: string;
}

/** Limits how many messages an API key and its rotations create per local day, over all instances. */
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

  static idOf({ rootKeyId, day }: DailyUse): string {
    return `${rootKeyId} ${day}`;
  }

  /** Selects the counts, for {@link usesIn}. They cannot change while the account's balance is locked. */
  select(uses: readonly DailyUse[]): Statement | undefined {
    if (uses.length === 0) return undefined;
    return statement(
      `SELECT ${columnsOf(ApiKeyUsage)} FROM api_key_usage
        WHERE ${uses.map(() => '(api_key_id = ? AND day = ?)').join(' OR ')}`,
      uses.flatMap(({ rootKeyId, day }) => [rootKeyId, day]),
    );
  }

  /** Counts one for each use. */
  count(uses: readonly DailyUse[]): Statement[] {
    const rows = uses.map(({ rootKeyId, day }) => ({ apiKeyId: rootKeyId, day, sends: 1 }));
    return upsert(this.database.engine, ApiKeyUsage, rows, { key: ['apiKeyId', 'day'], add: ['sends'] });
  }

  /** The error for a cap that is reached today. */
  refusal(): AppError {
    const now = this.clock.now();
    const retryAfterSeconds = secondsUntil(now, this.calendar.endOfDay(now));
    return new AppError('daily_cap_reached', { retryAfterSeconds });
  }

  /** Deletes up to `limit` counts of past days and returns how many. */
  purge(limit: number): Promise<number> {
    const where = { day: LessThan(this.calendar.day(this.clock.now())) };
    return purge(this.database, ApiKeyUsage, { where, by: 'apiKeyId' }, limit);
  }
}

/** Counts by {@link DailyCap.idOf}. */
export const usesIn = (rows: Rows): Map<string, number> =>
  new Map(
    entitiesOf(ApiKeyUsage, rows).map(({ apiKeyId, day, sends }) => [
      DailyCap.idOf({ rootKeyId: apiKeyId, day }),
      sends,
    ]),
  );
