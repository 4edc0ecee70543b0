import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, int, moment, nullable } from './schema.js';

const ATTEMPT = [int('attempt_ms', nullable)];
const OWED = [moment('owed_from', nullable)];
const CREATED = [int('created', { default: 0 })];

/**
 * A message that the first device took needs no row of attempts, and an account without webhooks none of events.
 * Messages are counted once they are settled.
 */
export class LeanRows1764193000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'messages', ATTEMPT);
    await addColumns(runner, 'webhook_endpoints', OWED);
    await dropColumns(runner, 'message_counters', CREATED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'message_counters', CREATED);
    await runner.query(
      `UPDATE message_counters SET created = sent + delivered + failed + (SELECT COUNT(*) FROM messages m
        WHERE m.status = 'pending' AND m.user_id = message_counters.user_id
          AND m.livemode = message_counters.livemode AND m.day = message_counters.day)`,
    );
    await dropColumns(runner, 'webhook_endpoints', OWED);
    await dropColumns(runner, 'messages', ATTEMPT);
  }
}
