import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumns,
  addIndex,
  createTable,
  dropColumns,
  dropIndex,
  dropTables,
  flag,
  id,
  int,
  key,
  longText,
  moment,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

/** What an administrator sets of a device, and what all instances know of it. */
const COLUMNS = [
  int('weight', { default: 1 }),
  longText('limits', nullable),
  flag('check_number', { default: 0 }),
  moment('restricted_until', nullable),
  moment('judged_from', nullable),
  moment('reports_since', nullable),
  moment('degraded_since', nullable),
  int('trials', { default: 0 }),
];

const TABLES: TableSpec[] = [
  {
    name: 'device_allowances',
    columns: [int('device_id', key), text('allowance', 20, key), text('period', 16), int('taken')],
  },
  {
    name: 'device_pairs',
    columns: [text('recipient_index', 64, key), int('device_id', key), moment('expires_at')],
    index: [['expires_at']],
  },
  {
    name: 'device_alerts',
    columns: [
      id(),
      int('device_id'),
      text('kind', 20),
      text('detail', 300),
      moment('raised_at'),
      moment('ended_at', nullable),
    ],
    index: [['device_id', 'id']],
  },
];

/** The last messages of a device, for its judgement. */
const BY_DEVICE = ['device_id', 'id'];

export class DevicePool1763900000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'devices', COLUMNS);
    for (const table of TABLES) await createTable(runner, table);
    await addIndex(runner, 'messages', BY_DEVICE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'messages', BY_DEVICE);
    await dropTables(runner, TABLES);
    await dropColumns(runner, 'devices', COLUMNS);
  }
}
