import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ALL_KEYS, type SpendCap } from '../../platform/access/principal.js';
import {
  columnsOf,
  Database,
  entitiesOf,
  execute,
  type Rows,
  type Statement,
  statement,
  upsert,
} from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock, secondsUntil } from '../../platform/time/clock.js';
import { SpendCount } from '../credit.entities.js';

export const spendCapId = ({ userId, rootKeyId }: Pick<SpendCap, 'userId' | 'rootKeyId'>): string =>
  `${userId} ${rootKeyId}`;

/**
 * The first cap that `cost` would exceed; a cost of 0 exceeds none. `spent`: today's credits by {@link spendCapId};
 * below 0 after refunds of earlier days, which do not lift a cap of 0.
 */
export const exceededCap = (
  caps: readonly SpendCap[],
  spent: ReadonlyMap<string, number>,
  cost: number,
): SpendCap | undefined =>
  cost > 0
    ? caps.find((cap) => Math.max(0, spent.get(spendCapId(cap)) ?? 0) + cost > cap.credits)
    : undefined;

type Query = (asked: Statement) => Promise<Rows>;
type Scope = Pick<SpendCap, 'userId' | 'rootKeyId'>;

/** The sums of today's lines of the ledger. */
export interface Spending {
  /** Credits by {@link spendCapId}. */
  spent: ReadonlyMap<string, number>;
  /** The counts to store, so that the next one need not read these lines again. */
  counts: readonly SpendCount[];
  /** Reading these lines again would take long: store the counts even if nothing is sent. */
  isLong: boolean;
}

const NOTHING: Spending = { spent: new Map(), counts: [], isLong: false };
const LONG_LINES = 500;

/** Lines of messages and verifications, not those of administrators or payments. */
const IS_SPENDING =
  "(e.kind IN ('charge', 'refund') OR (e.kind = 'adjustment' AND e.message_id IS NOT NULL))";
/** Joins the API key of a line, which its message or inbound verification names. */
const WITH_KEY = `LEFT JOIN messages m ON m.id = e.message_id
  LEFT JOIN inbound_verifications v ON e.message_id IS NULL AND v.reference = e.note
  LEFT JOIN api_keys k ON k.id = COALESCE(m.api_key_id, v.api_key_id)`;

/**
 * Limits what accounts and keys spend on a local day, over all instances. It sums the ledger under the lock on the
 * account's balance, so every line counts, whatever wrote it. Without caps it runs no query.
 */
@Injectable()
export class SpendCaps {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  /** Call it only while the balances of the accounts are locked. */
  async read(query: Query, caps: readonly SpendCap[]): Promise<Spending> {
    if (caps.length === 0) return NOTHING;
    const scopes = [...new Map(caps.map((cap) => [spendCapId(cap), cap])).values()];
    const since = this.calendar.startOf(this.calendar.day(this.clock.now()));
    const stored = new Map(
      entitiesOf(SpendCount, await query(selectCounts(scopes)))
        .filter((count) => count.since.getTime() === since.getTime())
        .map((count) => [spendCapId(count), count]),
    );
    const added = await query(
      this.selectLines(
        scopes.map((scope) => ({ scope, after: stored.get(spendCapId(scope))?.entryId })),
        since,
      ),
    );
    failpoint('spending.read');
    return this.sum(stored, added, since);
  }

  store({ counts }: Spending): Statement[] {
    const key = ['userId', 'rootKeyId'] as const;
    return upsert(this.database.engine, SpendCount, counts, { key, set: ['since', 'spent', 'entryId'] });
  }

  /** For a charge in a transaction that has locked the balance. Fails with `spend_cap_reached`. */
  async require(tx: EntityManager, caps: readonly SpendCap[], cost: number): Promise<void> {
    const spending = await this.read(({ sql, values }) => tx.query<Rows>(sql, values), caps);
    const cap = exceededCap(caps, spending.spent, cost);
    if (cap) throw this.refusal(cap);
    await execute(tx, this.store(spending));
  }

  /** The error for a cap that the next charge would exceed. */
  refusal({ rootKeyId }: Scope): AppError {
    const now = this.clock.now();
    const end = this.calendar.endOfDay(now);
    return new AppError('spend_cap_reached', {
      body: { cap: rootKeyId === ALL_KEYS ? 'account' : 'api_key', ends_at: end.toISOString() },
      retryAfterSeconds: secondsUntil(now, end),
    });
  }

  private sum(stored: ReadonlyMap<string, SpendCount>, added: Rows, since: Date): Spending {
    const spent = new Map([...stored].map(([id, count]) => [id, count.spent]));
    const counts: SpendCount[] = [];
    let isLong = false;
    for (const row of added) {
      const scope = { userId: Number(row['user_id']), rootKeyId: Number(row['root_key_id']) };
      const id = spendCapId(scope);
      const total = (spent.get(id) ?? 0) + Number(row['spent'] ?? 0);
      spent.set(id, total);
      const lines = Number(row['line_count']);
      isLong ||= lines >= LONG_LINES;
      if (lines > 0) counts.push({ ...scope, since, spent: total, entryId: Number(row['entry_id']) });
    }
    return { spent, counts, isLong };
  }

  private selectLines(
    scopes: readonly { scope: Scope; after: number | undefined }[],
    since: Date,
  ): Statement {
    const each = scopes.map(({ scope, after }) => this.selectLinesOf(scope, after, since));
    return {
      sql: each.map(({ sql }) => sql).join(' UNION ALL '),
      values: each.flatMap(({ values }) => values),
    };
  }

  /** Sums the lines after line `after`; without it, all lines since `since`. Each case has its own index. */
  private selectLinesOf({ userId, rootKeyId }: Scope, after: number | undefined, since: Date): Statement {
    const ofKey = rootKeyId !== ALL_KEYS;
    const index =
      after === undefined ? 'ix_credit_entries_user_id_kind_created_at' : 'ix_credit_entries_user_id_id';
    const counted = ofKey ? `${IS_SPENDING} AND COALESCE(k.root_id, k.id) = ?` : IS_SPENDING;
    return statement(
      `SELECT ? AS user_id, ? AS root_key_id, COUNT(*) AS line_count, MAX(e.id) AS entry_id,
          SUM(CASE WHEN ${counted} THEN 0 - e.amount ELSE 0 END) AS spent
        FROM credit_entries e${this.database.useIndex(index)} ${ofKey ? WITH_KEY : ''}
        WHERE e.user_id = ? AND e.created_at >= ?
          AND ${after === undefined ? "e.kind IN ('charge', 'refund', 'adjustment')" : 'e.id > ?'}`,
      [
        userId,
        rootKeyId,
        ...(ofKey ? [rootKeyId] : []),
        userId,
        since,
        ...(after === undefined ? [] : [after]),
      ],
    );
  }
}

const selectCounts = (scopes: readonly Scope[]): Statement =>
  statement(
    `SELECT ${columnsOf(SpendCount)} FROM spend_counts
      WHERE ${scopes.map(() => '(user_id = ? AND root_key_id = ?)').join(' OR ')}`,
    scopes.flatMap(({ userId, rootKeyId }) => [userId, rootKeyId]),
  );
