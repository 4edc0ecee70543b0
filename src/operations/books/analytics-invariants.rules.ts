import type { Invariant } from './usage-invariants.rules.js';

/** The analytics of each day and part. Each of these parts counts every message once. User 0: all accounts. */
const ANALYSED = `
  SELECT user_id, livemode, day, part, SUM(sent) AS sent, SUM(delivered) AS delivered, SUM(failed) AS failed,
    SUM(converted) AS converted
  FROM analytics_hours WHERE part = 'all' GROUP BY user_id, livemode, day, part
  UNION ALL
  SELECT user_id, livemode, day, part, SUM(sent), SUM(delivered), SUM(failed), SUM(converted)
  FROM analytics_days WHERE part IN ('key', 'device', 'prefix') GROUP BY user_id, livemode, day, part`;
/** The totals that the rollup recorded. */
const ROLLUP_TOTALS = `
  SELECT user_id, livemode, day, sent, delivered, failed, converted FROM analytics_folds
    WHERE user_id <> 0 AND folded_at IS NOT NULL
  UNION ALL
  SELECT 0, a.livemode, a.day, SUM(a.sent), SUM(a.delivered), SUM(a.failed), SUM(a.converted)
  FROM analytics_folds a JOIN analytics_folds whole
    ON whole.user_id = 0 AND whole.livemode = a.livemode AND whole.day = a.day
  WHERE a.user_id <> 0 GROUP BY a.livemode, a.day`;

const MARGIN = `
  SELECT user_id, day, SUM(messages) AS messages, SUM(revenue) AS revenue FROM margin_days GROUP BY user_id, day`;
/** Live messages with an outcome, summed by account and day. */
const EARNED = `
  SELECT user_id, day, COUNT(*) AS messages, SUM(credit_used) AS revenue FROM messages
  WHERE livemode = 1 AND status <> 'pending' GROUP BY user_id, day`;

export const ANALYTICS_INVARIANTS: Invariant[] = [
  {
    name: 'analytics_add_up',
    meaning: 'the analytics of a day, by hour, key, device or prefix, are not what was added up for them',
    sql: `SELECT f.user_id, f.livemode, f.day, p.part FROM (${ROLLUP_TOTALS}) f
        JOIN (SELECT 'all' AS part UNION ALL SELECT 'key' UNION ALL SELECT 'device' UNION ALL SELECT 'prefix') p
          ON f.user_id <> 0 OR p.part <> 'key'
        LEFT JOIN (${ANALYSED}) r
          ON r.user_id = f.user_id AND r.livemode = f.livemode AND r.day = f.day AND r.part = p.part
      WHERE f.sent <> COALESCE(r.sent, 0) OR f.delivered <> COALESCE(r.delivered, 0)
        OR f.failed <> COALESCE(r.failed, 0) OR f.converted <> COALESCE(r.converted, 0)`,
  },
  {
    name: 'margin_adds_up',
    meaning:
      'the margin of an account’s day counts more messages than there were, or, up to date and before any purge, others or other credits than they have',
    sql: `SELECT c.user_id, c.day, d.messages, d.revenue FROM message_counters c
        LEFT JOIN analytics_folds f ON f.user_id = c.user_id AND f.livemode = 1 AND f.day = c.day
          AND f.costed_at = f.folded_at AND f.repriced = c.repriced AND f.sent = c.sent
          AND f.delivered = c.delivered AND f.failed = c.failed
        LEFT JOIN (${MARGIN}) d ON d.user_id = c.user_id AND d.day = c.day
        LEFT JOIN (${EARNED}) m ON m.user_id = c.user_id AND m.day = c.day
      WHERE c.livemode = 1 AND (COALESCE(d.messages, 0) > c.sent + c.delivered + c.failed
        OR (f.user_id IS NOT NULL AND c.purged_sent + c.purged_delivered + c.purged_failed = 0
          AND (COALESCE(d.messages, 0) <> COALESCE(m.messages, 0) OR COALESCE(d.revenue, 0) <> COALESCE(m.revenue, 0))))`,
  },
];
