import {
  insertInto,
  list,
  question,
  statement,
  type Part,
  type Statement,
} from '../common/database/index.js';
import type { Attempt } from '../gateway/index.js';
import { MessageAttempt } from './message-attempt.entity.js';

/** What devices made of a message. */
export interface Tried {
  messageId: number;
  attempts: readonly Attempt[];
}

export const noteAttempts = (tried: readonly Tried[]): Statement[] =>
  insertInto(
    MessageAttempt,
    tried.flatMap(({ messageId, attempts }) =>
      attempts.map(({ deviceId, outcome, reason, durationMs, at }) => ({
        messageId,
        deviceId,
        outcome,
        reason,
        durationMs: Math.round(durationMs),
        createdAt: at,
      })),
    ),
  );

/** The messages whose attempts are noted. */
export function attemptsNoted(messageIds: readonly number[]): Part<Set<number>> {
  const asked = statement(
    `SELECT DISTINCT message_id FROM message_attempts WHERE message_id IN ${list(messageIds)}`,
    messageIds,
  );
  return question(
    messageIds.length > 0 ? asked : undefined,
    (rows) => new Set(rows.map((row) => Number(row['message_id']))),
  );
}
