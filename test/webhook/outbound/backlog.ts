import { type Database, momentText } from '../../../src/common/database/index.js';

const DIGITS = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
/** The numbers from 0 to 99,999. */
const NUMBERS = `
  SELECT e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n AS i
  FROM (${DIGITS}) a CROSS JOIN (${DIGITS}) b CROSS JOIN (${DIGITS}) c CROSS JOIN (${DIGITS}) d
    CROSS JOIN (${DIGITS}) e`;

interface Backlog {
  userId: number;
  endpointId: number;
  deliveries: number;
}

/** The statements that fill an endpoint with deliveries that are due: of messages with two events each. */
export function backlogOf({ userId, endpointId, deliveries }: Backlog): string[] {
  const now = `'${momentText(new Date())}'`;
  return [
    `INSERT INTO webhook_events (reference, user_id, type, livemode, message_id, data, created_at, expanded_at)
    SELECT CONCAT('evt_', ${userId}, '_', i), ${userId},
      CASE WHEN i % 2 = 0 THEN 'otp.sent' ELSE 'otp.delivered' END, 1,
      ${userId * 1_000_000} + (i - i % 2), CONCAT('{"nth":', i, '}'), ${now}, ${now}
    FROM (${NUMBERS}) numbers WHERE i < ${deliveries} ORDER BY i`,
    `INSERT INTO webhook_deliveries
      (event_id, endpoint_id, user_id, message_id, state, attempts, due_at, leased_until, created_at)
    SELECT id, ${endpointId}, user_id, message_id, 'pending', 0, ${now}, NULL, ${now}
    FROM webhook_events WHERE user_id = ${userId} ORDER BY id`,
  ];
}

export async function fillBacklog(database: Database, backlog: Backlog): Promise<void> {
  await database.tx(async (tx) => {
    for (const sql of backlogOf(backlog)) await tx.query(sql);
  });
}
