import {
  type Expression,
  insertInto,
  list,
  momentOf,
  type Rows,
  type Statement,
  statement,
} from '../database/index.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/**
 * Statements on Idempotency-Keys, for transactions that handle several requests at once. They lock only the given keys,
 * by the index of account, route and key. Conditions on other columns are written as expressions (`COALESCE`), so that
 * no database uses an index of those columns and locks other keys.
 */

const IS_UNDER_WAY = 'COALESCE(status, 0) = 0';

export interface KeyRow extends Pick<
  IdempotencyKey,
  'userId' | 'route' | 'keyIndex' | 'bodyIndex' | 'expiresAt'
> {
  /** The fingerprint of the same key under the other DATA_KEY; set only while DATA_KEY changes. */
  otherKeyIndex?: string;
}

export interface StoredResponse {
  status: number;
  /** JSON, byte for byte. */
  answer: string;
}

/** The unique columns. */
type KeyPath = Pick<KeyRow, 'userId' | 'route' | 'keyIndex' | 'otherKeyIndex'>;

/** One text for account, route and key. */
export const keyId = ({ userId, route, keyIndex }: KeyPath) => `${userId} ${route} ${keyIndex}`;

/** Reads keys for {@link keysIn}. @param lock `Database.forUpdate`, or nothing */
export function selectKeys(keys: readonly KeyRow[], lock = ''): Statement | undefined {
  if (keys.length === 0) return undefined;
  const { sql, values } = anyOf(keys);
  return statement(
    `SELECT user_id, route, key_index, status, answer, expires_at FROM idempotency_keys WHERE ${sql}${lock}`,
    values,
  );
}

export interface FoundKey {
  isExpired: boolean;
  /** Null while its request is under way. */
  response: StoredResponse | null;
}

/** The found keys by the {@link keyId} of the keys in `asked`. */
export function keysIn(rows: Rows, asked: readonly KeyRow[], now: Date): Map<string, FoundKey> {
  const found = new Map(
    rows.map((row): [string, FoundKey] => {
      const { user_id: userId, route, key_index: keyIndex, status, answer } = row;
      const id = keyId({ userId: Number(userId), route: String(route), keyIndex: String(keyIndex) });
      const response =
        status !== null && answer !== null ? { status: Number(status), answer: answer as string } : null;
      return [id, { isExpired: momentOf(row['expires_at']) <= now, response }];
    }),
  );
  for (const key of asked) {
    const other = key.otherKeyIndex && found.get(keyId({ ...key, keyIndex: key.otherKeyIndex }));
    if (other && found.get(keyId(key))?.isExpired !== false) found.set(keyId(key), other);
  }
  return found;
}

/** Frees keys that have expired, so that new requests can take them. */
export function deleteExpiredKeys(keys: readonly KeyPath[], now: Date): Statement[] {
  if (keys.length === 0) return [];
  const { sql, values } = anyOf(keys);
  return [
    statement(`DELETE FROM idempotency_keys WHERE COALESCE(expires_at, expires_at) <= ? AND (${sql})`, [
      now,
      ...values,
    ]),
  ];
}

/** Takes keys for their requests; fails with a unique violation if one is taken. */
export const insertKeys = (takers: readonly { key: KeyRow; messageId: Expression | null }[]): Statement[] =>
  insertInto(
    IdempotencyKey,
    takers.map(({ key: { otherKeyIndex: _, ...key }, messageId }) => ({ ...key, messageId })),
  );

/**
 * Like {@link insertKeys}, for a request that has not locked its account. While DATA_KEY changes, it takes the key
 * under both fingerprints, since another instance may take it under the other one at the same time.
 */
export const insertKeyAlone = (key: KeyRow): Statement[] =>
  insertKeys(
    indexesOf(key)
      .toSorted()
      .map((keyIndex) => ({ key: { ...key, keyIndex }, messageId: null })),
  );

/** Stores responses, where none is stored yet. */
export const storeResponses = (
  responses: readonly { key: KeyRow; response: StoredResponse }[],
): Statement[] =>
  responses.map(({ key, response: { status, answer } }) =>
    statement(
      `UPDATE idempotency_keys SET status = ?, answer = ?
        WHERE user_id = ? AND route = ? AND key_index IN ${list(indexesOf(key))} AND ${IS_UNDER_WAY}`,
      [status, answer, key.userId, key.route, ...indexesOf(key)],
    ),
  );

/** Releases keys whose requests had no effect: the same request can be sent again. */
export function releaseKeys(keys: readonly KeyRow[]): Statement[] {
  if (keys.length === 0) return [];
  const { sql, values } = anyOf(keys);
  return [statement(`DELETE FROM idempotency_keys WHERE ${IS_UNDER_WAY} AND (${sql})`, values)];
}

function anyOf(keys: readonly KeyPath[]) {
  return {
    sql: keys
      .map((key) => `(user_id = ? AND route = ? AND key_index IN ${list(indexesOf(key))})`)
      .join(' OR '),
    values: keys.flatMap((key) => [key.userId, key.route, ...indexesOf(key)]),
  };
}

const indexesOf = ({ keyIndex, otherKeyIndex }: KeyPath): string[] =>
  otherKeyIndex === undefined ? [keyIndex] : [keyIndex, otherKeyIndex];
