import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTable,
  dropTables,
  flag,
  id,
  int,
  longText,
  moment,
  nullable,
  text,
  type TableSpec,
} from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'webhook_events',
    columns: [
      id(),
      text('reference', 40),
      int('user_id'),
      text('type', 20),
      flag('livemode'),
      int('message_id', nullable),
      longText('data'),
      moment('created_at'),
      moment('expanded_at', nullable),
    ],
    unique: [['reference'], ['message_id', 'type']],
    index: [['expanded_at', 'id']],
  },
];

export class Webhooks1763800000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
    // What was settled before there were webhooks is nobody's news: its event is there, and handed to nobody.
    await runner.query(`
      INSERT INTO webhook_events (reference, user_id, type, livemode, message_id, data, created_at, expanded_at)
      SELECT CONCAT('evt_', reference), user_id, CONCAT('otp.', status), livemode, id, '{}', created_at, created_at
      FROM messages WHERE status <> 'pending'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
