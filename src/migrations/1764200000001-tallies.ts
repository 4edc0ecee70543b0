import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables, int, key, type TableSpec, text } from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'tallies',
    columns: [text('subject', 40, key), text('period', 16, key), text('name', 30, key), int('times')],
    index: [['period']],
  },
];

/** Counts of what happens, for pages that show how things go. */
export class Tallies1764200000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
