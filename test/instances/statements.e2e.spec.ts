import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { MonthStatement } from '../../src/credit/statements/statement.entities.js';
import { StatementClosing } from '../../src/credit/statements/statement-closing.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { pastMonth, toOpenMonth } from '../credit/statements.js';
import { newMysqlDatabase } from '../support/databases.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { dropDatabase } from '../support/services/mariadb.js';

const ACCOUNTS = 12;
const ENV = { RECIPIENT_HOURLY_MAX: '100000', RECIPIENT_ATTEMPTS_MAX: '100000', DEVICE_PER_MINUTE: '0' };

/** SQLite has one process. */
describe.runIf(inject('engine') === 'mysql')('two services on one database', { timeout: 60_000 }, () => {
  let databaseUrl: string;
  let both: TestService[] = [];
  beforeEach(async () => {
    databaseUrl = await newMysqlDatabase();
  });
  afterEach(async () => {
    for (const service of both.toReversed()) await service.close();
    await dropDatabase(databaseUrl);
  });

  it('close a month once, with numbers without gaps, while both send', async () => {
    const first = await startTestService({ databaseUrl, env: ENV });
    const second = await startTestService({ databaseUrl, env: ENV, gateway: first.gateway });
    both = [first, second];
    await toOpenMonth(first);
    const accounts: Account[] = [];
    for (let nth = 0; nth < ACCOUNTS; nth++) accounts.push(await createAccount(first, 1000));
    const { month } = await pastMonth(first, 3600);
    second.clock.advance((first.clock.now().getTime() - second.clock.now().getTime()) / 1000);
    const closings = [...both, ...both].map(({ app }) => app.get(StatementClosing).closeDue());
    const sends = accounts.flatMap(({ key: token }) =>
      both.map(({ api }) => api.post('/api/otp/send', sendBody(), { token })),
    );
    await Promise.all(closings);
    for (const answer of await Promise.all(sends)) expect(answer).toAnswer(200);
    const rows = await first.database.read.find(MonthStatement, { order: { number: 'ASC' } });
    const own = rows.filter(({ userId }) => accounts.some((account) => account.userId === userId));
    expect(own.map(({ month: of, closingBalance }) => [of, closingBalance])).toEqual(
      Array.from({ length: ACCOUNTS }, () => [month, 1000]),
    );
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, nth) => nth + 1));
    expect(await auditLedger(first.database.read.dataSource, new Date())).toEqual([]);
  });
});
