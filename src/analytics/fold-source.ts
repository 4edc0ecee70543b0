import { Injectable } from '@nestjs/common';
import { Database, momentOf, momentText } from '../common/database/index.js';
import type { FailureReason } from '../common/text/failure-reason.js';
import type { Folded } from './fold.rules.js';

/** Accounts of one look at a day, and messages of one read. */
const ACCOUNTS_MAX = 500;
const BATCH = 2000;

const BY_DAY = 'ix_messages_user_id_livemode_day_id';

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

interface MessageRow {
  id: number;
  status: Folded['status'];
  api_key_id: number;
  device_id: number | null;
  failure_reason: FailureReason | null;
  head: string;
  created_at: unknown;
  delivered_at: unknown;
  is_converted: number;
}

/** What there is to add up. */
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

  /** In pieces, by the index that lists are read by. */
  async *messages({ userId, livemode, day }: FoldKey): AsyncGenerator<Folded[]> {
    // MySQL may rather go through everybody's messages by their ids.
    const hint = this.database.engine === 'mysql' ? ` USE INDEX (${BY_DAY})` : '';
    let after: number | undefined = 0;
    while (after !== undefined) {
      const rows: MessageRow[] = await this.database.read.query<MessageRow[]>(
        `SELECT id, status, api_key_id, device_id, failure_reason, SUBSTR(recipient_masked, 1, 4) AS head,
           created_at, delivered_at, CASE WHEN converted_at IS NULL THEN 0 ELSE 1 END AS is_converted
         FROM messages${hint} WHERE user_id = ? AND livemode = ? AND day = ? AND id > ? ORDER BY id LIMIT ${BATCH}`,
        [userId, livemode, day, after],
      );
      yield rows.map(messageOf);
      after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
  }
}

const messageOf = (row: MessageRow): Folded => ({
  status: row.status,
  isConverted: Number(row.is_converted) === 1,
  apiKeyId: row.api_key_id,
  deviceId: row.device_id,
  failureReason: row.failure_reason,
  head: row.head,
  createdAt: momentOf(row.created_at),
  deliveredAt: row.delivered_at === null ? null : momentOf(row.delivered_at),
});
