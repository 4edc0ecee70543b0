import type { Connection } from 'mysql2/promise';
import { withoutIndexes } from './indexes.js';
import {
  accountOf,
  createdAt,
  EXTERNAL_ID,
  MASKED,
  NTH,
  PRICE,
  recipientOf,
  STATUS,
  TOP_UP,
} from './shape.js';

/** Messages that one statement inserts. */
const CHUNK = 250_000;
/** Top-ups have lower ids than charges, and charges lower ones than refunds: running balances are in this order. */
const ENTRIES_FROM = 10_000;

/** A row for each message, from which all other rows are made. */
const PLAN = (count: number, bigId: number, numbers: string) => `
  INSERT INTO growth_plan SELECT i, user_id, nth, ${STATUS}, created FROM (
    SELECT i, ${accountOf(bigId)} AS user_id, ${NTH} AS nth, ${createdAt(count)} AS created
    FROM (SELECT seq AS i FROM ${numbers}) numbers) numbered`;

/** Fingerprints of the filled rows that must equal those of the service. */
export interface Known {
  /** The fingerprint of the phone with many messages. */
  recipient: string;
  /** The fingerprint of the Idempotency-Key of the big account's newest message. */
  key: string;
}

/** Statements by table. Each inserts the rows of a range of messages `i`. */
const ROWS = (count: number, known: Known): Record<string, string[]> => ({
  messages: [
    `
    INSERT INTO messages (id, reference, user_id, api_key_id, livemode, status, device_id, gateway_message_id,
      credit_used, recipient_masked, recipient_index, duplicate_index, company_name, external_id, error_message,
      failure_reason, day, created_at, lease_until, sent_at, delivered_at, failed_at)
    SELECT i, CONCAT('otp_', LPAD(HEX(i), 26, '0')), user_id, 1, 1, status, 1,
      IF(status = 'failed', NULL, CONCAT('3EB0', LPAD(HEX(i), 16, '0'))), IF(status = 'failed', 0, ${PRICE}),
      ${MASKED}, ${recipientOf(known.recipient)}, LPAD(HEX(i), 64, 'f'), 'Toko Besar', ${EXTERNAL_ID},
      IF(status = 'failed', 'not on WhatsApp', NULL), IF(status = 'failed', 'not_on_whatsapp', NULL), DATE_FORMAT(created + INTERVAL 7 HOUR, '%Y-%m-%d'), created,
      created + INTERVAL 25 SECOND, IF(status = 'failed', NULL, created + INTERVAL 1 SECOND),
      IF(status = 'delivered', created + INTERVAL 4 SECOND, NULL),
      IF(status = 'failed', created + INTERVAL 1 SECOND, NULL)
    FROM growth_plan WHERE i BETWEEN ? AND ?`,
  ],
  message_attempts: [
    `
    INSERT INTO message_attempts (id, message_id, device_id, outcome, reason, duration_ms, created_at)
    SELECT i, i, 1, IF(status = 'failed', 'refused', 'accepted'),
      IF(status = 'failed', 'not on WhatsApp', NULL), 900, created
    FROM growth_plan WHERE i BETWEEN ? AND ?`,
  ],
  message_reports: [
    `
    INSERT INTO message_reports (message_id, source, status, moved, times, device_id, first_at, last_at)
    SELECT i, 'callback', status, 1, 1, 1, created + INTERVAL 4 SECOND, created + INTERVAL 4 SECOND
    FROM growth_plan WHERE status = 'delivered' AND i BETWEEN ? AND ?`,
  ],
  webhook_events: [
    `
    INSERT INTO webhook_events (id, reference, user_id, type, livemode, message_id, data, created_at, expanded_at)
    SELECT i, CONCAT('evt_', LPAD(HEX(i), 26, '0')), user_id, CONCAT('otp.', status), 1, i,
      CONCAT('{"message_id":null,"reference":"otp_', LPAD(HEX(i), 26, '0'), '","recipient":"6281****7890"}'),
      created, created
    FROM growth_plan WHERE i BETWEEN ? AND ?`,
  ],
  // Only of the last day: older keys have expired.
  idempotency_keys: [
    `
    INSERT INTO idempotency_keys (user_id, route, key_index, body_index, message_id, status, answer, expires_at)
    SELECT user_id, 'otp.send', LPAD(HEX(i), 64, 'e'), LPAD(HEX(i), 64, 'd'), i, 200, '{"success":true}',
      created + INTERVAL 1 DAY
    FROM growth_plan WHERE created > @end - INTERVAL 23 HOUR AND i BETWEEN ? AND ?`,
  ],
  credit_entries: [
    `
    INSERT INTO credit_entries (id, user_id, amount, balance_after, kind, message_id, created_at)
    SELECT ${ENTRIES_FROM} + i, user_id, -${PRICE}, ${TOP_UP} - ${PRICE} * nth, 'charge', i, created FROM growth_plan WHERE i BETWEEN ? AND ?`,
    `
    INSERT INTO credit_entries (id, user_id, amount, balance_after, kind, message_id, created_at)
    SELECT ${ENTRIES_FROM + count} + i, plan.user_id, ${PRICE},
      ${TOP_UP} - ${PRICE} * accounts.messages + ${PRICE} * (nth DIV 20), 'refund', i, created
    FROM growth_plan plan JOIN growth_accounts accounts ON accounts.user_id = plan.user_id
    WHERE status = 'failed' AND i BETWEEN ? AND ?`,
  ],
});

