import { Fingerprints } from '../../src/otp/index.js';
import { BlindIndex } from '../../src/platform/security/hashing.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import type { TestApp } from '../support/app.js';

/** Half of them one account's, and half of those on one day. */
export const MESSAGES = 40_000;
export const HEAVY_DAY = '2026-02-01';
/** To which a quarter of the account's messages went, and all of the others'. */
export const BUSY_PHONE = '081234567890';
/** Of one of the account's. */
export const IDEMPOTENCY_KEY = 'kunci-100';
const RARE = 40;
/** What few of the account's messages have, and the reason of few of those that failed. */
export const RARE_KEY = 2;
export const RARE_BRAND = 'Warung';
export const RARE_REASON = 'expired';
export const RARE_PREFIX = '082';

const DIGITS = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
/** The numbers from 0 to MESSAGES - 1, in order. */
const NUMBERS = `
  SELECT e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n AS i, e.n * 10 + d.n AS thousand,
    CONCAT(e.n % 2, d.n, ':0', c.n, ':0', b.n, '.00', a.n) AS hour
  FROM (${DIGITS}) a CROSS JOIN (${DIGITS}) b CROSS JOIN (${DIGITS}) c CROSS JOIN (${DIGITS}) d
    CROSS JOIN (SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) e
  ORDER BY i`;
const MOMENT = "'2026-02-01 00:00:00.000'";
const LARGE = ['messages', 'credit_entries', 'message_counters', 'webhook_deliveries', 'idempotency_keys'];

/**
 * Fills the tables as a long life would, and as no request could in the time of a test; their books do not balance.
 * Returns the id of a message in the midst of the heavy day.
 */
export async function fillHistory(
  { app, config, database }: TestApp,
  { userId, endpointId }: { userId: number; endpointId: number },
): Promise<number> {
  const heavy = MESSAGES / 2;
  const busy = Phone.parse(BUSY_PHONE);
  const busyIndex = busy ? app.get(Fingerprints).recipient(busy)[0] : '';
  const day = `CASE WHEN thousand >= ${heavy / 1000} THEN '${HEAVY_DAY}' ELSE CONCAT('2026-01-', 10 + thousand) END`;
  await database.tx(async (tx) => {
    await tx.query(`
      INSERT INTO messages (reference, user_id, api_key_id, livemode, status, failure_reason, device_id, gateway_message_id,
        credit_used, recipient_masked, recipient_index, duplicate_index, company_name, external_id, day, created_at, lease_until)
      SELECT CONCAT('otp_filled_', i), CASE WHEN i % 2 = 0 THEN ${userId} ELSE 900000 + i % 7 END,
        CASE WHEN i % 1000 = 0 THEN ${RARE_KEY} ELSE 1 END, 1,
        CASE WHEN i % ${RARE} = 0 THEN 'failed' ELSE 'delivered' END,
        CASE WHEN i % 800 = 0 THEN '${RARE_REASON}' WHEN i % ${RARE} = 0 THEN 'gateway_fault' END, 1, CONCAT('wa_', i),
        200, CASE WHEN i % 1000 = 0 THEN '6282****7890' WHEN i % 8 = 0 OR i % 2 = 1 THEN '6281****7890' ELSE CONCAT('6281****1', SUBSTR(CONCAT('00', i), -3)) END,
        CASE WHEN i % 8 = 0 OR i % 2 = 1 THEN '${busyIndex}' ELSE CONCAT('recipient_', i) END,
        CONCAT('duplicate_', i), CASE WHEN i % 1000 = 0 THEN '${RARE_BRAND}' ELSE 'Toko' END,
        CASE WHEN i % 8 = 0 THEN 'sering' END,
        ${day}, CONCAT(${day}, ' ', hour), ${MOMENT}
      FROM (${NUMBERS}) numbers`);
    await tx.query(`
      INSERT INTO message_counters (user_id, livemode, day, sent, delivered, failed)
      SELECT user_id, livemode, day, 0, SUM(CASE WHEN status = 'delivered' THEN 1 ELSE 0 END),
        SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END)
      FROM messages GROUP BY user_id, livemode, day`);
    await tx.query(`
      INSERT INTO credit_entries (user_id, amount, balance_after, kind, message_id, created_at)
      SELECT user_id, -200, 0, 'charge', id, ${MOMENT} FROM messages`);
    await tx.query(`
      UPDATE credit_balances SET entry_count =
        (SELECT COUNT(*) FROM credit_entries e WHERE e.user_id = credit_balances.user_id)`);
    await tx.query(`
      INSERT INTO webhook_deliveries (event_id, endpoint_id, user_id, message_id, state, attempts, due_at, created_at)
      SELECT id, CASE WHEN user_id = ${userId} THEN ${endpointId} ELSE 900000 END, user_id, id, status, 1, ${MOMENT}, ${MOMENT}
      FROM messages`);
    await tx.query(`
      INSERT INTO idempotency_keys (user_id, route, key_index, body_index, message_id, status, answer, expires_at)
      SELECT user_id, 'otp.send', reference, 'body', id, 200, '{}', '2126-01-01 00:00:00.000' FROM messages`);
    await tx.query('UPDATE idempotency_keys SET key_index = ? WHERE key_index = ?', [
      new BlindIndex(config.dataKeys, 'idempotency-key').of(IDEMPOTENCY_KEY),
      'otp_filled_100',
    ]);
  });
  const analyze = database.engine === 'sqlite' ? 'ANALYZE' : `ANALYZE TABLE ${LARGE.join(', ')}`;
  await database.tx((tx) => tx.query(analyze));
  const [middle] = await database.read.query<{ id: number }[]>(
    'SELECT id FROM messages WHERE reference = ?',
    [`otp_filled_${heavy + heavy / 2}`],
  );
  return middle?.id ?? 0;
}
