import type { Pool, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
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
import { Lane } from './lane.js';

const CLAIM = `INSERT INTO ${rows.WINDOWS} VALUES ? ${rows.TAKE_OVER}`;
const LOCK =
  'SELECT user_id AS userId, balance FROM credit_balances WHERE user_id IN (?) ORDER BY user_id FOR UPDATE';
const WRITE = [
  `INSERT INTO ${rows.MESSAGES.replace('(', '(id, ')} VALUES ?`,
  `INSERT INTO ${rows.ENTRIES} VALUES ?`,
  'INSERT INTO credit_balances (user_id, balance, entry_count, updated_at) VALUES ? ON DUPLICATE KEY UPDATE balance = VALUES(balance), entry_count = entry_count + VALUES(entry_count), updated_at = VALUES(updated_at)',
  `INSERT INTO ${rows.COUNTERS} VALUES ? ${rows.ADD_UP}`,
  'COMMIT',
].join('; ');
const SETTLE = [
  "UPDATE messages SET status = 'sent', device_id = ?, gateway_message_id = ELT(FIELD(id, ?), ?), sent_at = ? WHERE id IN (?) AND status = 'pending'",
  `INSERT INTO ${rows.ATTEMPTS} VALUES ?`,
  `INSERT INTO ${rows.EVENTS} VALUES ?`,
  `INSERT INTO ${rows.COUNTERS} VALUES ? ${rows.ADD_UP}`,
  'COMMIT',
].join('; ');
const FREE = 'DELETE FROM duplicate_windows WHERE duplicate_index IN (?)';

interface Charged {
  draft: Draft;
  opened: Opened;
}

/**
 * Concurrent sends share their transactions: one connection reserves, one settles, one looks keys up, each taking what
 * has queued as soon as it is free. Being the only writer, it gives out the ids of messages itself: a reservation is two
 * round trips and one commit, a settlement one and one.
 */
export class GroupStore implements Store {
  private readonly keys = new Lane((hashes: string[]) => this.findKeys(hashes));
  private readonly reservations = new Lane((drafts: Draft[]) => this.reserve(drafts));
  private readonly settlements = new Lane((all: Sent[]) => this.settleAll(all));
  private readonly reader: Pool;
  private readonly reserver: Pool;
  private readonly settler: Pool;
  private lastId = 0;

  constructor(url: string) {
    this.reader = connections({ url, size: 1, autocommit: true });
    this.reserver = connections({ url, size: 1, autocommit: false });
    this.settler = connections({ url, size: 1, autocommit: false });
  }

  keyOf(hash: string): Promise<Key | undefined> {
    return this.keys.add(hash);
  }

  open(draft: Draft): Promise<Opened> {
    return this.reservations.add(draft);
  }

  async settle(sent: Sent): Promise<void> {
    await this.settlements.add(sent);
  }

  private async findKeys(hashes: string[]): Promise<(Key | undefined)[]> {
    const [found] = await this.reader.query<(Key & { hash: string } & RowDataPacket)[]>(
      `${FIND_KEYS} IN (?)`,
      [[...new Set(hashes)]],
    );
    const byHash = new Map(found.map((key) => [key.hash, key]));
    return hashes.map((hash) => byHash.get(hash));
  }

  private async reserve(drafts: Draft[]): Promise<(Opened | Error)[]> {
    try {
      return await this.reserveIn(drafts);
    } catch (error) {
      await this.reserver.query('ROLLBACK');
      throw error;
    }
  }

  private async reserveIn(drafts: Draft[]): Promise<(Opened | Error)[]> {
    const claims = drafts.map((draft) => ({ draft, messageId: ++this.lastId }));
    const now = rows.moment(new Date());
    const [[claimed, accounts]] = (await this.reserver.query(`${CLAIM}; ${LOCK}`, [
      drafts.map(rows.windowRow),
      now,
      now,
      [...new Set(drafts.map(({ userId }) => userId))],
    ])) as unknown as [[ResultSetHeader, { userId: number; balance: number }[]]];
    const lost = isAllNew(claimed, claims.length) ? NONE : await this.lostOf(claims);
    const balances = new Map(accounts.map(({ userId, balance }) => [userId, balance]));
    const charged: Charged[] = [];
    const unpaid: string[] = [];
    const results = claims.map(({ draft, messageId }) => {
      if (lost.has(messageId)) return duplicate();
      const balance = (balances.get(draft.userId) ?? 0) - COST;
      if (balance < 0) {
        unpaid.push(draft.duplicateIndex);
        return poor(balance + COST);
      }
      balances.set(draft.userId, balance);
      const opened = { messageId, balance };
      charged.push({ draft, opened });
      return opened;
    });
    if (unpaid.length > 0) await this.reserver.query(FREE, [unpaid]);
    if (charged.length > 0) await this.write(charged, balances, now);
    else await this.reserver.query('COMMIT');
    return results;
  }

  private async write(charged: Charged[], balances: Map<number, number>, now: string): Promise<void> {
    const entries = new Map<number, number>();
    for (const { draft } of charged) entries.set(draft.userId, (entries.get(draft.userId) ?? 0) + 1);
    await this.reserver.query(WRITE, [
      charged.map(({ draft, opened }) => [opened.messageId, ...rows.messageRow(draft)]),
      charged.map(({ draft, opened }) => rows.entryRow(draft, opened)),
      [...balances].map(([userId, balance]) => [userId, balance, entries.get(userId) ?? 0, now]),
      counted(charged.map(({ draft }) => draft)).map(([of, count]) => rows.counterRow(of, count, 0)),
    ]);
  }

  /** Which of them found their window taken. */
  private async lostOf(claims: { draft: Draft; messageId: number }[]): Promise<ReadonlySet<number>> {
    const [windows] = await this.reserver.query<RowDataPacket[]>(
      'SELECT reference FROM duplicate_windows WHERE duplicate_index IN (?)',
      [claims.map(({ draft }) => draft.duplicateIndex)],
    );
    const won = new Set(windows.map((window) => String(window['reference'])));
    return new Set(claims.flatMap(({ draft, messageId }) => (won.has(draft.reference) ? [] : messageId)));
  }

  private async settleAll(all: Sent[]): Promise<undefined[]> {
    const ids = all.map(({ messageId }) => messageId);
    try {
      await this.settler.query(SETTLE, [
        DEVICE_ID,
        ids,
        all.map(({ gatewayMessageId }) => gatewayMessageId),
        rows.moment(new Date()),
        ids,
        all.map(rows.attemptRow),
        all.map(rows.eventRow),
        counted(all.map(({ draft }) => draft)).map(([of, count]) => rows.counterRow(of, 0, count)),
      ]);
    } catch (error) {
      await this.settler.query('ROLLBACK');
      throw error;
    }
    return ids.map(() => undefined);
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Every row was inserted: none met a window, whether in force or run out. */
function isAllNew({ affectedRows, info }: ResultSetHeader, claims: number): boolean {
  return affectedRows === claims && !/Duplicates: [1-9]/.test(info);
}

/** How many there are of each account and day, accounts in order: whoever locks their counters does it in the same. */
function counted(drafts: readonly Draft[]): [Pick<Draft, 'userId' | 'day'>, number][] {
  const counts = new Map<string, [Draft, number]>();
  for (const draft of drafts) {
    const key = `${draft.userId} ${draft.day}`;
    counts.set(key, [draft, (counts.get(key)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()].sort(([a], [b]) => a.userId - b.userId || a.day.localeCompare(b.day));
}
