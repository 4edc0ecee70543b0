import { DataSource } from 'typeorm';
import { auditLedger, type LedgerViolation } from '../../src/operations/books/audit-ledger.js';
import type { Status } from '../../src/otp/status.rules.js';
import type { VerificationStatus } from '../../src/otp/verifications/verification.rules.js';
import { connectionOptions } from '../../src/platform/database/index.js';

export interface MessageRow {
  id: number;
  reference: string;
  userId: number;
  status: Status;
  gatewayId: string | null;
  creditUsed: number;
  /** What it cost when it was created, or moved to its channel. */
  price: number;
  recipientIndex: string;
  /** Ledger entries. */
  charges: number;
  refunds: number;
  /** Why it failed, and when its price went back: to tell a finding. */
  error: string | null;
  refundedAt: unknown;
}

export interface TopUpRow {
  userId: number;
  amount: number;
  note: string;
}

export interface VerificationRow {
  reference: string;
  status: VerificationStatus;
  attemptsLeft: number;
  resends: number;
  /** Reference of the message that carried the present code. */
  newest: string | null;
  /** Webhook events of its ending. */
  events: number;
}

/** What is left to do for the recovery. */
export interface Remains {
  pending: number;
  /** Callbacks that wait although their message is known. */
  waiting: number;
  /** Idempotency keys without an answer although their message has ended. */
  unanswered: number;
}

export interface Rows {
  messages: MessageRow[];
  topUps: TopUpRow[];
  verifications: VerificationRow[];
  /** Ids of inbound verifications. */
  inbound: string[];
  remains: Remains;
  breaches: LedgerViolation[];
}

const MESSAGES = `
  SELECT m.id, m.reference, m.user_id AS userId, m.status, m.gateway_message_id AS gatewayId,
    m.credit_used AS creditUsed, m.price, m.recipient_index AS recipientIndex,
    SUM(CASE WHEN e.kind = 'charge' THEN 1 ELSE 0 END) AS charges,
    SUM(CASE WHEN e.kind = 'refund' THEN 1 ELSE 0 END) AS refunds,
    m.error_message AS error, MAX(CASE WHEN e.kind = 'refund' THEN e.created_at END) AS refundedAt
  FROM messages m LEFT JOIN credit_entries e ON e.message_id = m.id
  GROUP BY m.id, m.reference, m.user_id, m.status, m.gateway_message_id, m.credit_used, m.price, m.recipient_index, m.error_message`;
const TOP_UPS = `SELECT user_id AS userId, amount, note FROM credit_entries WHERE kind = 'topup' AND note IS NOT NULL`;
const VERIFICATIONS = `
  SELECT v.reference, v.status, v.attempts_left AS attemptsLeft, v.resends,
    (SELECT m.reference FROM messages m WHERE m.id = v.message_id) AS newest,
    (SELECT COUNT(*) FROM webhook_events e JOIN messages m ON m.id = e.message_id
      WHERE m.verification = v.reference AND e.type LIKE 'verification.%') AS events
  FROM verifications v`;
const REMAINS: Record<keyof Remains, string> = {
  pending: `SELECT COUNT(*) AS n FROM messages WHERE status = 'pending'`,
  waiting: `SELECT COUNT(*) AS n FROM gateway_inbox i
    WHERE EXISTS (SELECT 1 FROM messages m WHERE m.gateway_message_id = i.gateway_message_id)`,
  unanswered: `SELECT COUNT(*) AS n FROM idempotency_keys k JOIN messages m ON m.id = k.message_id
    WHERE k.status IS NULL AND m.status <> 'pending'`,
};

/** The database as it stands, past the service: opened anew each time, so that a crashed SQLite file is left alone. */
export async function withDatabase<T>(
  url: string,
  work: (source: DataSource) => Promise<T>,
  readonly = true,
): Promise<T> {
  const options = await connectionOptions({ url, readonly, poolSize: 1 }, { entities: [], migrations: [] });
  const source = await new DataSource(options).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

export async function readRemains(source: DataSource): Promise<Remains> {
  const count = async (sql: string) => Number((await source.query<{ n: number | string }[]>(sql))[0]?.n);
  return {
    pending: await count(REMAINS.pending),
    waiting: await count(REMAINS.waiting),
    unanswered: await count(REMAINS.unanswered),
  };
}

export async function readRows(source: DataSource): Promise<Rows> {
  const remains = await readRemains(source);
  const messages = await source.query<MessageRow[]>(MESSAGES);
  const topUps = await source.query<TopUpRow[]>(TOP_UPS);
  const verifications = await source.query<VerificationRow[]>(VERIFICATIONS);
  const inbound = await source.query<{ reference: string }[]>('SELECT reference FROM inbound_verifications');
  return {
    inbound: inbound.map(({ reference }) => reference),
    messages: messages.map(numbers(['id', 'userId', 'creditUsed', 'charges', 'refunds'])),
    topUps: topUps.map(numbers(['userId', 'amount'])),
    verifications: verifications.map(numbers(['attemptsLeft', 'resends', 'events'])),
    remains,
    breaches: await auditLedger(source, new Date()),
  };
}

/** MariaDB returns sums as text. */
function numbers<T>(fields: (keyof T)[]): (row: T) => T {
  return (row) => ({ ...row, ...Object.fromEntries(fields.map((field) => [field, Number(row[field])])) });
}
