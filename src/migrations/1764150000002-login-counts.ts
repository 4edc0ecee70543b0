import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables, int, key, moment, nullable, type TableSpec, text } from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'login_counts',
    columns: [
      text('fingerprint', 64, key),
      text('account', 64),
      int('used', { default: 0 }),
      moment('ends_at'),
      moment('paused_until', nullable),
    ],
    index: [['account'], ['ends_at']],
  },
  {
    name: 'login_addresses',
    columns: [int('user_id', key), text('address', 64, key), moment('last_at')],
    index: [['last_at']],
    owner: 'user_id',
  },
];

/** Wrong passwords by account and address, and the addresses that an account was entered from. */
export class LoginCounts1764150000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
