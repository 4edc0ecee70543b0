import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, moment, nullable } from './schema.js';

const TABLE = 'devices';
const COLUMNS = [moment('first_callback_at', nullable)];

/** When a gateway first called a device's own address: it shows that it was entered there. */
export class FirstCallback1764206000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, TABLE, COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, TABLE, COLUMNS);
  }
}
