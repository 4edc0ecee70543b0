import type { Status } from '../otp/index.js';
import { type Database, momentOf } from '../platform/database/index.js';
import type { FailureReason } from '../platform/text/failure-reason.js';

const BATCH = 2000;
const BY_DAY = 'ix_messages_user_id_livemode_day_id';

/** An account's messages of one mode and local day. */
interface OfDay {
  userId: number;
  livemode: number;
  day: string;
}

/** What is added up of a message. */
export interface DayMessage {
  status: Status;
  isConverted: boolean;
  apiKeyId: number;
  deviceId: number | null;
  failureReason: FailureReason | null;
  /** The first four digits of the phone, which its mask shows. */
  head: string;
  createdAt: Date;
  deliveredAt: Date | null;
}

interface Row {
  id: number;
  status: Status;
  api_key_id: number;
  device_id: number | null;
  failure_reason: FailureReason | null;
  head: string;
  created_at: unknown;
  delivered_at: unknown;
  is_converted: number;
}

/** Reads the messages of a day in batches, by the index that lists use. */
export async function* messagesOfDay(
  database: Database,
  { userId, livemode, day }: OfDay,
): AsyncGenerator<DayMessage[]> {
  // Without the hint MySQL may read the messages of all accounts by their ids.
  const hint = database.engine === 'mysql' ? ` USE INDEX (${BY_DAY})` : '';
  let after: number | undefined = 0;
  while (after !== undefined) {
    const rows: Row[] = await database.read.query<Row[]>(
      `SELECT id, status, api_key_id, device_id, failure_reason, SUBSTR(recipient_masked, 1, 4) AS head,
         created_at, delivered_at, CASE WHEN converted_at IS NULL THEN 0 ELSE 1 END AS is_converted
       FROM messages${hint} WHERE user_id = ? AND livemode = ? AND day = ? AND id > ? ORDER BY id LIMIT ${BATCH}`,
      [userId, livemode, day, after],
    );
    yield rows.map(messageOf);
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
  }
}

const messageOf = (row: Row): DayMessage => ({
  status: row.status,
  isConverted: Number(row.is_converted) === 1,
  apiKeyId: row.api_key_id,
  deviceId: row.device_id,
  failureReason: row.failure_reason,
  head: row.head,
  createdAt: momentOf(row.created_at),
  deliveredAt: row.delivered_at === null ? null : momentOf(row.delivered_at),
});
