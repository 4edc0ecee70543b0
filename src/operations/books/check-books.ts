import type { DataSource, QueryRunner } from 'typeorm';
import { INVARIANTS } from './invariants.rules.js';

const ROWS_SHOWN = 20;
/** What the recovery may lag behind before that counts as broken. */
const PATIENCE_MS = 120_000;

export interface Breach {
  invariant: string;
  meaning: string;
  /** The offending rows, at most 20. */
  rows: Record<string, unknown>[];
  /** There are others beside these. */
  isMore: boolean;
}

/** Checks every invariant against one snapshot of the database; empty when the books balance. */
export async function checkBooks(dataSource: DataSource, now: Date): Promise<Breach[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const sqlite = dataSource.options.type === 'better-sqlite3';
    // Under READ COMMITTED, which our connections have, the snapshot would last for one statement.
    if (!sqlite) await runner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await runner.query(sqlite ? 'BEGIN' : 'START TRANSACTION WITH CONSISTENT SNAPSHOT');
    return await breaches(runner, new Date(now.getTime() - PATIENCE_MS));
  } finally {
    // Where a query broke the transaction off, that is the error to show.
    await runner.query('ROLLBACK').catch(() => undefined);
    await runner.release();
  }
}

async function breaches(runner: QueryRunner, patience: Date): Promise<Breach[]> {
  // The form in which both engines keep a moment, and compare it as text or as a date.
  const moment = patience.toISOString().replace('T', ' ').replace('Z', '');
  const found: Breach[] = [];
  for (const { name, meaning, sql } of INVARIANTS) {
    const parameters = sql.includes('?') ? [moment] : [];
    const rows = (await runner.query(
      `SELECT * FROM (${sql}) broken LIMIT ${ROWS_SHOWN + 1}`,
      parameters,
    )) as Breach['rows'];
    const isMore = rows.length > ROWS_SHOWN;
    if (rows.length > 0) found.push({ invariant: name, meaning, rows: rows.slice(0, ROWS_SHOWN), isMore });
  }
  return found;
}
