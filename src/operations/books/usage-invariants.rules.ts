/** An invariant of the ledger. `sql` selects the rows that break it, on SQLite, MySQL and MariaDB alike. */
export interface Invariant {
  name: string;
  meaning: string;
  /** `?` is two minutes ago in UTC: the recovery may lag behind. */
  sql: string;
}

/** The invariants of usage, statements and spend caps. */

/** Ledger totals of each account, up to its usage cursor. */
const COUNTED_LINES = `
  SELECT e.user_id, COUNT(*) AS entries, SUM(e.amount) AS amount,
    SUM(CASE WHEN e.kind = 'charge' THEN 1 ELSE 0 END) AS messages,
    SUM(CASE WHEN e.kind = 'topup' THEN e.amount ELSE 0 END) AS top_ups,
    SUM(CASE WHEN e.kind = 'refund' THEN e.amount ELSE 0 END) AS refunds
  FROM credit_entries e JOIN usage_cursors c ON c.user_id = e.user_id AND e.id <= c.entry_id GROUP BY e.user_id`;
const USED = `
  SELECT user_id, SUM(top_ups - charges - adjustments + refunds) AS amount, SUM(messages) AS messages,
    SUM(top_ups) AS top_ups, SUM(refunds) AS refunds
  FROM usage_days GROUP BY user_id`;
/** Each statement with the ledger entries of its month. Joined by kind, to use the index of account and kind. */
const STATED = `
  SELECT s.id, SUM(CASE WHEN e.kind = 'topup' THEN e.amount ELSE 0 END) AS top_ups,
    SUM(CASE WHEN e.kind = 'refund' THEN e.amount ELSE 0 END) AS refunds,
    SUM(CASE WHEN e.kind IN ('charge', 'adjustment') THEN -e.amount ELSE 0 END) AS charges
  FROM statements s
    JOIN (SELECT 'topup' AS kind UNION ALL SELECT 'charge' UNION ALL SELECT 'refund' UNION ALL SELECT 'adjustment') k
    JOIN credit_entries e ON e.user_id = s.user_id AND e.kind = k.kind AND e.created_at >= s.starts_at AND e.created_at < s.ends_at
  GROUP BY s.id`;
/** Each statement with the closing balance of the one before. */
const CARRIED = `
  SELECT statements.*, LAG(closing_balance) OVER (PARTITION BY user_id ORDER BY month) AS carried FROM statements`;

const IS_SPENDING =
  "(e.kind IN ('charge', 'refund') OR (e.kind = 'adjustment' AND e.message_id IS NOT NULL))";
/** The share of a ledger entry in the spending of an account or key. */
const COUNTED_SPENDING = `CASE WHEN ${IS_SPENDING}
  AND (c.root_key_id = 0 OR COALESCE(k.root_id, k.id) = c.root_key_id) THEN 0 - e.amount ELSE 0 END`;
/** Whether the key of the entry is unknown: its message, inbound verification or key was purged. */
const HAS_LOST_KEY = `CASE WHEN ${IS_SPENDING} AND k.id IS NULL THEN 1 ELSE 0 END`;

export const USAGE_INVARIANTS: Invariant[] = [
  {
    name: 'usage_is_a_recount',
    meaning: 'the usage of an account differs from the ledger entries that it has counted',
    sql: `SELECT COALESCE(l.user_id, u.user_id) AS user_id, l.amount, u.amount AS counted
      FROM (SELECT user_id FROM usage_cursors UNION SELECT user_id FROM usage_days) a
        LEFT JOIN (${COUNTED_LINES}) l ON l.user_id = a.user_id LEFT JOIN (${USED}) u ON u.user_id = a.user_id
        LEFT JOIN usage_cursors c ON c.user_id = a.user_id
      WHERE COALESCE(l.amount, 0) <> COALESCE(u.amount, 0) OR COALESCE(l.messages, 0) <> COALESCE(u.messages, 0)
        OR COALESCE(l.top_ups, 0) <> COALESCE(u.top_ups, 0) OR COALESCE(l.refunds, 0) <> COALESCE(u.refunds, 0)
        OR COALESCE(l.entries, 0) <> COALESCE(c.entry_count, 0)`,
  },
  {
    name: 'statements_are_the_ledger',
    meaning:
      'a closed statement differs from the ledger of its month, or its opening balance from the closing balance before',
    sql: `SELECT s.id, s.user_id, s.month, s.number FROM (${CARRIED}) s LEFT JOIN (${STATED}) l ON l.id = s.id
      WHERE s.opening_balance <> COALESCE(s.carried, (SELECT SUM(e.amount) FROM credit_entries e
          WHERE e.user_id = s.user_id AND e.created_at < s.starts_at), 0) OR s.top_ups <> COALESCE(l.top_ups, 0)
        OR s.charges <> COALESCE(l.charges, 0) OR s.refunds <> COALESCE(l.refunds, 0)
        OR s.closing_balance <> s.opening_balance + s.top_ups - s.charges + s.refunds`,
  },
  {
    name: 'statement_numbers_have_no_gap',
    meaning: 'the numbers of the statements do not run from 1 to the last one',
    sql: `SELECT q.last_number, COUNT(s.id) AS statements, MAX(s.number) AS highest
      FROM statement_sequences q LEFT JOIN statements s ON s.number BETWEEN 1 AND q.last_number
      GROUP BY q.id, q.last_number
      HAVING COUNT(s.id) <> q.last_number OR (SELECT COUNT(*) FROM statements) <> q.last_number`,
  },
  {
    name: 'spend_counts_are_a_recount',
    meaning: 'the stored spending of an account or API key with a spend cap differs from the ledger',
    sql: `SELECT c.user_id, c.root_key_id, c.since, c.spent, SUM(${COUNTED_SPENDING}) AS recount
      FROM spend_counts c JOIN credit_entries e ON e.user_id = c.user_id AND e.id <= c.entry_id AND e.created_at >= c.since
        LEFT JOIN messages m ON m.id = e.message_id
        LEFT JOIN inbound_verifications v ON e.message_id IS NULL AND v.reference = e.note
        LEFT JOIN api_keys k ON k.id = COALESCE(m.api_key_id, v.api_key_id)
      GROUP BY c.user_id, c.root_key_id, c.since, c.spent HAVING c.spent <> SUM(${COUNTED_SPENDING})
        AND (c.root_key_id = 0 OR SUM(${HAS_LOST_KEY}) = 0)`,
  },
];
