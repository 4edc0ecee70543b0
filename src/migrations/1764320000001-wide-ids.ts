import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSqlite } from './schema.js';
import { changeIds } from './wide-ids/wide-ids.js';

/**
 * Ids of 64 bits for a database without accounts. Other databases keep theirs until `npm run widen-ids`: release 0.2.0
 * may run at the same time, and would use the texts that the driver returns for 64-bit columns as ids. SQLite's ids
 * have 64 bits anyway.
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

/** TiDB cannot change the type of a key back, and no earlier release runs on it. */
async function isTidb(runner: QueryRunner): Promise<boolean> {
  return ((await runner.query("SHOW VARIABLES LIKE 'tidb_txn_mode'")) as unknown[]).length > 0;
}
