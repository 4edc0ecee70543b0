import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Database, execute, upsert } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import type { PageQuery } from '../../platform/http/request-fields.js';
import { csvOf } from '../../platform/text/csv.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import { BillingDetails, MonthStatement, StatementSequence, THE_SEQUENCE } from './statement.entities.js';
import { STATEMENT_COLUMNS, statementLines } from './statement-lines.rules.js';
import type {
  AdminStatementPage,
  AdminStatementsQuery,
  AdminStatementView,
  BillingDto,
  BillingView,
  StatementMonthPage,
  StatementPage,
  StatementSummary,
} from './statements.dto.js';

const DIGITS = 6;
/** Statements that the CSV reads at a time. */
const BATCH = 100;
const SUMS = ['opening_balance', 'top_ups', 'charges', 'refunds', 'closing_balance'] as const;

type MonthRow = Record<(typeof SUMS)[number] | 'statements', number | string> & { month: string };

/** Reads closed months, and the billing details for the next ones. */
@Injectable()
export class Statements {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async list(userId: number, { page, limit, offset }: PageQuery): Promise<StatementPage> {
    const [rows, total] = await this.database.read.findAndCount(MonthStatement, {
      where: { userId },
      order: { month: 'DESC' },
      skip: offset,
      take: limit,
    });
    return { total, page, limit, items: rows.map((row) => this.summaryOf(row)) };
  }

  /** Fails with `not_found` until the month is closed. */
  async of(userId: number, month: string): Promise<AdminStatementView> {
    return this.viewOf(orNotFound(await this.database.read.findOneBy(MonthStatement, { userId, month })));
  }

  async months({ page, limit, offset }: PageQuery): Promise<StatementMonthPage> {
    const { read } = this.database;
    const sums = SUMS.map((column) => `SUM(${column}) AS ${column}`).join(', ');
    const rows = await read.query<MonthRow[]>(
      `SELECT month, COUNT(*) AS statements, ${sums} FROM statements
        GROUP BY month ORDER BY month DESC LIMIT ${limit} OFFSET ${offset}`,
    );
    const [all] = await read.query<{ total: number | string }[]>(
      'SELECT COUNT(DISTINCT month) AS total FROM statements',
    );
    const open = await read.findOneBy(StatementSequence, { id: THE_SEQUENCE });
    return {
      ...{ total: Number(all?.total ?? 0), page, limit },
      open_month: open?.month ?? this.calendar.day(this.clock.now()).slice(0, 7),
      items: rows.map((row) => ({
        month: row.month,
        statements: Number(row.statements),
        opening_balance: Number(row.opening_balance),
        top_ups: Number(row.top_ups),
        charges: Number(row.charges),
        refunds: Number(row.refunds),
        closing_balance: Number(row.closing_balance),
      })),
    };
  }

  /** Statements of all accounts, in the order of their numbers. Fails with `not_found` for a month without any. */
  async ofAll(month: string, query: AdminStatementsQuery): Promise<AdminStatementPage> {
    const { page, limit, offset, user_id: userId } = query;
    const [rows, total] = await this.database.read.findAndCount(MonthStatement, {
      where: { month, ...(userId !== undefined && { userId }) },
      order: { number: 'ASC' },
      skip: offset,
      take: limit,
    });
    if (total === 0) throw new AppError('not_found');
    return { total, page, limit, items: rows.map((row) => this.viewOf(row)) };
  }

  /** Fails with `not_found`. */
  async csv(month: string, userId?: number): Promise<Readable> {
    const where = { month, ...(userId !== undefined && { userId }) };
    orNotFound(await this.database.read.findOne(MonthStatement, { select: { id: true }, where }));
    return csvOf(STATEMENT_COLUMNS, this.batches(where));
  }

  async billing(userId: number): Promise<BillingView> {
    const found = await this.database.read.findOneBy(BillingDetails, { userId });
    return { name: found?.name ?? '', address: found?.address ?? '', tax_number: found?.taxNumber ?? '' };
  }

  /** Sets the details for statements of months that are not closed yet. */
  async setBilling(
    userId: number,
    { name, address, tax_number: taxNumber }: BillingDto,
  ): Promise<BillingView> {
    const row = { userId, name, address, taxNumber, updatedAt: this.clock.now() };
    const set = ['name', 'address', 'taxNumber', 'updatedAt'] as const;
    await this.database.tx((tx) =>
      execute(tx, upsert(this.database.engine, BillingDetails, [row], { key: ['userId'], set })),
    );
    return this.billing(userId);
  }

  private async *batches(where: { month: string; userId?: number }) {
    let after = 0;
    for (;;) {
      const rows = await this.database.read.find(MonthStatement, {
        where: { ...where, number: MoreThan(after) },
        order: { number: 'ASC' },
        take: BATCH,
      });
      if (rows.length > 0) yield rows.flatMap((row) => statementLines(this.viewOf(row)));
      if (rows.length < BATCH) return;
      after = rows.at(-1)?.number ?? 0;
    }
  }

  private viewOf(row: MonthStatement): AdminStatementView {
    const { userId, details } = row;
    return { ...this.summaryOf(row), ...details, user_id: userId };
  }

  private summaryOf(row: MonthStatement): StatementSummary {
    const { month, number, openingBalance, topUps, charges, refunds, closingBalance, closedAt } = row;
    return {
      number: `ST-${month}-${String(number).padStart(DIGITS, '0')}`,
      month,
      currency: 'IDR',
      opening_balance: openingBalance,
      top_ups: topUps,
      charges,
      refunds,
      closing_balance: closingBalance,
      ...this.calendar.fields('closed_at', closedAt),
    };
  }
}
