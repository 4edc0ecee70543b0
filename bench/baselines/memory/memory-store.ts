import { createPool, type RowDataPacket } from 'mysql2/promise';
import {
  COST,
  type Draft,
  duplicateRefusal,
  insufficientCredit,
  type Key,
  type Opened,
  type Sent,
  type Store,
  windowEnd,
} from '../common/store.js';
import { FULL } from '../tables/full.js';

/** Stores nothing beyond the process. Shows the upper limit: a server that only responds and calls the gateway. */
export class MemoryStore implements Store {
  private readonly keys: Promise<Map<string, Key>>;
  private readonly balances = new Map<number, number>();
  /** The end of each window. All are equally long, so the map is ordered by their ends. */
  private readonly windows = new Map<string, number>();
  private readonly pending = new Set<number>();
  private lastId = 0;

  /** Keys and balances are read from `url` once. */
  constructor(url: string) {
    this.keys = this.load(url);
  }

  async keyOf(hash: string): Promise<Key | undefined> {
    return (await this.keys).get(hash);
  }

  open(draft: Draft): Promise<Opened> {
    const { userId, duplicateIndex, at } = draft;
    this.forget(at.getTime());
    if (this.windows.has(duplicateIndex)) return Promise.reject(duplicateRefusal());
    const balance = (this.balances.get(userId) ?? 0) - COST;
    if (balance < 0) return Promise.reject(insufficientCredit(balance + COST));
    this.windows.set(duplicateIndex, windowEnd(at).getTime());
    this.balances.set(userId, balance);
    const messageId = ++this.lastId;
    this.pending.add(messageId);
    return Promise.resolve({ messageId, balance });
  }

  settle({ messageId }: Sent): Promise<void> {
    this.pending.delete(messageId);
    return Promise.resolve();
  }

  private forget(nowMs: number): void {
    for (const [index, endsAtMs] of this.windows) {
      if (endsAtMs > nowMs) return;
      this.windows.delete(index);
    }
  }

  private async load(url: string): Promise<Map<string, Key>> {
    const pool = createPool(url);
    const [keys] = await pool.query<(Key & { hash: string } & RowDataPacket)[]>(`${FULL.findKeys} <> ''`);
    const [accounts] = await pool.query<RowDataPacket[]>('SELECT user_id, balance FROM credit_balances');
    for (const account of accounts) this.balances.set(Number(account['user_id']), Number(account['balance']));
    await pool.end();
    return new Map(keys.map((key) => [key.hash, key]));
  }
}
