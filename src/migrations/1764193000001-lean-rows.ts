import { columns, int, MigrationOf, moment, nullable, sql, without } from './schema.js';

/**
 * Saves rows: a message that its first device accepted has no row of attempts, and an account without webhooks has no
 * events. Messages are counted only when they get an outcome.
 */
export class LeanRows1764193000001 extends MigrationOf(
  columns('messages', [int('attempt_ms', nullable)]),
  columns('webhook_endpoints', [moment('owed_from', nullable)]),
  sql({
    down: `UPDATE message_counters SET created = sent + delivered + failed + (SELECT COUNT(*) FROM messages m
        WHERE m.status = 'pending' AND m.user_id = message_counters.user_id
          AND m.livemode = message_counters.livemode AND m.day = message_counters.day)`,
  }),
  without(columns('message_counters', [int('created', { default: 0 })])),
) {}
