import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, dropColumns, dropIndex, int } from './schema.js';

const none = { default: 0 };

/** What saves counting, and tells the books what was purged. */
const ADDED = {
  credit_balances: [int('entry_count', none)],
  message_counters: [
    int('purged_sent', none),
    int('purged_delivered', none),
    int('purged_failed', none),
    int('purged_converted', none),
  ],
};

/** Lists are read day by day, and each way to read them has its index: those that it takes the place of go. */
const INDEXES = [
  { table: 'messages', added: ['user_id', 'livemode', 'day', 'id'], gone: ['user_id', 'livemode', 'id'] },
  { table: 'idempotency_keys', added: ['status', 'message_id'], gone: ['message_id'] },
  { table: 'webhook_deliveries', added: ['endpoint_id', 'state', 'id'] },
];

export class Growth1764000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(ADDED)) await addColumns(runner, table, columns);
    await runner.query(`
      UPDATE credit_balances SET entry_count =
        (SELECT COUNT(*) FROM credit_entries WHERE credit_entries.user_id = credit_balances.user_id)`);
    for (const { table, added, gone } of INDEXES) {
      await addIndex(runner, table, added);
      if (gone) await dropIndex(runner, table, gone);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, added, gone } of INDEXES.toReversed()) {
      if (gone) await addIndex(runner, table, gone);
      await dropIndex(runner, table, added);
    }
    for (const [table, columns] of Object.entries(ADDED).toReversed())
      await dropColumns(runner, table, columns);
  }
}
