import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, int, moment, nullable } from './schema.js';

const COLUMNS = [moment('acknowledged_at', nullable), int('acknowledged_by', nullable)];

/** Which administrator has taken notice of an alert, and when. */
export class AcknowledgedAlerts1764200000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'operator_alerts', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'operator_alerts', COLUMNS);
  }
}
