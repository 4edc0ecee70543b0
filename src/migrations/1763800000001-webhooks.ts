import { flag, id, int, longText, MigrationOf, moment, nullable, sql, table, text } from './schema.js';

export class Webhooks1763800000001 extends MigrationOf(
  table('webhook_events', {
    columns: [
      id(),
      text('reference', 40),
      int('user_id'),
      text('type', 20),
      flag('livemode'),
      int('message_id', nullable),
      longText('data'),
      moment('created_at'),
      moment('expanded_at', nullable),
    ],
    unique: [['reference'], ['message_id', 'type']],
    index: [['expanded_at', 'id']],
  }),
  table('webhook_endpoints', {
    columns: [
      id(),
      int('user_id'),
      text('url', 2048),
      text('events', 255, nullable),
      text('secret', 255),
      text('old_secret', 255, nullable),
      moment('old_secret_until', nullable),
      flag('active'),
      text('disabled_reason', 10, nullable),
      moment('failing_since', nullable),
      moment('paused_until', nullable),
      moment('created_at'),
      moment('deleted_at', nullable),
    ],
    index: [['user_id'], ['active', 'id']],
    owner: 'user_id',
  }),
  table('webhook_deliveries', {
    columns: [
      id(),
      int('event_id'),
      int('endpoint_id'),
      int('user_id'),
      int('message_id', nullable),
      text('state', 10),
      int('attempts'),
      moment('due_at'),
      moment('leased_until', nullable),
      moment('created_at'),
    ],
    unique: [['event_id', 'endpoint_id']],
    index: [['endpoint_id', 'state', 'due_at'], ['message_id', 'endpoint_id'], ['created_at']],
  }),
  table('webhook_attempts', {
    columns: [
      id(),
      int('delivery_id'),
      int('status', nullable),
      text('error', 300, nullable),
      longText('answer', nullable),
      int('latency_ms'),
      moment('created_at'),
    ],
    index: [['delivery_id', 'id']],
  }),
  sql({
    // Messages that ended before there were webhooks get an event, but no delivery.
    up: `
      INSERT INTO webhook_events (reference, user_id, type, livemode, message_id, data, created_at, expanded_at)
      SELECT CONCAT('evt_', reference), user_id, CONCAT('otp.', status), livemode, id, '{}', created_at, created_at
      FROM messages WHERE status <> 'pending'`,
  }),
) {}
