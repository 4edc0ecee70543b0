import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables, int, key, moment, type TableSpec } from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'account_views',
    columns: [int('session_id', key), int('admin_id'), int('user_id'), moment('expires_at')],
    index: [['expires_at']],
  },
];

/** Administrators who look at an account, for as long as they may. */
export class AccountViews1764203000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
