import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables, int, key, type TableSpec, text } from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'free_deliveries',
    columns: [
      int('user_id', key),
      int('device_id', key),
      text('day', 10, key),
      int('deliveries', { default: 0 }),
    ],
    index: [['day']],
  },
];

/** Messages that were refunded and delivered after all, by account, device and day. */
export class FreeDeliveries1764192000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
