import {
  columns,
  flag,
  id,
  int,
  MigrationOf,
  moment,
  nullable,
  sql,
  table,
  text,
  textLength,
} from './schema.js';

/** Codes that the service makes itself. A message refers to its verification; the events have longer names. */
export class Verifications1764197000001 extends MigrationOf(
  table('verifications', {
    columns: [
      id(),
      text('reference', 40),
      int('user_id'),
      flag('livemode'),
      int('message_id'),
      text('status', 10),
      text('recipient_index', 64),
      text('code_index', 64),
      text('language', 2),
      int('code_length'),
      int('ttl_seconds'),
      int('attempts_left'),
      int('resends', { default: 0 }),
      moment('expires_at'),
      moment('created_at'),
      moment('ended_at', nullable),
    ],
    unique: [['reference']],
    index: [['status', 'expires_at'], ['message_id']],
    checks: {
      ck_verifications_status: "status IN ('pending', 'approved', 'expired', 'failed', 'cancelled')",
      ck_verifications_attempts_left: 'attempts_left >= 0',
    },
  }),
  columns('messages', [text('verification', 40, nullable)]),
  textLength('webhook_events', text('type', 30), text('type', 20)),
  sql({ down: "DELETE FROM webhook_events WHERE type LIKE 'verification.%'" }),
) {}
