import type { RowDataPacket } from 'mysql2/promise';
import { sha256 } from '../../src/platform/security/hashing.js';
import { withConnection } from '../../test/support/services/mariadb.js';
import { LEAN_SCHEMA } from '../baselines/tables/lean.js';
import { type Account, CREDIT } from './sandi.js';
import { UntrustedError } from './untrusted.js';

/** Creates the lean tables in an empty database, with Sandi's accounts, their keys and their first credit. */
export async function makeLeanTables(databaseUrl: string, accounts: readonly Account[]): Promise<void> {
  await withConnection(databaseUrl, async (connection) => {
    for (const sql of LEAN_SCHEMA) await connection.query(sql);
    const rows = accounts.map(({ userId, key }) => [userId, Buffer.from(sha256(key), 'hex'), CREDIT]);
    await connection.query('INSERT INTO accounts (id, key_hash, balance) VALUES ?', [rows]);
    await connection.query(
      'INSERT INTO ledger (account_id, amount, balance_after, created_at) SELECT id, balance, balance, UTC_TIMESTAMP(3) FROM accounts',
    );
  });
}

/** Invariants of the lean tables while no send is under way. Each statement counts the violations. */
const RULES: Readonly<Record<string, string>> = {
  'balances are what the ledger adds up to, and not negative': `
    SELECT COUNT(*) AS broken FROM accounts JOIN
      (SELECT account_id, SUM(amount) AS total FROM ledger GROUP BY account_id) ledgers ON account_id = id
    WHERE balance <> total OR balance < 0`,
  'each line of the ledger tells the balance after it': `
    SELECT COUNT(*) AS broken FROM
      (SELECT balance_after, SUM(amount) OVER (PARTITION BY account_id ORDER BY id) AS total FROM ledger) running
    WHERE balance_after <> total`,
  'a charge is of one message of its account, and the only one': `
    SELECT COUNT(*) AS broken FROM
      (SELECT message_id, MIN(account_id) AS payer, COUNT(*) AS charges FROM ledger
        WHERE message_id IS NOT NULL GROUP BY message_id) charged
      LEFT JOIN messages ON id = message_id
    WHERE charges <> 1 OR account_id IS NULL OR account_id <> payer`,
  'there are as many messages as charges': `
    SELECT (SELECT COUNT(*) FROM messages) <> (SELECT COUNT(message_id) FROM ledger) AS broken`,
  'messages are sent, and known to the gateway': `
    SELECT COUNT(*) AS broken FROM messages WHERE status <> 'sent' OR gateway_id IS NULL OR sent_at IS NULL`,
  'counters are what was sent': `
    SELECT COUNT(*) AS broken FROM
      (SELECT SUM(sent) AS difference FROM
        (SELECT account_id, day, CAST(sent AS SIGNED) AS sent FROM counters UNION ALL
          SELECT account_id, DATE(created_at + INTERVAL 7 HOUR), -1 FROM messages) counted
        GROUP BY account_id, day) days
    WHERE difference <> 0`,
  'the newest message of a code holds its window': `
    SELECT COUNT(*) AS broken FROM
      (SELECT code, MAX(id) AS newest FROM messages GROUP BY code) codes
      LEFT JOIN duplicate_windows held ON held.code = codes.code
    WHERE message_id IS NULL OR message_id <> newest`,
  'no code went twice within its window': `
    SELECT COUNT(*) AS broken FROM
      (SELECT created_at, LAG(created_at) OVER (PARTITION BY code ORDER BY id) AS earlier FROM messages) codes
    WHERE created_at < earlier + INTERVAL 300 SECOND`,
};

/** Checks all invariants of the lean tables. Fails with {@link UntrustedError}. */
export async function checkLeanBooks(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, async (connection) => {
    for (const [rule, sql] of Object.entries(RULES)) {
      const [[row]] = await connection.query<RowDataPacket[]>(sql);
      if (Number(row?.['broken']) !== 0) throw new UntrustedError(`the lean books: not so that ${rule}`);
    }
  });
}
