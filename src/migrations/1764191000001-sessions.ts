import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables, id, int, moment, nullable, type TableSpec, text } from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'sessions',
    columns: [
      id(),
      int('user_id'),
      int('token_version'),
      text('address', 45),
      text('user_agent', 200, nullable),
      moment('created_at'),
      moment('last_used_at'),
      moment('expires_at'),
    ],
    index: [['user_id', 'last_used_at'], ['expires_at']],
    owner: 'user_id',
  },
];

/** The logins that have not ended. Tokens of before name none: everybody logs in once more. */
export class Sessions1764191000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
