import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../simulator/random.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { withDatabase } from './database-rows.js';
import { FAILPOINTS } from './failpoints.js';
import { ServiceProcess } from './service-process.js';
import { openStage, type Stage } from './stage.js';

const DIED_MS = 20_000;
/** Two starts for each failpoint. */
const TIMEOUT_MS = 300_000;
const ACCOUNTS = 4;
/** All lines are of this month, which ended while the service was off. */
const MONTH = '2026-01';
const STATEMENT_FAILPOINTS = FAILPOINTS.filter((name) => /^(?:statement|usage)\./.test(name));

let stage: Stage;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  stage = await openStage(seededRandom(1));
  await boot();
  await service?.kill();
});
afterAll(async () => {
  await service?.kill();
  await stage?.close();
});

async function boot(failpoint?: string): Promise<boolean> {
  await service?.kill();
  service = new ServiceProcess({ ...stage.env, ...(failpoint && { FAILPOINT: failpoint }) });
  return service.ready(stage.url);
}

const write = (...statements: string[]) =>
  withDatabase(
    stage.databaseUrl,
    async (source) => {
      for (const sql of statements) await source.query(sql);
    },
    false,
  );

/** Accounts with a top-up and a charge by hand, and the open month back at {@link MONTH}. */
const reset = () =>
  write(
    ...['statements', 'usage_days', 'usage_cursors', 'credit_entries', 'credit_balances'].map(
      (table) => `DELETE FROM ${table}`,
    ),
    `DELETE FROM users WHERE username LIKE 'akun-%'`,
    `INSERT INTO credit_balances (user_id, balance, entry_count, updated_at) SELECT id, 0, 0, '2026-01-01 00:00:00' FROM users`,
    ...Array.from({ length: ACCOUNTS }, (_, nth) => {
      const id = 1000 + nth;
      return [
        `INSERT INTO users (id, username, username_key, email, email_key, name, role_id, token_version, created_at)
          VALUES (${id}, 'akun-${nth}', 'akun-${nth}', 'a${nth}@example.test', 'a${nth}@example.test', 'Akun', 2, 0, '2026-01-01 00:00:00')`,
        `INSERT INTO credit_balances (user_id, balance, entry_count, updated_at) VALUES (${id}, 900, 2, '2026-01-01 00:00:00')`,
        `INSERT INTO credit_entries (user_id, kind, amount, balance_after, created_at) VALUES (${id}, 'topup', 1000, 1000, '2026-01-05 00:00:00')`,
        `INSERT INTO credit_entries (user_id, kind, amount, balance_after, created_at) VALUES (${id}, 'adjustment', -100, 900, '2026-01-31 16:59:59')`,
      ];
    }).flat(),
    `UPDATE statement_sequences SET last_number = 0, month = '${MONTH}', starts_at = '2025-12-31 17:00:00', ends_at = '2026-01-31 17:00:00'`,
  );

const closed = () =>
  withDatabase(stage.databaseUrl, async (source) => {
    const rows = await source.query<Record<string, number | string>[]>(
      `SELECT number, closing_balance FROM statements WHERE month = '${MONTH}' ORDER BY number`,
    );
    return rows.map((row) => [Number(row['number']), Number(row['closing_balance'])]);
  });

it(
  'kill -9 in the closing of a month leaves no gap, no second number and no half statement',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(STATEMENT_FAILPOINTS.length).toBeGreaterThan(3);
    for (const failpoint of STATEMENT_FAILPOINTS) {
      await service?.kill();
      await reset();
      // In the third account, so that there are numbers before and after.
      await boot(`${failpoint}:3`);
      expect(await service?.died(DIED_MS), failpoint).toBe(true);
      await boot();
      await expect
        .poll(closed, { timeout: DIED_MS, message: failpoint })
        .toEqual(Array.from({ length: ACCOUNTS }, (_, nth) => [nth + 1, 900]));
      await expect
        .poll(() => withDatabase(stage.databaseUrl, (source) => auditLedger(source, new Date())))
        .toEqual([]);
    }
  },
);
