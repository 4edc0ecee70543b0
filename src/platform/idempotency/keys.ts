import {
  type Expression,
  insertInto,
  type Part,
  question,
  type Statement,
  statement,
  type Write,
} from '../database/index.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** The keys of requests as statements, for what several of them do in one transaction. */

/** A key as its request takes it. */
export type KeyRow = Pick<IdempotencyKey, 'userId' | 'route' | 'keyIndex' | 'bodyIndex' | 'expiresAt'>;

/** An answer as it is kept under a key. */
export interface KeptAnswer {
  status: number;
  /** JSON, byte for byte. */
  answer: string;
}

/** One text for account, route and key. */
export const keyId = ({ userId, route, keyIndex }: Pick<KeyRow, 'userId' | 'route' | 'keyIndex'>) =>
  `${userId} ${route} ${keyIndex}`;

/** What is there of the keys, by {@link keyId}: an answer, or null while the request is under way. */
export function lookForKeys(keys: readonly KeyRow[], now: Date): Part<Map<string, KeptAnswer | null>> {
  const { sql, values } = anyOf(keys);
  const asked = statement(
    `SELECT user_id, route, key_index, status, answer FROM idempotency_keys WHERE expires_at > ? AND (${sql})`,
    [now, ...values],
  );
  return question(keys.length > 0 ? asked : undefined, (rows) => new Map(rows.map(keyFound)));
}

function keyFound(row: Record<string, unknown>): [string, KeptAnswer | null] {
  const [userId, route, keyIndex] = [Number(row['user_id']), String(row['route']), String(row['key_index'])];
  const isAnswered = row['status'] !== null && row['answer'] !== null;
  return [
    keyId({ userId, route, keyIndex }),
    isAnswered ? { status: Number(row['status']), answer: String(row['answer']) } : null,
  ];
}

/** Takes keys for what their requests make; the whole transaction fails when one was taken meanwhile. */
export function takeKeys(
  takers: readonly { key: KeyRow; messageId: Expression | null }[],
  now: Date,
): Statement[] {
  if (takers.length === 0) return [];
  const { sql, values } = anyOf(takers.map(({ key }) => key));
  return [
    statement(`DELETE FROM idempotency_keys WHERE expires_at <= ? AND (${sql})`, [now, ...values]),
    ...insertInto(
      IdempotencyKey,
      takers.map(({ key, messageId }) => ({ ...key, messageId })),
    ),
  ];
}

/** Writes down what the requests are answered; each changes one row, unless an answer is kept already. */
export const keepAnswers = (answers: readonly { key: KeyRow; kept: KeptAnswer }[]): Write[] =>
  answers.map(({ key, kept }) => ({
    ...statement(
      `UPDATE idempotency_keys SET status = ?, answer = ?
        WHERE user_id = ? AND route = ? AND key_index = ? AND status IS NULL`,
      [kept.status, kept.answer, key.userId, key.route, key.keyIndex],
    ),
    rows: 1,
  }));

/** Gives keys back: their requests had no effect, and may come again. */
export function releaseKeys(keys: readonly KeyRow[]): Statement[] {
  if (keys.length === 0) return [];
  const { sql, values } = anyOf(keys);
  return [statement(`DELETE FROM idempotency_keys WHERE status IS NULL AND (${sql})`, values)];
}

function anyOf(keys: readonly KeyRow[]) {
  return {
    sql: keys.map(() => '(user_id = ? AND route = ? AND key_index = ?)').join(' OR '),
    values: keys.flatMap(({ userId, route, keyIndex }) => [userId, route, keyIndex]),
  };
}
