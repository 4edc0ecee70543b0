import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables, flag, int, key, moment, nullable, type TableSpec, text } from './schema.js';

const PROBES: TableSpec = {
  name: 'device_probes',
  columns: [
    int('device_id', key),
    moment('due_at'),
    int('doubts', { default: 0 }),
    text('turn', 36, nullable),
    moment('held_until', nullable),
    text('answer', 36, nullable),
    moment('answered_at', nullable),
    text('verdict', 20, nullable),
    text('detail', 300, nullable),
    flag('is_unusable', { default: 0 }),
  ],
};

/** Instances take turns in probing a device, and share what they find. */
export class DeviceProbes1764110000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, PROBES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [PROBES]);
  }
}
