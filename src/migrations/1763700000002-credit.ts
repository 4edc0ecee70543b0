import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTable,
  dropTables,
  id,
  int,
  key,
  moment,
  money,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'credit_balances',
    columns: [int('user_id', key), money('balance'), moment('updated_at')],
    owner: 'user_id',
    checks: { ck_credit_balances_balance: 'balance >= 0' },
  },
  {
    name: 'credit_entries',
    columns: [
      id(),
      int('user_id'),
      money('amount'),
      money('balance_after'),
      text('kind', 10),
      int('message_id', nullable),
      int('actor_id', nullable),
      text('note', 200, nullable),
      moment('created_at'),
    ],
    unique: [['message_id', 'kind']],
    index: [['user_id', 'id']],
    checks: {
      ck_credit_entries_kind: "kind IN ('topup', 'charge', 'refund', 'adjustment')",
      ck_credit_entries_balance: 'balance_after >= 0',
    },
  },
];

export class Credit1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
