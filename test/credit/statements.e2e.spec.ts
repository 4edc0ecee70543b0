import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import { MonthStatement, StatementSequence } from '../../src/credit/statements/statement.entities.js';
import { StatementClosing } from '../../src/credit/statements/statement-closing.js';
import { monthAfter } from '../../src/credit/usage/usage.rules.js';
import { Message } from '../../src/otp/message.entities.js';
import { Retention } from '../../src/otp/retention.js';
import { User } from '../../src/users/index.js';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';
import {
  closeMonth,
  moveCredit,
  openMonth,
  pastMonth,
  SEEDED,
  seedMonth,
  type StatementData,
  toOpenMonth,
} from './statements.js';

const OPERATOR = {
  instructions: '',
  accounts: [],
  operator_name: 'PT Sandi Jaya',
  operator_address: 'Jl. Merdeka 1\nJakarta',
  operator_tax_number: 'NPWP 01.234.567.8-901.000',
};
const BILLING = { name: 'PT Toko & Anak', address: 'Jl. Mawar 2', tax_number: 'bebas: 02' };
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { MESSAGE_RETENTION_DAYS: '30', RECOVERY_SECONDS: '3600' } });
  await toOpenMonth(service);
  const token = await adminToken(service);
  expect(await service.api.put('/api/admin/top-up', OPERATOR, { token })).toAnswer(200);
});
afterAll(() => service.close());
keepBooks(() => service);

async function get(path: string, userId?: number, headers: Record<string, string> = {}) {
  const token = userId === undefined ? await adminToken(service) : await userToken(service, userId);
  return service.api.get(path, { token, headers });
}

async function statement(userId: number, month: string): Promise<StatementData> {
  const answer = await get(`/api/account/statements/${month}`, userId);
  expect(answer).toAnswer(200);
  return answer.body.data;
}

/** Records of a CSV, by the names of its columns. */
function recordsOf(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.replace('\uFEFF', '').split('\r\n').slice(0, -1);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
}

const rupiah = (amount: number) =>
  `${amount < 0 ? '-' : ''}Rp\u00a0${Math.abs(amount).toLocaleString('id-ID')}`;

