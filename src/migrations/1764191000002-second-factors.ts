import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables, int, key, moment, nullable, type TableSpec, text } from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'second_factors',
    columns: [
      int('user_id', key),
      text('sealed_secret', 255),
      moment('confirmed_at', nullable),
      int('last_step', { default: 0 }),
      moment('created_at'),
    ],
    owner: 'user_id',
  },
  {
    name: 'recovery_codes',
    columns: [int('user_id', key), text('code_hash', 64, key)],
    owner: 'user_id',
  },
];

/** Authenticator apps, and the codes for when one is lost. */
export class SecondFactors1764191000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
