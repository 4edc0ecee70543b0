import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addIndex,
  createTable,
  dropIndex,
  dropTables,
  flag,
  int,
  key,
  moment,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

const TALLY = ['sent', 'delivered', 'failed', 'converted'].map((name) => int(name, { default: 0 }));

const TABLES: TableSpec[] = [
  {
    name: 'analytics_folds',
    columns: [
      int('user_id', key),
      flag('livemode', key),
      text('day', 10, key),
      ...TALLY,
      moment('folded_at', nullable),
      moment('due_at'),
    ],
    index: [['day']],
  },
  {
    name: 'analytics_hours',
    columns: [
      int('user_id', key),
      flag('livemode', key),
      text('part', 8, key),
      text('day', 10, key),
      int('hour', key),
      text('value', 30, key),
      ...TALLY,
    ],
    index: [['part', 'day']],
  },
  {
    name: 'analytics_days',
    columns: [
      int('user_id', key),
      flag('livemode', key),
      text('part', 8, key),
      text('day', 10, key),
      text('value', 30, key),
      ...TALLY,
    ],
  },
];

const BY_DAY = ['day'];

/** What became of messages, added up by hour and day; and the counters of a day are found by it. */
export class Analytics1764202000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
    await addIndex(runner, 'message_counters', BY_DAY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'message_counters', BY_DAY);
    await dropTables(runner, TABLES);
  }
}
