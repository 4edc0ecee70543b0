import type { DataSource, QueryRunner } from 'typeorm';
import { INVARIANTS } from './invariants.rules.js';

const ROWS_SHOWN = 20;
/** Rows younger than this are not checked: the recovery may not have finished them yet. */
const PATIENCE_MS = 120_000;

export interface LedgerViolation {
  invariant: string;
  meaning: string;
  /** The offending rows, at most 20. */
  rows: Record<string, unknown>[];
  isMore: boolean;
}

/** Checks every invariant against one snapshot of the database. Returns the violations. */
export async function auditLedger(dataSource: DataSource, now: Date): Promise<LedgerViolation[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const sqlite = dataSource.options.type === 'better-sqlite3';
    // Under READ COMMITTED, our default, the snapshot would last for one statement.
    if (!sqlite) await runner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await runner.query(sqlite ? 'BEGIN' : 'START TRANSACTION WITH CONSISTENT SNAPSHOT');
    return await breaches(runner, new Date(now.getTime() - PATIENCE_MS));
  } finally {
    // If a query ended the transaction, its error is the one to show.
    await runner.query('ROLLBACK').catch(() => undefined);
    await runner.release();
  }
}

async function breaches(runner: QueryRunner, patience: Date): Promise<LedgerViolation[]> {
  // The format in which both engines store a moment.
  const moment = patience.toISOString().replace('T', ' ').replace('Z', '');
  const found: LedgerViolation[] = [];
  for (const { name, meaning, sql } of INVARIANTS) {
    const parameters = sql.includes('?') ? [moment] : [];
    const rows = (await runner.query(
      `SELECT * FROM (${sql}) broken LIMIT ${ROWS_SHOWN + 1}`,
      parameters,
    )) as LedgerViolation['rows'];
    const isMore = rows.length > ROWS_SHOWN;
    if (rows.length > 0) found.push({ invariant: name, meaning, rows: rows.slice(0, ROWS_SHOWN), isMore });
  }
  return found;
}
