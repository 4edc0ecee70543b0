import type { Draft, Opened, Sent } from '../common/store.js';

/** The tables and statements of a send. The stores decide how many transactions run them. */

export type Value = string | number | Buffer;

/** Rows of one table: of one send, or of many in one statement. */
export interface Rows<Of> {
  /** The table, with its columns. */
  into: string;
  /** What follows the values. */
  ending: string;
  of: (all: readonly Of[]) => Value[][];
}

export interface Statement<Of, Values = Value[]> {
  sql: string;
  values: (of: Of) => Values;
}

/** A message that takes its duplicate window. */
export interface Claim {
  messageId: number;
  draft: Draft;
}

export interface Charged {
  draft: Draft;
  opened: Opened;
}

/** An account after `charges` of a transaction. */
export interface Paid {
  userId: number;
  balance: number;
  charges: number;
  now: string;
}

/** The full or the lean tables. Both have a table `messages` with `id` and `status`. */
export interface Tables {
  /** Selects keys with their `hash`. The store appends `= ?` or `IN (?)`, with hashes. */
  findKeys: string;
  hashOf: (hex: string) => Value;
  /** Selects `userId` and `balance`. The store appends `= ?` or `IN (?)`, with accounts. */
  findBalances: string;
  messages: Rows<Draft>;
  /** Takes an expired window, and does not change one that is in force. Needs the present moment twice as values. */
  windows: Rows<Claim>;
  windowOf: (draft: Draft) => Value;
  /** Selects the `owner` of the windows `IN (?)`. It is the `ownerOf` of the claim that took the window. */
  findOwners: string;
  ownerOf: (claim: Claim) => Value;
  freeWindows: string;
  /** Charges one account if its balance is high enough. */
  charge: Statement<Draft>;
  /** Writes the balances of accounts that are locked. */
  pay: Statement<readonly Paid[], unknown[]>;
  /** The rows that a charge inserts. */
  charged: readonly Rows<Charged>[];
  /** The SET of an UPDATE of a sent message. Needs the moment as a value; the store appends the gateway's id. */
  sent: string;
  /** The rows that `settle` inserts. */
  settled: readonly Rows<Sent>[];
}

/** A moment in the format of the database: UTC, to the millisecond. */
export const moment = (at: Date): string => at.toISOString().slice(0, 23).replace('T', ' ');

/** The ending of `windows`. */
export const takeOver = (owner: string): string =>
  `ON DUPLICATE KEY UPDATE ${owner} = IF(expires_at <= ?, VALUES(${owner}), ${owner}), expires_at = IF(expires_at <= ?, VALUES(expires_at), expires_at)`;

/** Makes one row for each item. */
export const each =
  <Of>(row: (of: Of) => Value[]) =>
  (all: readonly Of[]): Value[][] =>
    all.map(row);

/** Counts messages by account and day, ordered by account: so all transactions lock counters in one order. */
export function counted(of: readonly { draft: Draft }[]): [Pick<Draft, 'userId' | 'day'>, number][] {
  const counts = new Map<string, [Draft, number]>();
  for (const { draft } of of) {
    const key = `${draft.userId} ${draft.day}`;
    counts.set(key, [draft, (counts.get(key)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()].sort(([a], [b]) => a.userId - b.userId || a.day.localeCompare(b.day));
}
