import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSqlite } from './schema.js';
import { changeIds } from './wide-ids/wide-ids.js';

/**
 * Ids of 64 bits for a database without accounts. Others keep theirs until `npm run widen-ids`: release 0.2.0, which may
 * run beside this one, takes the driver's texts of 64-bit columns for ids. SQLite has no need.
 */
export class WideIds1764320000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (isSqlite(runner)) return;
    const accounts = (await runner.query('SELECT id FROM users LIMIT 1')) as unknown[];
    if (accounts.length === 0) await changeIds(runner, 'bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!isSqlite(runner) && !(await isTidb(runner))) await changeIds(runner, 'int');
  }
}

/** It does not change the type of a key back, and no earlier release runs on it. */
async function isTidb(runner: QueryRunner): Promise<boolean> {
  return ((await runner.query("SHOW VARIABLES LIKE 'tidb_txn_mode'")) as unknown[]).length > 0;
}
