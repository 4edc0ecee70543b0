import { columns, id, index, int, key, MigrationOf, moment, nullable, table, text } from './schema.js';

export class ChecksAndTests1763800000002 extends MigrationOf(
  table('api_key_usage', {
    columns: [int('api_key_id', key), text('day', 10, key), int('sends')],
    index: [['day']],
  }),
  table('test_steps', {
    columns: [
      id(),
      int('message_id'),
      text('gateway_message_id', 60),
      text('status', 10),
      text('error', 300, nullable),
      moment('due_at'),
    ],
    index: [['due_at'], ['message_id']],
    checks: { ck_test_steps_status: "status IN ('sent', 'failed', 'delivered')" },
  }),
  columns('api_keys', [int('daily_cap', nullable)]),
  columns('messages', [int('check_tries', { default: 0 }), moment('converted_at', nullable)]),
  columns('message_counters', [int('converted', { default: 0 })]),
  // To find the recent messages to a phone when its code is checked.
  index('messages', ['recipient_index', 'created_at']),
) {}
