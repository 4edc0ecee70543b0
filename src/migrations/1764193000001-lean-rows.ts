import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, int, moment, nullable } from './schema.js';

const ATTEMPT = [int('attempt_ms', nullable)];
const OWED = [moment('owed_from', nullable)];

/** A message that the first device took needs no row of attempts, and an account without webhooks none of events. */
export class LeanRows1764193000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'messages', ATTEMPT);
    await addColumns(runner, 'webhook_endpoints', OWED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'webhook_endpoints', OWED);
    await dropColumns(runner, 'messages', ATTEMPT);
  }
}