const once = (bigId: number, { key }: Known) => [
  `UPDATE idempotency_keys SET key_index = '${key}'
    WHERE message_id = (SELECT MAX(i) FROM growth_plan WHERE user_id = ${bigId})`,
  `INSERT INTO users (id, username, username_key, email, email_key, name, role_id, token_version, created_at)
    SELECT user_id, CONCAT('toko', user_id), CONCAT('toko', user_id), CONCAT('toko', user_id, '@example.test'),
      CONCAT('toko', user_id, '@example.test'), 'Toko', 2, 0, @end
    FROM growth_accounts WHERE user_id NOT IN (SELECT id FROM users)`,
  `INSERT INTO credit_entries (id, user_id, amount, balance_after, kind, note, created_at)
    SELECT user_id, user_id, ${TOP_UP}, ${TOP_UP}, 'topup', 'growth', @end FROM growth_accounts`,
  `INSERT INTO credit_balances (user_id, balance, entry_count, updated_at)
    SELECT user_id, ${TOP_UP} - ${PRICE} * messages + ${PRICE} * (messages DIV 20), 1 + messages + messages DIV 20, @end
    FROM growth_accounts
    ON DUPLICATE KEY UPDATE balance = VALUES(balance), entry_count = VALUES(entry_count)`,
  `INSERT INTO message_counters (user_id, livemode, day, sent, delivered, failed)
    SELECT user_id, livemode, day, SUM(status = 'sent'), SUM(status = 'delivered'), SUM(status = 'failed')
    FROM messages GROUP BY user_id, livemode, day`,
];

/**
 * Fills a migrated database with `count` messages that have an outcome, and with all their other rows, so that the
 * ledger balances. `bigId` is the newest account; two of five messages belong to it.
 */
export async function fill(
  connection: Connection,
  { count, bigId, known }: { count: number; bigId: number; known: Known },
): Promise<void> {
  const run = (sql: string) => connection.query(sql);
  await run('SET unique_checks = 0, foreign_key_checks = 0');
  await run('SET @end = UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE');
  await run(`CREATE TABLE growth_plan (i BIGINT PRIMARY KEY, user_id INT, nth INT, status VARCHAR(10)
    COLLATE utf8mb4_bin, created DATETIME(3))`);
  for (let from = 1; from <= count; from += CHUNK)
    await run(PLAN(count, bigId, `seq_${from}_to_${Math.min(count, from + CHUNK - 1)}`));
  await run('CREATE TABLE growth_accounts (user_id INT PRIMARY KEY, messages INT)');
  await run('INSERT INTO growth_accounts SELECT user_id, COUNT(*) FROM growth_plan GROUP BY user_id');
  for (const [table, statements] of Object.entries(ROWS(count, known)))
    await fillTable(connection, table, statements, count);
  for (const sql of once(bigId, known)) await run(sql);
  await run('DROP TABLE growth_plan, growth_accounts');
  await run(`ANALYZE TABLE users, credit_balances, credit_entries, messages, message_attempts, message_reports,
    message_counters, webhook_events, idempotency_keys`);
}

async function fillTable(
  connection: Connection,
  table: string,
  statements: string[],
  count: number,
): Promise<void> {
  const restore = await withoutIndexes(connection, table);
  for (const sql of statements)
    for (let from = 1; from <= count; from += CHUNK) await connection.query(sql, [from, from + CHUNK - 1]);
  await restore();
}
