import { Injectable } from '@nestjs/common';
import { type DayMessage, messagesOfDay } from '../history/index.js';
import { Database, momentOf, momentText } from '../platform/database/index.js';

/** Accounts of one look at a day. */
const ACCOUNTS_MAX = 500;

/** An account's messages of one mode and local day. */
export interface FoldKey {
  userId: number;
  livemode: number;
  day: string;
}

/** A day of an account that has to be added up. */
export interface Moved {
  key: FoldKey;
  /** Null: nobody has begun with it. */
  dueAt: Date | null;
}

/** How many of a day's messages are gone: what is left of them adds up to less than was sent. */
export const PURGED = 'c.purged_sent + c.purged_delivered + c.purged_failed';

/**
 * Days whose counters (c) are not what was added up (f). A message only ever moves up, and then a counter goes up with
 * it: where all are the same, nothing has moved. What was purged cannot be read again, so the day stays as it was.
 */
export const MOVED = `(f.folded_at IS NULL OR (${PURGED} = 0
  AND (f.sent <> c.sent OR f.delivered <> c.delivered OR f.failed <> c.failed OR f.converted <> c.converted)))`;
export const COUNTERS_WITH_FOLDS = `message_counters c LEFT JOIN analytics_folds f
  ON f.user_id = c.user_id AND f.livemode = c.livemode AND f.day = c.day`;

interface MovedRow {
  user_id: number;
  livemode: number;
  due_at: unknown;
}

/** Finds the days that have to be added up. */
@Injectable()
export class FoldSource {
  constructor(private readonly database: Database) {}

  /** Those that do not rest, and those that nobody has done with yet; who has waited longest first. */
  async moved(day: string, now: Date): Promise<{ moved: Moved[]; hasMore: boolean }> {
    const rows = await this.database.read.query<MovedRow[]>(
      `SELECT c.user_id, c.livemode, f.due_at FROM ${COUNTERS_WITH_FOLDS}
       WHERE c.day = ? AND ${MOVED} AND (f.folded_at IS NULL OR f.due_at <= ?) ORDER BY f.due_at LIMIT ${ACCOUNTS_MAX}`,
      [day, momentText(now)],
    );
    const moved = rows.map(({ user_id, livemode, due_at }) => ({
      key: { userId: user_id, livemode: Number(livemode), day },
      dueAt: due_at === null ? null : momentOf(due_at),
    }));
    return { moved, hasMore: rows.length === ACCOUNTS_MAX };
  }

  messages(key: FoldKey): AsyncGenerator<DayMessage[]> {
    return messagesOfDay(this.database, key);
  }
}
