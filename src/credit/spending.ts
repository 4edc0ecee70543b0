import type { Database } from '../platform/database/index.js';

const ENTRIES = 'ix_credit_entries_user_id_kind_created_at';

/**
 * SQL: what an `account` (a row of credit_balances) has spent on messages and verifications since the moment `:name`.
 * It compares the balance before the first charge with the present one, less top-ups and adjustments by hand. So it
 * reads few rows of a long ledger.
 */
export function spentSince(database: Database, name: string): string {
  const entries = (alias: string) => `credit_entries ${alias}${database.useIndex(ENTRIES)}`;
  const first = `(SELECT c.id FROM ${entries('c')} WHERE c.user_id = account.user_id AND c.kind = 'charge'
      AND c.created_at >= :${name} ORDER BY c.created_at, c.id LIMIT 1)`;
  return `COALESCE((SELECT e.balance_after - e.amount FROM credit_entries e WHERE e.id = ${first}) - account.balance
    + (SELECT COALESCE(SUM(m.amount), 0) FROM ${entries('m')}
      WHERE m.user_id = account.user_id AND m.kind IN ('topup', 'adjustment') AND m.message_id IS NULL
        AND m.created_at >= :${name} AND m.id > ${first}), 0)`;
}
