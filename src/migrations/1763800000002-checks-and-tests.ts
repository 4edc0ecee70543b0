import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumns,
  addIndex,
  createTable,
  dropColumns,
  dropIndex,
  dropTables,
  id,
  int,
  key,
  moment,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'api_key_usage',
    columns: [int('api_key_id', key), text('day', 10, key), int('sends')],
    index: [['day']],
  },
  {
    name: 'test_steps',
    columns: [
      id(),
      int('message_id'),
      text('gateway_message_id', 60),
      text('status', 10),
      text('error', 300, nullable),
      moment('due_at'),
    ],
    index: [['due_at'], ['message_id']],
    checks: { ck_test_steps_status: "status IN ('sent', 'failed', 'delivered')" },
  },
];

const ADDED = {
  api_keys: [int('daily_cap', nullable)],
  messages: [int('check_tries', { default: 0 }), moment('converted_at', nullable)],
  message_counters: [int('converted', { default: 0 })],
};

/** The young messages to one phone, for a check. */
const BY_RECIPIENT = ['recipient_index', 'created_at'];

export class ChecksAndTests1763800000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
    for (const [table, columns] of Object.entries(ADDED)) await addColumns(runner, table, columns);
    await addIndex(runner, 'messages', BY_RECIPIENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'messages', BY_RECIPIENT);
    for (const [table, columns] of Object.entries(ADDED).toReversed())
      await dropColumns(runner, table, columns);
    await dropTables(runner, TABLES);
  }
}
