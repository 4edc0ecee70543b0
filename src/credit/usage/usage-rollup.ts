import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Sweepers } from '../../platform/background/sweepers.js';
import { turn } from '../../platform/background/turn.js';
import { Database, execute, list, momentOf, type Row, upsert } from '../../platform/database/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Calendar } from '../../platform/time/calendar.js';
import type { CreditKind } from '../credit.entities.js';
import { StatementSequence, THE_SEQUENCE } from '../statements/statement.entities.js';
import { UsageCursor, UsageDay } from './usage.entities.js';
import { amountsOf, type OpenMonth, statementMonth } from './usage.rules.js';

const EVERY_SECONDS = 60;
/** Lines of one transaction. */
const BATCH = 1000;
const ACCOUNTS = 200;

const KEY = ['userId', 'month', 'day', 'apiKeyId', 'channel', 'brand'] as const;
const AMOUNTS = ['messages', 'topUps', 'charges', 'adjustments', 'refunds'] as const;

/** The otp module depends on this one, so this reads its tables. */
const linesAfter = (index: string) => `SELECT e.id, e.kind, e.amount, e.created_at, e.message_id,
    COALESCE(m.api_key_id, v.api_key_id, 0) AS api_key_id, COALESCE(m.company_name, v.company_name, '') AS brand,
    COALESCE(m.channel, CASE WHEN e.message_id IS NULL AND e.kind IN ('charge', 'refund') THEN 'inbound' ELSE '' END) AS channel
  FROM credit_entries e${index} LEFT JOIN messages m ON m.id = e.message_id
    LEFT JOIN inbound_verifications v
      ON e.message_id IS NULL AND e.kind IN ('charge', 'refund') AND v.reference = e.note AND v.user_id = e.user_id
  WHERE e.user_id = ? AND e.id > ? ORDER BY e.id LIMIT ${BATCH}`;

interface LineRow {
  id: number | string;
  kind: CreditKind;
  amount: number | string;
  created_at: unknown;
  message_id: number | string | null;
  api_key_id: number | string;
  brand: string;
  channel: UsageDay['channel'];
}

/**
 * Sums the ledger by day, API key, channel and brand. Sends do no work for it. The lines of an account are written
 * under the lock of its balance, so their ids have the order of their COMMITs: each line is counted once, in the
 * transaction that moves the cursor past it. Several instances share the work.
 */
@Injectable()
export class UsageRollup {
  private readonly lines: string;

  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    sweepers: Sweepers,
  ) {
    this.lines = linesAfter(database.useIndex('ix_credit_entries_user_id_id'));
    sweepers.every('the usage of accounts', EVERY_SECONDS, (stopping) => this.catchUpAll(stopping));
  }

  async catchUpAll(stopping?: AbortSignal): Promise<void> {
    let after = 0;
    for (;;) {
      const behind = await this.behind(after);
      for (const userId of behind) await this.catchUp(userId, { stopping });
      after = behind.at(-1) ?? 0;
      if (behind.length < ACCOUNTS || stopping?.aborted) return;
    }
  }

  /** Sums at most `batches` batches of lines of an account. False: more lines follow. */
  async catchUp(
    userId: number,
    { batches = Infinity, stopping }: { batches?: number; stopping?: AbortSignal } = {},
  ): Promise<boolean> {
    for (let batch = 0; batch < batches && !stopping?.aborted; batch++) {
      if ((await this.database.tx((tx) => this.add(tx, userId))) < BATCH) return true;
      await turn();
    }
    return false;
  }

  /** Adds the next lines of an account, and returns how many. */
  async add(tx: EntityManager, userId: number): Promise<number> {
    const { entryId, entryCount } = await this.lockCursor(tx, userId);
    const rows = await tx.query<LineRow[]>(this.lines, [userId, entryId]);
    const last = rows.at(-1);
    if (!last) return 0;
    const open = await tx.findOneBy(StatementSequence, { id: THE_SEQUENCE });
    const days = rows.map((row) => this.dayOf(userId, row, open));
    await execute(tx, upsert(this.database.engine, UsageDay, days, { key: KEY, add: AMOUNTS }));
    failpoint('usage.added');
    await tx.update(
      UsageCursor,
      { userId },
      { entryId: Number(last.id), entryCount: entryCount + rows.length },
    );
    return rows.length;
  }

  /** Whether every line of the account is counted. */
  async isComplete(userId: number): Promise<boolean> {
    return (await this.behind(userId - 1, 1))[0] !== userId;
  }

  /** Counts the lines of messages that are about to be purged: without them a line has no key, channel and brand. */
  async countMessages(messageIds: readonly number[]): Promise<void> {
    const lines = await uncountedOf(this.database.read, messageIds);
    for (const userId of new Set(lines.map((line) => line.userId))) await this.catchUp(userId);
  }

  /** Messages with a line that is not counted yet. */
  async uncounted(tx: EntityManager, messageIds: readonly number[]): Promise<Set<number>> {
    return new Set((await uncountedOf(tx, messageIds)).map(({ messageId }) => messageId));
  }

  private async behind(after: number, limit = ACCOUNTS): Promise<number[]> {
    const rows = await this.database.read.query<{ user_id: number | string }[]>(
      `SELECT b.user_id FROM credit_balances b LEFT JOIN usage_cursors c ON c.user_id = b.user_id
        WHERE b.user_id > ? AND b.entry_count <> COALESCE(c.entry_count, 0) ORDER BY b.user_id LIMIT ${limit}`,
      [after],
    );
    return rows.map(({ user_id: userId }) => Number(userId));
  }

  /** Upserts a missing row: if another instance was first, INSERT IGNORE would take a read lock, and deadlock. */
  private async lockCursor(tx: EntityManager, userId: number): Promise<UsageCursor> {
    const found = await this.database.lockRow(tx, UsageCursor, { userId });
    if (found) return found;
    const row = { userId, entryId: 0, entryCount: 0 };
    await execute(
      tx,
      upsert(this.database.engine, UsageCursor, [row], { key: ['userId'], add: ['entryCount'] }),
    );
    return (
      (await this.database.lockRow(tx, UsageCursor, { userId })) ?? Object.assign(new UsageCursor(), row)
    );
  }

  private dayOf(userId: number, row: LineRow, open: OpenMonth | null): Row<UsageDay> {
    const at = momentOf(row.created_at);
    const day = this.calendar.day(at);
    const { kind, brand, channel } = row;
    const month = statementMonth(at, day, open);
    return {
      ...{ userId, month, day, apiKeyId: Number(row.api_key_id), channel, brand },
      ...amountsOf({ kind, amount: Number(row.amount), isOfMessage: row.message_id !== null }),
    };
  }
}

async function uncountedOf(
  reading: EntityManager,
  messageIds: readonly number[],
): Promise<{ messageId: number; userId: number }[]> {
  if (messageIds.length === 0) return [];
  const rows = await reading.query<{ message_id: number | string; user_id: number | string }[]>(
    `SELECT e.message_id, e.user_id FROM credit_entries e LEFT JOIN usage_cursors c ON c.user_id = e.user_id
      WHERE e.message_id IN ${list(messageIds)} AND e.id > COALESCE(c.entry_id, 0)`,
    [...messageIds],
  );
  return rows.map((row) => ({ messageId: Number(row.message_id), userId: Number(row.user_id) }));
}
