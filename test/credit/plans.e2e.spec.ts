import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { type Account, createAccount } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { planOf, rowsReadBy, type Statement, statementsOf } from '../support/statements.js';

const OTHERS = 10;
const ACCOUNTS = 4;
const ROUNDS_MAX = 20;
/** Of each account. */
const CHARGES = 500;
/** For each key: the key, its account, and an index entry of each of their tables. */
const ROWS_READ_MAX = 15 * ACCOUNTS;

const isMysql = inject('engine') === 'mysql';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { SIGNUP_CREDIT: '0' } });
}, 60_000);
afterAll(() => service.close());

const execute = (sql: string) => service.database.tx((tx) => tx.query(sql));

async function addCharges({ userId }: Account): Promise<void> {
  const charge = { userId, amount: -200, balanceAfter: 0, kind: 'charge' as const };
  const rows = Array.from({ length: CHARGES }, () => ({ ...charge, createdAt: service.clock.now() }));
  await service.database.tx((tx) => tx.insert(CreditEntry, rows));
}

it('requests of accounts that never paid read few rows, however long their ledgers are', async () => {
  for (let made = 0; made < OTHERS; made++) await createAccount(service);
  // The statistics stay those of a ledger with one entry for each account.
  if (isMysql)
    for (const sql of ['ALTER TABLE credit_entries STATS_AUTO_RECALC = 0', 'ANALYZE TABLE credit_entries'])
      await execute(sql);
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => createAccount(service, 0)));
  for (const account of accounts) await addCharges(account);
  const ask = async ({ key }: Account) =>
    expect(await service.api.get('/api/otp/credit', { token: key })).toAnswer(200);
  const lookUpsOf = async () => {
    const statements = await statementsOf(service, () => Promise.all(accounts.map(ask)));
    return statements.filter(({ sql }) => sql.includes('FROM api_keys k'));
  };
  // Requests that arrive together share a statement. On a busy machine they may not arrive together.
  let lookUps: Statement[] = [];
  for (let round = 0; round < ROUNDS_MAX && !lookUps.some(isShared); round++) lookUps = await lookUpsOf();
  const longest = lookUps.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0] as Statement;
  expect(await planOf(service, longest)).toContain('ix_credit_entries_user_id_kind_created_at');
  if (!isMysql) return;
  expect(isShared(longest)).toBe(true);
  expect(await rowsReadBy(service, lookUps)).toBeLessThan(ROWS_READ_MAX);
});

const lengthOf = ({ parameters }: Statement) => parameters.length;
/** Holds the keys of several requests, with two parameters each. */
const isShared = (statement: Statement) => lengthOf(statement) > 2;
