import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTable,
  dropTables,
  id,
  int,
  longText,
  moment,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'operator_alerts',
    columns: [
      id(),
      text('kind', 40),
      text('subject', 60),
      // Null once it has ended: of what is going on there is one row.
      text('open_key', 110, nullable),
      longText('detail'),
      moment('since'),
      moment('seen_at'),
      moment('begun_at', nullable),
      moment('ended_at', nullable),
    ],
    unique: [['open_key']],
    index: [['ended_at']],
  },
  {
    name: 'operator_notices',
    columns: [
      id(),
      text('reference', 40),
      int('alert_id'),
      text('event', 10),
      text('channel', 10),
      text('target', 255),
      text('state', 10),
      int('attempts'),
      moment('due_at'),
      moment('told_at', nullable),
      moment('created_at'),
    ],
    unique: [['reference'], ['alert_id', 'event', 'channel', 'target']],
    index: [['state', 'channel', 'due_at']],
  },
];

export class OperatorAlerts1764120000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
