import type { Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { connections, FIND_KEYS } from '../common/connections.js';
import * as rows from '../common/rows.js';
import {
  COST,
  DEVICE_ID,
  duplicate,
  poor,
  type Draft,
  type Key,
  type Opened,
  type Sent,
  type Store,
} from '../common/store.js';

const insert = (into: string, ending = '') =>
  `INSERT INTO ${into} VALUES (${into
    .split(',')
    .map(() => '?')
    .join(', ')}) ${ending}`;

const FIND_KEY = `${FIND_KEYS} = ?`;
const ADD_MESSAGE = insert(rows.MESSAGES);
const CLAIM = insert(rows.WINDOWS, rows.TAKE_OVER);
const TAKE =
  'UPDATE credit_balances SET balance = balance - ?, entry_count = entry_count + 1, updated_at = ? WHERE user_id = ? AND balance >= ?';
const BALANCE = 'SELECT balance FROM credit_balances WHERE user_id = ?';
const ADD_ENTRY = insert(rows.ENTRIES);
const COUNT = insert(rows.COUNTERS, rows.ADD_UP);
const MOVE =
  "UPDATE messages SET status = 'sent', device_id = ?, gateway_message_id = ?, sent_at = ? WHERE id = ? AND status = 'pending'";
const ADD_ATTEMPT = insert(rows.ATTEMPTS);
const ADD_EVENT = insert(rows.EVENTS);

/**
 * One transaction for each step of each send, as one would write it by hand: eleven round trips with the look-up of the
 * key. Statements are prepared; the last of a transaction takes its COMMIT along.
 */
export class SingleStore implements Store {
  private readonly keys: Pool;
  private readonly pool: Pool;

  constructor(url: string, size: number) {
    this.keys = connections({ url, size, autocommit: true });
    this.pool = connections({ url, size, autocommit: false });
  }

  async keyOf(hash: string): Promise<Key | undefined> {
    const [[key]] = await this.keys.execute<(Key & RowDataPacket)[]>(FIND_KEY, [hash]);
    return key;
  }

  open(draft: Draft): Promise<Opened> {
    return this.transaction(async (tx) => {
      const messageId = (await write(tx, ADD_MESSAGE, rows.messageRow(draft))).insertId;
      const now = rows.moment(draft.at);
      const claim = await write(tx, CLAIM, [...rows.windowRow(draft), now, now]);
      if (claim.affectedRows === 0) throw duplicate();
      const taken = await write(tx, TAKE, [COST, now, draft.userId, COST]);
      const [[account]] = await tx.execute<RowDataPacket[]>(BALANCE, [draft.userId]);
      const balance = Number(account?.['balance']);
      if (taken.affectedRows !== 1) throw poor(balance);
      await write(tx, ADD_ENTRY, rows.entryRow(draft, { messageId, balance }));
      await tx.query(`${COUNT}; COMMIT`, rows.counterRow(draft, 1, 0));
      return { messageId, balance };
    });
  }

  settle(sent: Sent): Promise<void> {
    return this.transaction(async (tx) => {
      const { messageId, draft, gatewayMessageId, at } = sent;
      const moved = await write(tx, MOVE, [DEVICE_ID, gatewayMessageId, rows.moment(at), messageId]);
      if (moved.affectedRows !== 1) throw new Error(`message ${messageId} was settled before`);
      await write(tx, ADD_ATTEMPT, rows.attemptRow(sent));
      await write(tx, COUNT, rows.counterRow(draft, 0, 1));
      await tx.query(`${ADD_EVENT}; COMMIT`, rows.eventRow(sent));
    });
  }

  /** `work` commits by itself. */
  private async transaction<T>(work: (tx: PoolConnection) => Promise<T>): Promise<T> {
    const tx = await this.pool.getConnection();
    try {
      return await work(tx);
    } catch (error) {
      await tx.rollback();
      throw error;
    } finally {
      tx.release();
    }
  }
}

async function write(tx: PoolConnection, sql: string, values: (string | number)[]): Promise<ResultSetHeader> {
  const [result] = await tx.execute<ResultSetHeader>(sql, values);
  return result;
}
