import {
  type Engine,
  insertInto,
  list,
  type Part,
  question,
  type Statement,
  statement,
  upsert,
} from '../../common/database/index.js';
import type { Attempt } from '../../gateway/index.js';
import { MessageAttempt } from '../message-attempt.entity.js';
import { MessageReport } from '../message-report.entity.js';

/** What is noted of a message beside itself: what devices made of it, and who told what of it. */

/** What devices made of a message. */
export interface Tried {
  messageId: number;
  attempts: readonly Attempt[];
}

export const noteAttempts = (tried: readonly Tried[]): Statement[] =>
  insertInto(
    MessageAttempt,
    tried.flatMap(({ messageId, attempts }) =>
      attempts.map(({ deviceId, outcome, reason, failureReason, durationMs, at }) => ({
        messageId,
        deviceId,
        outcome,
        reason,
        failureReason,
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

export type Report = Omit<MessageReport, 'times' | 'firstAt' | 'lastAt'> & {
  /** When it came. */
  at: Date;
};

/** Notes reports in the transaction that settles by them; a repetition only counts. */
export const noteReports = (engine: Engine, reports: readonly Report[]): Statement[] =>
  upsert(
    engine,
    MessageReport,
    reports.map(({ at, ...report }) => ({ ...report, times: 1, firstAt: at, lastAt: at })),
    { key: ['messageId', 'source', 'status'], add: ['times'], set: ['lastAt'] },
  );
