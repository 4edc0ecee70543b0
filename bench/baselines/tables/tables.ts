import type { Draft, Opened, Sent } from '../common/store.js';

/** Which tables a send is written to, and with what. In how many transactions is the stores' own matter. */

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

/** A message that wants its duplicate window. */
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

/** Both kinds have `messages` with `id` and `status`. */
export interface Tables {
  /** Keys with their `hash`; `= ?` or `IN (?)` of hashes follows. */
  findKeys: string;
  hashOf: (hex: string) => Value;
  /** `userId` and `balance`; `= ?` or `IN (?)` of accounts follows. */
  findBalances: string;
  messages: Rows<Draft>;
  /** Takes over a window that ran out, and leaves one that is in force as it is; the moment follows, twice. */
  windows: Rows<Claim>;
  windowOf: (draft: Draft) => Value;
  /** The `owner` of windows `IN (?)`, as `ownerOf` tells it of a claim. */
  findOwners: string;
  ownerOf: (claim: Claim) => Value;
  freeWindows: string;
  /** Charges one account, where it can pay. */
  charge: Statement<Draft>;
  /** Writes the balances of accounts that are locked. */
  pay: Statement<readonly Paid[], unknown[]>;
  /** What a charge adds. */
  charged: readonly Rows<Charged>[];
  /** What a message is set to that was sent: the moment; the gateway's id follows. */
  sent: string;
  /** What a settlement adds. */
  settled: readonly Rows<Sent>[];
}

/** A moment as the database keeps it: UTC, to the millisecond. */
export const moment = (at: Date): string => at.toISOString().slice(0, 23).replace('T', ' ');

/** The ending of `windows`. */
export const takeOver = (owner: string): string =>
  `ON DUPLICATE KEY UPDATE ${owner} = IF(expires_at <= ?, VALUES(${owner}), ${owner}), expires_at = IF(expires_at <= ?, VALUES(expires_at), expires_at)`;

/** A row for each. */
export const each =
  <Of>(row: (of: Of) => Value[]) =>
  (all: readonly Of[]): Value[][] =>
    all.map(row);

/** How many there are of each account and day, accounts in order: whoever locks their counters does it in the same. */
export function counted(of: readonly { draft: Draft }[]): [Pick<Draft, 'userId' | 'day'>, number][] {
  const counts = new Map<string, [Draft, number]>();
  for (const { draft } of of) {
    const key = `${draft.userId} ${draft.day}`;
    counts.set(key, [draft, (counts.get(key)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()].sort(([a], [b]) => a.userId - b.userId || a.day.localeCompare(b.day));
}