describe('a closed month', () => {
  let userId: number;
  let month: string;
  let closed: StatementData;
  beforeAll(async () => {
    ({
      account: { userId },
    } = await seedMonth(service));
    expect(
      await service.api.put('/api/account/billing', BILLING, { token: await userToken(service, userId) }),
    ).toAnswer(200);
    month = await closeMonth(service);
    closed = await statement(userId, month);
  });

  it('has the balances, top-ups, charges and refunds of its ledger to the rupiah', () => {
    expect(closed).toMatchObject({
      number: expect.stringMatching(new RegExp(`^ST-${month}-\\d{6}$`)) as string,
      ...{ month, opening_balance: 0, top_ups: SEEDED.top_ups },
      ...{ charges: SEEDED.charges, refunds: SEEDED.refunds },
      closing_balance: SEEDED.top_ups - SEEDED.charges + SEEDED.refunds,
      first_day: `${month}-01`,
      operator: {
        name: OPERATOR.operator_name,
        address: OPERATOR.operator_address,
        tax_number: OPERATOR.operator_tax_number,
      },
      account: BILLING,
    });
    expect(closed.items).toEqual(
      SEEDED.items.map((item): unknown =>
        expect.objectContaining({
          ...item,
          ...('api_key' in item
            ? { api_key: item.api_key && (expect.stringContaining(item.api_key) as string) }
            : { api_key: expect.stringMatching(/^uji \(…\w{4}\)$/) as string }),
        }),
      ),
    );
  });

  it('is the same as CSV, whose amounts add up', async () => {
    const answer = await get(`/api/account/statements/${month}/export`, userId);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="sandi-statement-${month}.csv"`,
    );
    const records = recordsOf(answer.text);
    const amounts = records.map(({ entry, amount }) => [entry, Number(amount)] as const);
    const sum = (name: string) =>
      amounts.reduce((all, [entry, amount]) => all + (entry === name ? amount : 0), 0);
    expect([sum('top_ups'), sum('charges'), sum('refunds')]).toEqual([
      SEEDED.top_ups,
      -SEEDED.charges,
      SEEDED.refunds,
    ]);
    expect(amounts.at(-1)).toEqual(['closing_balance', closed.closing_balance]);
    expect(amounts.slice(0, -1).reduce((all, [, amount]) => all + amount, 0)).toBe(closed.closing_balance);
    expect(records[0]).toMatchObject({
      number: closed.number,
      name: BILLING.name,
      tax_number: BILLING.tax_number,
    });
  });

  it('is the same as a page to print, in both languages, without a script', async () => {
    const page = await get(`/api/account/statements/${month}`, userId, HTML);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('vary')).toBe('Accept, Accept-Language');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/<script|\son\w+=|\sstyle=/);
    for (const amount of [
      closed.opening_balance,
      closed.top_ups,
      -closed.charges,
      closed.refunds,
      closed.closing_balance,
      ...closed.items.flatMap(({ charges, refunds }) => [charges, refunds]),
    ])
      expect(page.text).toContain(`>${rupiah(amount)}</td>`);
    for (const text of [closed.number, 'PT Sandi Jaya', 'Jakarta', 'NPWP 01.234.567.8-901.000', 'bebas: 02'])
      expect(page.text).toContain(text);
    // Names of callers are no HTML.
    expect(page.text).toContain('Apotek &lt;Uji&gt;');
    expect(page.text).toContain('PT Toko &amp; Anak');
    expect(page.text).toContain('Saldo akhir');
    const english = await get(`/api/account/statements/${month}`, userId, {
      ...HTML,
      'Accept-Language': 'en',
    });
    expect(english.text).toContain('Closing balance');
    expect(english.headers.get('content-language')).toBe('en');
  });

  it('stays as it was closed, whatever is purged, renamed, priced or deleted', async () => {
    service.clock.advance(31 * 86_400);
    await expect
      .poll(async () => {
        await service.app.get(Retention).purgeExpired();
        return service.database.read.countBy(Message, { userId });
      })
      .toBe(0);
    await service.database.tx(async (tx) => {
      await tx.update(User, { id: userId }, { name: 'Nama Baru', email: 'baru@example.test' });
      await tx.delete(ApiKey, { userId });
    });
    const token = await adminToken(service);
    await service.api.put('/api/admin/top-up', { ...OPERATOR, operator_name: 'PT Lain' }, { token });
    expect(await statement(userId, month)).toEqual(closed);
    expect(await service.api.put('/api/admin/top-up', OPERATOR, { token })).toAnswer(200);
  });

  it('is its account’s alone, and there is none before it is closed', async () => {
    const other = await createAccount(service);
    const { month: open } = await openMonth(service);
    for (const path of [month, open, '2020-01', '2026-13', 'x', `${month}/export`, `${open}/export`])
      expect(await get(`/api/account/statements/${path}`, other.userId)).toAnswer(404, 'not_found');
    expect((await get('/api/account/statements', other.userId)).body.data).toMatchObject({ total: 0 });
  });
});

describe('the closing', () => {
  beforeEach(() => toOpenMonth(service));

  it('waits an hour, and puts a line in the month of its created_at', async () => {
    const account = await createAccount(service, 10_000);
    const send = () => service.api.post('/api/otp/send', sendBody(), { token: account.key });
    const first = await pastMonth(service, -1);
    expect(await send()).toAnswer(200);
    service.clock.advance(1);
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    expect(await send()).toAnswer(502);
    service.clock.advance(3598);
    await service.app.get(StatementClosing).closeDue();
    expect((await openMonth(service)).month).toBe(first.month);
    service.clock.advance(2);
    await service.app.get(StatementClosing).closeDue();
    expect((await openMonth(service)).month).toBe(monthAfter(first.month));
    expect(await statement(account.userId, first.month)).toMatchObject({
      ...{ top_ups: 10_000, charges: 200, refunds: 0, closing_balance: 9800 },
    });
    const second = await closeMonth(service);
    expect(await statement(account.userId, second)).toMatchObject({
      ...{ opening_balance: 9800, top_ups: 0, charges: 200, refunds: 200, closing_balance: 9800 },
    });
  });

  it('closes every month that was missed, oldest first, and none twice', async () => {
    const { userId } = await createAccount(service);
    const { month } = await openMonth(service);
    service.clock.advance(100 * 86_400);
    await service.app.get(StatementClosing).closeDue();
    await service.app.get(StatementClosing).closeDue();
    const { data } = (await get('/api/account/statements', userId)).body;
    const { items } = data as { items: StatementData[] };
    expect(items.length).toBeGreaterThanOrEqual(3);
    expect(items.map((item) => item.month)).toEqual(
      items.map((_, nth) => monthAfter(month, items.length - 1 - nth)),
    );
    expect(items.map(({ closing_balance }) => closing_balance)).toEqual(items.map(() => 10_000));
    expect(items.at(-1)).toMatchObject({ opening_balance: 0, top_ups: 10_000 });
  });

  it('that fails after it took a number leaves no gap, and continues', async () => {
    const account = await createAccount(service, 1000);
    const { lastNumber, month } = await pastMonth(service, 3600);
    const numbers = async () =>
      (await service.database.read.find(MonthStatement, { where: { month }, order: { number: 'ASC' } })).map(
        ({ number }) => number,
      );
    // Somebody has taken the second number.
    const blocker = (number: number) =>
      service.database.tx((tx) =>
        tx.insert(MonthStatement, {
          ...{ userId: 0, month: '1999-01', number, startsAt: new Date(0), endsAt: new Date(0) },
          ...{ openingBalance: 0, topUps: 0, charges: 0, refunds: 0, closingBalance: 0 },
          ...{ details: {} as never, closedAt: new Date(0) },
        }),
      );
    await blocker(lastNumber + 2);
    await expect(service.app.get(StatementClosing).closeDue()).rejects.toThrow();
    expect(await numbers()).toEqual([lastNumber + 1]);
    expect(await openMonth(service)).toMatchObject({ month, lastNumber: lastNumber + 1 });
    await service.database.tx((tx) => tx.delete(MonthStatement, { userId: 0 }));
    await service.app.get(StatementClosing).closeDue();
    const closed = await numbers();
    expect(closed.length).toBeGreaterThan(2);
    expect(closed).toEqual(closed.map((_, nth) => lastNumber + 1 + nth));
    expect(await statement(account.userId, month)).toMatchObject({ closing_balance: 1000 });
  });

  it('begins with the month in which the release starts for the first time', async () => {
    const fresh = await startTestService();
    try {
      await expect
        .poll(() => fresh.database.read.findOneBy(StatementSequence, { id: 1 }))
        .toMatchObject({ lastNumber: 0 });
      const { body } = await fresh.api.get('/api/admin/statements', { token: await adminToken(fresh) });
      expect(body.data).toMatchObject({
        total: 0,
        open_month: fresh.clock.now().toLocaleDateString('en-CA', { timeZone: 'Asia/Jakarta' }).slice(0, 7),
      });
    } finally {
      await fresh.close();
    }
  });
});

describe('administrators', () => {
  beforeEach(() => toOpenMonth(service));

  it('see a month of all accounts at once, as JSON, CSV and page', async () => {
    const { userId } = await createAccount(service, 7000);
    await moveCredit(service, userId, 500);
    const month = await closeMonth(service);
    const answer = await get(`/api/admin/statements/${month}?limit=100`);
    expect(answer).toAnswer(200);
    const { items, total } = answer.body.data as {
      items: (StatementData & { user_id: number })[];
      total: number;
    };
    expect(items).toHaveLength(total);
    expect(items.map(({ number }) => number)).toEqual(items.map(({ number }) => number).toSorted());
    expect(items.find((item) => item.user_id === userId)).toMatchObject({ closing_balance: 7500 });
    const { data } = (await get('/api/admin/statements')).body;
    const sum = items.reduce((all, item) => all + item.closing_balance, 0);
    expect((data as { items: object[] }).items[0]).toMatchObject({
      ...{ month, statements: total, closing_balance: sum },
    });
    const records = recordsOf((await get(`/api/admin/statements/${month}/export`)).text);
    const closing = records.filter(({ entry }) => entry === 'closing_balance');
    expect(closing.map(({ number, amount }) => [number, Number(amount)])).toEqual(
      items.map(({ number, closing_balance }) => [number, closing_balance]),
    );
    const page = await get(`/api/admin/statements/${month}?limit=100`, undefined, HTML);
    expect(page.text.match(/<article>/g)).toHaveLength(total);
    const one = await get(`/api/admin/statements/${month}?user_id=${userId}`);
    expect(one.body.data).toMatchObject({ total: 1 });
    expect(await get('/api/admin/statements/1999-01')).toAnswer(404, 'not_found');
    expect(await get(`/api/admin/statements/${month}`, userId)).toAnswer(403, 'forbidden');
  });
});

describe('billing details', () => {
  it.each([
    [{ ...BILLING, name: 'x'.repeat(101) }],
    [{ ...BILLING, tax_number: 'dua\nbaris' }],
    [{ ...BILLING, address: 5 }],
    [{ name: '', address: '' }],
  ])('refuse %j', async (body) => {
    const { userId } = await createAccount(service);
    const token = await userToken(service, userId);
    expect(await service.api.put('/api/account/billing', body, { token })).toAnswer(400, 'parameter_invalid');
    expect((await get('/api/account/billing', userId)).body.data).toEqual({
      name: '',
      address: '',
      tax_number: '',
    });
  });

  it('of the operator keep their tax number where a client does not know of it', async () => {
    const token = await adminToken(service);
    const { operator_tax_number: _, ...known } = OPERATOR;
    const answer = await service.api.put('/api/admin/top-up', known, { token });
    expect(answer.body.data).toMatchObject({ operator_tax_number: OPERATOR.operator_tax_number });
  });
});
