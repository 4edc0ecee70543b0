import type { DataSource, QueryRunner } from 'typeorm';
import { INVARIANTS } from './invariants.js';

const ROWS_SHOWN = 20;

export interface Breach {
  invariant: string;
  meaning: string;
  /** The offending rows, at most 20. */
  rows: Record<string, unknown>[];
}

/** Checks every invariant against one snapshot of the database; empty when the books balance. */
export async function checkBooks(dataSource: DataSource): Promise<Breach[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const sqlite = dataSource.options.type === 'better-sqlite3';
    await runner.query(sqlite ? 'BEGIN' : 'START TRANSACTION WITH CONSISTENT SNAPSHOT');
    return await breaches(runner);
  } finally {
    await runner.query('ROLLBACK');
    await runner.release();
  }
}

async function breaches(runner: QueryRunner): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const { name, meaning, sql } of INVARIANTS) {
    const rows = (await runner.query(`SELECT * FROM (${sql}) broken LIMIT ${ROWS_SHOWN}`)) as Breach['rows'];
    if (rows.length > 0) found.push({ invariant: name, meaning, rows });
  }
  return found;
}
