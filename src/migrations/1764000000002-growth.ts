import { columns, index, int, MigrationOf, sql, without } from './schema.js';

const none = { default: 0 };

/** Stored counts that replace COUNT queries, and counts of purged rows for the ledger audit. */
export class Growth1764000000002 extends MigrationOf(
  columns('credit_balances', [int('entry_count', none)]),
  columns('message_counters', [
    int('purged_sent', none),
    int('purged_delivered', none),
    int('purged_failed', none),
    int('purged_converted', none),
  ]),
  sql({
    up: `
      UPDATE credit_balances SET entry_count =
        (SELECT COUNT(*) FROM credit_entries WHERE credit_entries.user_id = credit_balances.user_id)`,
  }),
  // Lists are read day by day, each by an index of its own. Indexes that these replace are dropped.
  index('messages', ['user_id', 'livemode', 'day', 'id']),
  without(index('messages', ['user_id', 'livemode', 'id'])),
  index('idempotency_keys', ['status', 'message_id']),
  without(index('idempotency_keys', ['message_id'])),
  index('webhook_deliveries', ['endpoint_id', 'state', 'id']),
) {}
