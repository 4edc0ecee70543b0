import { ANALYTICS_INVARIANTS } from './analytics-invariants.rules.js';
import { type Invariant, USAGE_INVARIANTS } from './usage-invariants.rules.js';

const COUNTED = `
  SELECT user_id, livemode, day,
    SUM(CASE WHEN status = 'sent' THEN 1 ELSE 0 END) AS sent,
    SUM(CASE WHEN status = 'delivered' THEN 1 ELSE 0 END) AS delivered,
    SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS failed,
    SUM(CASE WHEN converted_at IS NOT NULL THEN 1 ELSE 0 END) AS converted
  FROM messages WHERE status <> 'pending' OR converted_at IS NOT NULL GROUP BY user_id, livemode, day`;

const CHARGES_AND_REFUNDS = `SUM(CASE WHEN e.kind = 'charge' THEN 1 ELSE 0 END) AS charges,
    SUM(CASE WHEN e.kind = 'refund' THEN 1 ELSE 0 END) AS refunds`;
/** Each message with its ledger entries. */
const LEDGER = `
  SELECT m.id, m.user_id, m.livemode, m.status, m.credit_used, m.price, ${CHARGES_AND_REFUNDS},
    COALESCE(SUM(CASE WHEN e.kind = 'refund' THEN 0 ELSE e.amount END), 0) AS paid,
    COALESCE(SUM(e.amount), 0) AS net,
    SUM(CASE WHEN e.user_id <> m.user_id THEN 1 ELSE 0 END) AS strangers
  FROM messages m LEFT JOIN credit_entries e ON e.message_id = m.id
  GROUP BY m.id, m.user_id, m.livemode, m.status, m.credit_used, m.price`;
/** Each purged message with its ledger entries. */
const PURGED = `
  SELECT e.message_id AS id, MIN(e.user_id) AS user_id, ${CHARGES_AND_REFUNDS}, SUM(e.amount) AS net,
    COUNT(DISTINCT e.user_id) AS accounts
  FROM credit_entries e LEFT JOIN messages m ON m.id = e.message_id
  WHERE e.message_id IS NOT NULL AND m.id IS NULL GROUP BY e.message_id`;

const CHARGED = `
  SELECT user_id, COUNT(*) AS charges FROM credit_entries WHERE kind = 'charge' AND message_id IS NOT NULL
  GROUP BY user_id`;
/** Live messages and inbound verifications with the price of their time; null: it came from the configuration. */
const PRICED = `
  SELECT p.kind, p.id, p.user_id, p.channel, p.price, p.created_at, COALESCE(
    (SELECT own.price FROM prices own WHERE own.user_id = p.user_id AND own.channel = p.channel
      AND own.valid_from <= p.created_at ORDER BY own.valid_from DESC LIMIT 1),
    (SELECT general.price FROM prices general WHERE general.user_id = 0 AND general.channel = p.channel
      AND general.valid_from <= p.created_at ORDER BY general.valid_from DESC LIMIT 1),
    CASE WHEN p.channel = 'whatsapp' THEN 200 END) AS set_price
  FROM (
    SELECT 'message' AS kind, id, user_id, channel, price, created_at FROM messages WHERE livemode = 1
    UNION ALL SELECT 'inbound', id, user_id, 'inbound', price, created_at FROM inbound_verifications WHERE livemode = 1) p`;
/** Ledger entries of inbound verifications. They have no message; their note is the verification's id. */
const INBOUND_LINES = `
  SELECT e.user_id, e.note, ${CHARGES_AND_REFUNDS}, SUM(e.amount) AS net
  FROM credit_entries e WHERE e.kind IN ('charge', 'refund') AND e.message_id IS NULL GROUP BY e.user_id, e.note`;
const OPENED = `
  SELECT user_id, SUM(messages) AS opened FROM (
    SELECT user_id, sent + delivered + failed AS messages FROM message_counters WHERE livemode = 1
    UNION ALL SELECT user_id, 1 FROM messages WHERE livemode = 1 AND status = 'pending') each_message
  GROUP BY user_id`;

