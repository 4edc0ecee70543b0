import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, list, momentOf, type Rows, statement } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { withTimeout } from '../platform/time/with-timeout.js';
import { type ListName, SERVICE_WIDE } from './fraud.entities.js';
import { type FraudLimits, type FraudMode, type FraudRule, USUAL_LIMITS } from './fraud.rules.js';

/** Other processes know a change after so long. */
const AGE_SECONDS = 10;
/** At this age the next round reads an account again, so that its sends wait for no read. */
const REFRESH_SECONDS = 5;
const REFRESHED_MAX = 500;
const REMEMBERED_MAX = 10_000;
/** A slow database must not hold up a send. */
const READ_TIMEOUT_MS = 2000;
const BLOCKS_MAX = 5000;

export const USUAL_MODE: FraudMode = 'shadow';

export interface ActiveBlock {
  id: number;
  rule: FraudRule;
  endsAt: Date;
}

export interface GuardedAccount {
  mode: FraudMode;
  limits: FraudLimits;
  /** By the mark that they block. */
  blocks: ReadonlyMap<string, ActiveBlock>;
  /** By mark, also those of all accounts. */
  listed: ReadonlyMap<string, ListName>;
  /** The lengths of the prefixes among them. */
  prefixLengths: readonly number[];
}

/** The block of a group that holds now, by any of its marks. */
export const activeBlock = (
  { blocks }: GuardedAccount,
  marks: readonly string[],
  now: Date,
): ActiveBlock | undefined =>
  marks.flatMap((mark) => blocks.get(mark) ?? []).find(({ endsAt }) => endsAt > now);

interface Remembered {
  readAt: Date;
  /** Since the read. */
  isUsed: boolean;
  /** `undefined`: it failed. */
  read: Promise<GuardedAccount | undefined>;
  /** What a send waits for: also `undefined` while the read is late. */
  inTime: Promise<GuardedAccount | undefined>;
}

/** What a send is judged by. Accounts that go on sending are read again together, in the background. */
@Injectable()
export class FraudAccounts {
  private readonly remembered = new LRUCache<number, Remembered>({ max: REMEMBERED_MAX });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * For a send. `undefined`: it cannot be read, or not in time. After a failure the next attempt is {@link
   * AGE_SECONDS} later.
   */
  inTime(userId: number): Promise<GuardedAccount | undefined> {
    return this.remember(userId).inTime;
  }

  /** For background work, however long the read takes. `undefined`: it cannot be read. */
  of(userId: number): Promise<GuardedAccount | undefined> {
    return this.remember(userId).read;
  }

  /** After a change by this process. */
  forget(userId: number): void {
    if (userId === SERVICE_WIDE) this.remembered.clear();
    else this.remembered.delete(userId);
  }

  /** Reads the accounts again that were used since their last read, some seconds ago. */
  async refresh(): Promise<void> {
    const now = this.clock.now();
    const isDue = ({ isUsed, readAt }: Remembered) => isUsed && addSeconds(readAt, REFRESH_SECONDS) <= now;
    const due = [...this.remembered].filter(([, known]) => isDue(known)).slice(0, REFRESHED_MAX);
    if (due.length === 0) return;
    const accounts = await this.read(
      due.map(([userId]) => userId),
      now,
    );
    for (const [userId, known] of due) {
      // Otherwise it was forgotten or read again meanwhile, after a change.
      if (this.remembered.peek(userId) !== known) continue;
      const read = Promise.resolve(accounts.get(userId));
      this.remembered.set(userId, { readAt: now, isUsed: false, read, inTime: read });
    }
  }

  private remember(userId: number): Remembered {
    const now = this.clock.now();
    const known = this.remembered.get(userId);
    if (known && known.readAt <= now && now < addSeconds(known.readAt, AGE_SECONDS)) {
      known.isUsed = true;
      return known;
    }
    const read = this.read([userId], now).then(
      (accounts) => accounts.get(userId),
      (error: unknown) => this.warn(userId, (error as Error).message),
    );
    const late = () => this.warn(userId, `no answer within ${READ_TIMEOUT_MS} ms`);
    const entry = { readAt: now, isUsed: false, read, inTime: inTime(read, late) };
    void read.then(() => {
      entry.inTime = read;
    });
    this.remembered.set(userId, entry);
    return entry;
  }

  private warn(userId: number, cause: string): undefined {
    this.logger.warn({ userId, cause }, 'sends are not checked for fraud');
  }

  private async read(userIds: readonly number[], now: Date): Promise<Map<number, GuardedAccount>> {
    const owners = [SERVICE_WIDE, ...userIds];
    const values = [...owners, ...userIds, now, ...owners];
    const rows = await this.database.query(statement(selectAccounts(userIds), values));
    const byOwner = new Map(owners.map((owner): [number, Rows] => [owner, []]));
    for (const row of rows) byOwner.get(Number(row['user_id']))?.push(row);
    const rowsOf = (owner: number) => byOwner.get(owner) ?? [];
    return new Map(userIds.map((id) => [id, accountOf([...rowsOf(SERVICE_WIDE), ...rowsOf(id)])]));
  }
}

async function inTime<T>(read: Promise<T>, whenLate: () => undefined): Promise<T | undefined> {
  const result = await withTimeout(read, READ_TIMEOUT_MS, 'late' as const);
  return result === 'late' ? whenLate() : result;
}

const selectAccounts = (userIds: readonly number[]) => `
  SELECT 'settings' AS source, user_id, mode AS word, limits AS value, NULL AS number, NULL AS ends_at
    FROM fraud_settings WHERE user_id IN ${list([SERVICE_WIDE, ...userIds])}
  UNION ALL SELECT 'block', user_id, rule, mark, id, ends_at FROM (
    SELECT user_id, rule, mark, id, ends_at, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY ends_at DESC) AS nth
      FROM fraud_blocks WHERE user_id IN ${list(userIds)} AND ends_at > ? AND lifted_at IS NULL) blocks
    WHERE nth <= ${BLOCKS_MAX}
  UNION ALL SELECT 'list', user_id, list, mark, prefix_length, NULL
    FROM fraud_list_entries WHERE user_id IN ${list([SERVICE_WIDE, ...userIds])}`;

/** @param rows those of all accounts first: the account's own win */
function accountOf(rows: Rows): GuardedAccount {
  const of = (source: string) => rows.filter((row) => row['source'] === source);
  let mode = USUAL_MODE;
  let limits = USUAL_LIMITS;
  for (const { word, value } of of('settings')) {
    if (word !== null) mode = word as FraudMode;
    limits = { ...limits, ...(JSON.parse(String(value)) as Partial<FraudLimits>) };
  }
  const blocks = of('block').map(({ word, value, number, ends_at }): [string, ActiveBlock] => [
    String(value),
    { id: Number(number), rule: word as FraudRule, endsAt: momentOf(ends_at) },
  ]);
  const listed = of('list');
  return {
    mode,
    limits,
    blocks: new Map(blocks),
    listed: new Map(listed.map(({ value, word }) => [String(value), word as ListName])),
    prefixLengths: [...new Set(listed.flatMap(({ number }) => (number === null ? [] : Number(number))))],
  };
}
