import { type Database, momentText } from '../../src/platform/database/index.js';

const DIGITS = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
/** The numbers from 0 to 99,999. */
const NUMBERS = `
  SELECT e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n AS i
  FROM (${DIGITS}) a CROSS JOIN (${DIGITS}) b CROSS JOIN (${DIGITS}) c CROSS JOIN (${DIGITS}) d
    CROSS JOIN (${DIGITS}) e`;

interface Backlog {
  userId: number;
  endpointIds: readonly number[];
  /** To all of them together. */
  deliveries: number;
  /** Of a message: two, or three. */
  eventsEach?: number;
}

/** The statements that fill endpoints with deliveries that are due: each has all events of all messages. */
export function backlogOf({ userId, endpointIds, deliveries, eventsEach = 2 }: Backlog): string[] {
  const now = `'${momentText(new Date())}'`;
  const events = deliveries / endpointIds.length;
  const nth = `i % ${eventsEach}`;
  return [
    `INSERT INTO webhook_events (reference, user_id, type, livemode, message_id, data, created_at, expanded_at)
    SELECT CONCAT('evt_', ${userId}, '_', i), ${userId},
      CASE ${nth} WHEN 0 THEN 'otp.sent' WHEN ${eventsEach - 1} THEN 'otp.delivered' ELSE 'otp.failed' END, 1,
      ${userId * 1_000_000} + (i - ${nth}), CONCAT('{"nth":', i, '}'), ${now}, ${now}
    FROM (${NUMBERS}) numbers WHERE i < ${events} ORDER BY i`,
    `INSERT INTO webhook_deliveries
      (event_id, endpoint_id, user_id, message_id, state, attempts, due_at, leased_until, created_at)
    SELECT e.id, w.id, e.user_id, e.message_id, 'pending', 0, ${now}, NULL, ${now}
    FROM webhook_events e JOIN webhook_endpoints w ON w.id IN (${endpointIds.join(', ')})
    WHERE e.user_id = ${userId} ORDER BY e.id, w.id`,
  ];
}

export async function fillBacklog(database: Database, backlog: Backlog): Promise<void> {
  await database.tx(async (tx) => {
    for (const sql of backlogOf(backlog)) await tx.query(sql);
  });
}
