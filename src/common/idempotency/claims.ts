import { insertInto, statement, type Answer, type Expression, type Statement } from '../database/index.js';
import { claimId, type IdempotencyClaim } from './claim.js';

/** Claims of several requests in one transaction. */

/** Finds those whose key is taken. */
export function lookForKeys(claims: IdempotencyClaim[], now: Date): Statement[] {
  if (claims.length === 0) return [];
  const { sql, values } = anyOf(claims);
  return [
    statement(`SELECT user_id, route, key_index FROM idempotency_keys WHERE expires_at > ? AND (${sql})`, [
      now,
      ...values,
    ]),
  ];
}

/** The ids of the claims that {@link lookForKeys} found taken. */
export function keysFound(answer: Answer | undefined): Set<string> {
  const rows = answer?.rows ?? [];
  return new Set(
    rows.map((row) =>
      claimId({
        userId: Number(row['user_id']),
        route: String(row['route']),
        keyIndex: String(row['key_index']),
      }),
    ),
  );
}

/** Takes the keys for what their requests made; the whole transaction fails when one was taken meanwhile. */
export function takeKeys(
  takers: { claim: IdempotencyClaim; messageId: Expression }[],
  now: Date,
): Statement[] {
  if (takers.length === 0) return [];
  const { sql, values } = anyOf(takers.map(({ claim }) => claim));
  const rows = takers.map(({ claim: { row }, messageId }) => ({
    user_id: row.userId,
    route: row.route,
    key_index: row.keyIndex,
    body_index: row.bodyIndex,
    expires_at: row.expiresAt,
    message_id: messageId,
  }));
  return [
    statement(`DELETE FROM idempotency_keys WHERE expires_at <= ? AND (${sql})`, [now, ...values]),
    insertInto('idempotency_keys', rows),
  ];
}

function anyOf(claims: IdempotencyClaim[]) {
  return {
    sql: claims.map(() => '(user_id = ? AND route = ? AND key_index = ?)').join(' OR '),
    values: claims.flatMap(({ row }) => [row.userId, row.route, row.keyIndex]),
  };
}
