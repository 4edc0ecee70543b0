import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, moment, nullable } from './schema.js';

const COLUMNS = [moment('linked_at', nullable)];

/** Devices that are there already have been sending: an upgrade makes none of them wait. */
export class LinkedDevices1764110000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'devices', COLUMNS);
    await runner.query('UPDATE devices SET linked_at = created_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'devices', COLUMNS);
  }
}
