import { id, int, key, MigrationOf, moment, money, nullable, table, text } from './schema.js';

export class Credit1763700000002 extends MigrationOf(
  table('credit_balances', {
    columns: [int('user_id', key), money('balance'), moment('updated_at')],
    owner: 'user_id',
    checks: { ck_credit_balances_balance: 'balance >= 0' },
  }),
  table('credit_entries', {
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
  }),
) {}
