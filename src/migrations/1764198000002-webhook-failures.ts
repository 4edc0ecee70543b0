import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, int } from './schema.js';

const COLUMNS = [int('failures', { default: 0 })];

/** How many calls of a webhook have failed since its last success. */
export class WebhookFailures1764198000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'webhook_endpoints', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'webhook_endpoints', COLUMNS);
  }
}