export const INVARIANTS: Invariant[] = [
  {
    name: 'balance_is_sum_of_entries',
    meaning: 'the balance of an account differs from the sum of its ledger entries',
    sql: `SELECT b.user_id, b.balance, COALESCE(SUM(e.amount), 0) AS entries
      FROM credit_balances b LEFT JOIN credit_entries e ON e.user_id = b.user_id
      GROUP BY b.user_id, b.balance HAVING b.balance <> COALESCE(SUM(e.amount), 0)`,
  },
  {
    name: 'entry_count_is_a_recount',
    meaning: 'the count of ledger entries kept with a balance differs from the ledger',
    sql: `SELECT b.user_id, b.entry_count, COUNT(e.id) AS entries
      FROM credit_balances b LEFT JOIN credit_entries e ON e.user_id = b.user_id
      GROUP BY b.user_id, b.entry_count HAVING b.entry_count <> COUNT(e.id)`,
  },
  {
    name: 'balance_not_negative',
    meaning: 'an account owes credit',
    sql: 'SELECT user_id, balance FROM credit_balances WHERE balance < 0',
  },
  {
    name: 'every_account_has_a_balance',
    meaning: 'a user or a ledger entry belongs to no balance',
    sql: `SELECT u.id AS user_id FROM users u LEFT JOIN credit_balances b ON b.user_id = u.id
        LEFT JOIN members m ON m.user_id = u.id WHERE b.user_id IS NULL AND (m.account_id IS NULL OR m.account_id = u.id)
      UNION SELECT e.user_id FROM credit_entries e LEFT JOIN credit_balances b ON b.user_id = e.user_id WHERE b.user_id IS NULL`,
  },
  {
    name: 'running_balance',
    meaning: 'the balance written beside a ledger entry is not the sum of the entries up to it',
    sql: `SELECT * FROM (
        SELECT id, user_id, amount, balance_after, SUM(amount) OVER (PARTITION BY user_id ORDER BY id) AS running
        FROM credit_entries) entries_summed WHERE balance_after <> running`,
  },
  {
    name: 'one_charge_at_most_one_refund',
    meaning:
      'a live message was not charged exactly once, or refunded more than once, or its entries are another account’s',
    sql: `SELECT id, user_id, charges, refunds, net FROM (${LEDGER}) ledger
      WHERE strangers > 0 OR refunds > 1 OR (livemode = 1 AND charges <> 1) OR (livemode = 0 AND charges + refunds > 0)
      UNION ALL SELECT id, user_id, charges, refunds, net FROM (${PURGED}) purged
      WHERE accounts > 1 OR refunds > 1 OR charges <> 1 OR net > 0`,
  },
  {
    name: 'every_charge_opened_a_message',
    meaning: 'an account was charged for more or fewer messages than it ever opened, purged ones among them',
    sql: `SELECT e.user_id, e.charges, COALESCE(c.opened, 0) AS opened FROM (${CHARGED}) e
        LEFT JOIN (${OPENED}) c ON c.user_id = e.user_id WHERE e.charges <> COALESCE(c.opened, 0)
      UNION
      SELECT c.user_id, 0, c.opened FROM (${OPENED}) c
        LEFT JOIN (${CHARGED}) e ON e.user_id = c.user_id WHERE c.opened > 0 AND e.user_id IS NULL`,
  },
  {
    name: 'credit_used_is_what_was_paid',
    meaning:
      'credit_used of a message is not what the ledger says it cost, or neither 0 nor its price, or its charge and adjustments are not its price',
    sql: `SELECT * FROM (${LEDGER}) ledger
      WHERE credit_used <> -net OR credit_used NOT IN (0, price) OR (livemode = 1 AND paid <> -price)`,
  },
  {
    name: 'amounts_have_their_sign',
    meaning:
      'a charge, or an adjustment of no message, adds credit, or a refund or top-up takes it; or a line other than a message’s charge is 0, or of a message that it cannot have',
    sql: `SELECT id, user_id, kind, amount, message_id FROM credit_entries
      WHERE (amount = 0 AND (kind <> 'charge' OR message_id IS NULL)) OR (kind = 'charge' AND amount > 0) OR (kind = 'refund' AND amount < 0)
        OR (kind = 'topup' AND amount < 0) OR (kind = 'adjustment' AND message_id IS NULL AND amount > 0)
        OR (kind IN ('charge', 'refund') AND message_id IS NULL AND COALESCE(note, '') NOT LIKE 'ver_in_%')
        OR (kind = 'topup' AND message_id IS NOT NULL)`,
  },
  {
    name: 'confirmed_requests_have_their_line',
    meaning:
      'a confirmed top-up request names no top-up of its account, or nobody confirmed or paid it, or one that was not confirmed names one',
    sql: `SELECT r.id, r.user_id, r.status, r.entry_id FROM top_up_requests r LEFT JOIN credit_entries e ON e.id = r.entry_id
      WHERE (r.status = 'confirmed' AND e.id IS NULL) OR (r.status <> 'confirmed' AND r.entry_id IS NOT NULL)
        OR (e.id IS NOT NULL AND (e.user_id <> r.user_id OR e.kind <> 'topup'))
        OR (r.status = 'confirmed' AND r.decided_by IS NULL AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.request_id = r.id
          AND p.status = 'paid' AND COALESCE(p.review, '') NOT IN ('already_confirmed', 'request_missing')))`,
  },
  {
    name: 'paid_payments_are_credited_once',
    meaning:
      'a payment counts as paid, and its request has no top-up of its amount, or shares it with another payment',
    sql: `SELECT p.id, p.user_id, p.request_id, p.amount, e.amount AS credited FROM payments p
        LEFT JOIN top_up_requests r ON r.id = p.request_id AND r.user_id = p.user_id
        LEFT JOIN credit_entries e ON e.id = r.entry_id
      WHERE p.status = 'paid' AND COALESCE(p.review, '') <> 'request_missing'
        AND (e.id IS NULL OR (COALESCE(p.review, '') <> 'already_confirmed' AND (e.amount <> p.amount OR EXISTS (
          SELECT 1 FROM payments other WHERE other.request_id = p.request_id AND other.id <> p.id AND other.status = 'paid'
            AND COALESCE(other.review, '') <> 'already_confirmed'))))`,
  },
  {
    name: 'inbound_verifications_are_paid',
    meaning:
      'an inbound verification was not charged its price once, or not refunded once where it ended unapproved, or a test key paid',
    sql: `SELECT v.id, v.user_id, v.status, v.price, e.charges, e.refunds, e.net FROM inbound_verifications v
        LEFT JOIN (${INBOUND_LINES}) e ON e.user_id = v.user_id AND e.note = v.reference
      WHERE COALESCE(e.charges, 0) <> CASE WHEN v.price > 0 THEN 1 ELSE 0 END
        OR COALESCE(e.refunds, 0) <> CASE WHEN v.price > 0 AND v.status NOT IN ('pending', 'approved') THEN 1 ELSE 0 END
        OR COALESCE(e.net, 0) <> CASE WHEN v.status IN ('pending', 'approved') THEN -v.price ELSE 0 END
        OR (v.livemode = 0 AND v.price > 0) OR (v.status = 'pending') <> (v.ended_at IS NULL)`,
  },
  {
    name: 'prices_are_those_of_their_moment',
    meaning:
      'a live message or inbound verification does not cost what was set for its account and channel at the moment when it was created, or a price was set for a moment that had come',
    sql: `SELECT kind, id, user_id, channel, price, set_price FROM (${PRICED}) priced WHERE price <> set_price
      UNION ALL SELECT 'price', id, user_id, channel, price, NULL FROM prices WHERE valid_from <= created_at`,
  },
  ...USAGE_INVARIANTS,
  {
    name: 'pending_and_sent_are_paid',
    meaning: 'a message that is pending or sent was refunded',
    sql: `SELECT id, user_id, status, credit_used FROM messages
      WHERE livemode = 1 AND status IN ('pending', 'sent') AND credit_used <> price`,
  },
  {
    name: 'sent_messages_have_their_id',
    meaning: 'a message is sent or delivered but carries no id of the gateway',
    sql: `SELECT id, user_id, status FROM messages WHERE status IN ('sent', 'delivered') AND gateway_message_id IS NULL`,
  },
  {
    name: 'counters_are_a_recount',
    meaning: 'the day counters of an account differ from its messages, those that were purged added',
    sql: `SELECT c.user_id, c.livemode, c.day FROM message_counters c LEFT JOIN (${COUNTED}) r
        ON r.user_id = c.user_id AND r.livemode = c.livemode AND r.day = c.day
      WHERE c.sent <> COALESCE(r.sent, 0) + c.purged_sent
        OR c.delivered <> COALESCE(r.delivered, 0) + c.purged_delivered
        OR c.failed <> COALESCE(r.failed, 0) + c.purged_failed
        OR c.converted <> COALESCE(r.converted, 0) + c.purged_converted
      UNION
      SELECT r.user_id, r.livemode, r.day FROM (${COUNTED}) r LEFT JOIN message_counters c
        ON r.user_id = c.user_id AND r.livemode = c.livemode AND r.day = c.day
      WHERE c.user_id IS NULL`,
  },
  ...ANALYTICS_INVARIANTS,
  {
    name: 'failed_messages_hold_no_window',
    meaning: 'a failed message still keeps its code from being sent again',
    sql: `SELECT m.id, m.user_id, m.status FROM duplicate_windows w JOIN messages m ON m.reference = w.reference
      WHERE m.status = 'failed'`,
  },
  {
    name: 'every_settled_message_has_its_event',
    meaning: 'a message is sent, delivered or failed, and the webhooks of its account are never told so',
    sql: `SELECT m.id, m.user_id, m.status FROM messages m
        LEFT JOIN webhook_events e ON e.message_id = m.id AND e.type = CONCAT('otp.', m.status)
      WHERE m.status <> 'pending' AND e.id IS NULL
        AND EXISTS (SELECT 1 FROM webhook_endpoints w
          WHERE w.user_id = m.user_id AND w.active = 1 AND w.owed_from < m.created_at)`,
  },
  {
    name: 'every_ended_verification_has_its_event',
    meaning:
      'a verification is approved, expired or failed, and the webhooks of its account are never told so',
    sql: `SELECT v.id, v.user_id, v.status FROM verifications v
        LEFT JOIN webhook_events e ON e.message_id = v.message_id AND e.type = CONCAT('verification.', v.status)
      WHERE v.status IN ('approved', 'expired', 'failed') AND e.id IS NULL
        AND EXISTS (SELECT 1 FROM webhook_endpoints w
          WHERE w.user_id = v.user_id AND w.active = 1 AND w.owed_from < v.created_at)`,
  },
  {
    name: 'verifications_fit_their_message',
    meaning:
      'a verification has tries or new codes that it cannot have, or its message is gone, another’s, or does not count as converted',
    sql: `SELECT v.id, v.user_id, v.status, v.message_id FROM verifications v LEFT JOIN messages m ON m.id = v.message_id
      WHERE m.id IS NULL OR m.verification IS NULL OR m.verification <> v.reference
        OR m.user_id <> v.user_id OR m.livemode <> v.livemode
        OR (m.recipient_index <> v.recipient_index AND '' NOT IN (m.recipient_index, v.recipient_index))
        OR (v.status = 'approved' AND m.converted_at IS NULL AND NOT EXISTS (
          SELECT 1 FROM verification_fallbacks f LEFT JOIN messages c ON c.id = f.after_message_id
            WHERE f.verification = v.reference AND (c.id IS NULL OR c.converted_at IS NOT NULL)))
        OR (v.status = 'failed') <> (v.attempts_left = 0) OR v.attempts_left > 10 OR v.resends > 5
        OR (v.status = 'pending') <> (v.ended_at IS NULL)`,
  },
  {
    name: 'reports_fit_their_message',
    meaning:
      'a callback or the recovery is noted to have moved a message that is gone, or never had that status',
    sql: `SELECT r.message_id, r.source, r.status, m.status AS message_status
      FROM message_reports r LEFT JOIN messages m ON m.id = r.message_id
      WHERE m.id IS NULL OR (r.moved = 1 AND (
        (r.status = 'sent' AND m.sent_at IS NULL) OR (r.status = 'failed' AND m.failed_at IS NULL)
        OR (r.status = 'delivered' AND m.delivered_at IS NULL)))`,
  },
  {
    name: 'every_low_mark_has_its_event',
    meaning:
      'an account is marked as told of its low credit, and its webhooks never were, or it set no threshold',
    sql: `SELECT b.user_id, b.low_threshold, b.low_since FROM credit_balances b
        LEFT JOIN (SELECT user_id, MAX(created_at) AS told FROM webhook_events
          WHERE type = 'credit.low' GROUP BY user_id) e ON e.user_id = b.user_id
      WHERE b.low_since IS NOT NULL AND (b.low_threshold IS NULL
        OR ((e.told IS NULL OR e.told < b.low_since)
          AND EXISTS (SELECT 1 FROM webhook_endpoints w
            WHERE w.user_id = b.user_id AND w.active = 1 AND w.owed_from < b.low_since)))`,
  },
  {
    name: 'nothing_pending_past_its_lease',
    meaning: 'the recovery did not look at a pending message when it should have',
    sql: "SELECT id, user_id, lease_until FROM messages WHERE status = 'pending' AND lease_until < ?",
  },
  {
    name: 'every_idempotent_send_is_answered',
    meaning: 'a message is settled, but the Idempotency-Key that opened it is still said to be under way',
    sql: `SELECT k.id, k.user_id, k.message_id FROM idempotency_keys k JOIN messages m ON m.id = k.message_id
      WHERE k.status IS NULL AND m.status <> 'pending' AND m.lease_until < ?`,
  },
];
