import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables, int, key, type TableSpec } from './schema.js';

const TURNS: TableSpec = { name: 'admin_turns', columns: [int('id', key), int('taken', { default: 0 })] };

/** The one row that is written by whoever takes an administrator away. */
export class AdminTurns1764150000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, TURNS);
    await runner.query('INSERT INTO admin_turns (id, taken) VALUES (1, 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [TURNS]);
  }
}
