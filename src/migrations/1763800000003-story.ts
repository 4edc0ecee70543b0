import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumns,
  addIndex,
  createTable,
  dropColumns,
  dropIndex,
  dropTables,
  flag,
  int,
  key,
  moment,
  money,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'message_reports',
    columns: [
      int('message_id', key),
      text('source', 14, key),
      text('status', 10, key),
      flag('moved'),
      int('times'),
      int('device_id', nullable),
      text('error', 300, nullable),
      moment('first_at'),
      moment('last_at'),
    ],
    checks: {
      ck_message_reports_source: "source IN ('callback', 'found', 'never_accepted', 'expired')",
      ck_message_reports_status: "status IN ('sent', 'failed', 'delivered')",
    },
  },
];

const BALANCES = 'credit_balances';
const THRESHOLD = [
  money('low_threshold', nullable),
  moment('low_since', nullable),
  moment('low_mail_at', nullable),
];

export class Story1763800000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
    await addColumns(runner, BALANCES, THRESHOLD);
    await addIndex(runner, BALANCES, ['low_threshold']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, BALANCES, ['low_threshold']);
    await dropColumns(runner, BALANCES, THRESHOLD);
    await dropTables(runner, TABLES);
  }
}
