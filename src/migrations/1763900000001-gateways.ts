import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, longText, nullable, text } from './schema.js';

/** What a device's driver needs, and the text its recipients read. */
const COLUMNS = [longText('settings', nullable), text('template', 300, nullable)];

export class Gateways1763900000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'devices', COLUMNS);
    await runner.query("UPDATE devices SET settings = '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'devices', COLUMNS);
  }
}
