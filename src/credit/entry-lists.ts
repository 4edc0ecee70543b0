import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type Statement, statement } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { CreditEntry, type CreditKind } from './credit.entities.js';
import { kindsOf, type LedgerFilter, signCondition } from './ledger-filter.rules.js';

/** A filtered list counts and pages at most so many lines; the CSV file has all. */
export const NARROWED_MAX = 1000;

type Place = Pick<CreditEntry, 'createdAt' | 'id'>;

type EntryStart = { offset: number } | { after: Place };

interface OfKind {
  userId: number;
  filter: LedgerFilter;
  kind: CreditKind;
  after?: Place;
}

/**
 * Ledger lines by kind and day, newest first. Each kind has an index in this order, so a page reads little more than
 * its rows.
 */
@Injectable()
export class EntryLists {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  async rows(userId: number, filter: LedgerFilter, start: EntryStart, limit: number): Promise<CreditEntry[]> {
    const kinds = kindsOf(filter);
    if (kinds.length === 0) return [];
    const offset = 'offset' in start ? start.offset : 0;
    const after = 'after' in start ? start.after : undefined;
    const parts = kinds.map((kind) => this.ofKind({ userId, filter, kind, after }));
    const union = parts
      .map(({ sql }, at) => `SELECT * FROM (${sql} LIMIT ${offset + limit}) page${at}`)
      .join(' UNION ALL ');
    const cut = `LIMIT ${limit} OFFSET ${offset}`;
    const [only] = parts;
    // One kind is sorted already.
    const sql =
      only && parts.length === 1
        ? `${only.sql} ${cut}`
        : `SELECT page.id AS id FROM (${union}) page ORDER BY page.created_at DESC, page.id DESC ${cut}`;
    const values = parts.flatMap((part) => part.values);
    const found = await this.database.read.query<{ id: number | string }[]>(sql, values);
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => Number(id));
    const rows = await this.database.read.findBy(CreditEntry, { id: In(ids) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Counts up to {@link NARROWED_MAX} and one more. */
  async count(userId: number, filter: LedgerFilter): Promise<number> {
    const kinds = kindsOf(filter);
    if (kinds.length === 0) return 0;
    const days = this.between(filter);
    const { sql, values } = statement(
      `SELECT COUNT(*) AS total FROM (SELECT 1 FROM credit_entries
        WHERE user_id = ? AND kind IN (${kinds.map(() => '?').join(', ')})${signCondition(filter)}${days.sql} LIMIT ${NARROWED_MAX + 1}) page`,
      [userId, ...kinds, ...days.values],
    );
    const [row] = await this.database.read.query<{ total: number | string }[]>(sql, values);
    return Number(row?.total ?? 0);
  }

  private ofKind({ userId, filter, kind, after }: OfKind): Statement {
    const days = this.between(filter);
    const sign = kind === 'adjustment' ? signCondition(filter) : '';
    const older = after ? ' AND created_at <= ? AND NOT (created_at = ? AND id >= ?)' : '';
    return statement(
      `SELECT id, created_at FROM credit_entries WHERE user_id = ? AND kind = ?${sign}${days.sql}${older}
        ORDER BY created_at DESC, id DESC`,
      [userId, kind, ...days.values, ...(after ? [after.createdAt, after.createdAt, after.id] : [])],
    );
  }

  private between({ from, to }: LedgerFilter): { sql: string; values: Date[] } {
    const { calendar } = this;
    return {
      sql: `${from ? ' AND created_at >= ?' : ''}${to ? ' AND created_at < ?' : ''}`,
      values: [...(from ? [calendar.startOf(from)] : []), ...(to ? [calendar.endOf(to)] : [])],
    };
  }
}
