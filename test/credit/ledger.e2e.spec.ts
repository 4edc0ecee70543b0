import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreditKind } from '../../src/credit/index.js';
import { MessageCounter } from '../../src/otp/message.entities.js';
import { reportStatus } from '../callbacks/report-status.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

const DAY_SECONDS = 86_400;
const FORMULA = '=HYPERLINK("https://contoh.test"),lihat';

let service: TestService;
let account: Account;
/** On which each line was written, oldest first. */
let days: string[];

beforeAll(async () => {
  service = await startTestService();
  account = await createAccount(service, 10_000);
  await move(5_000, FORMULA);
  await move(-1_000, 'Koreksi');
  service.clock.advance(DAY_SECONDS);
  await send(200);
  service.clock.advance(DAY_SECONDS);
  service.gateway.script([{ refuse: 400 }]);
  await send(502);
  const { items } = await ledger();
  days = items.toReversed().map(({ created_at: at }) => at.slice(0, 10));
});
afterAll(() => service.close());
keepBooks(() => service);

interface Line {
  id: number;
  kind: CreditKind;
}

interface Page {
  total: number;
  capped: boolean;
  items: (Line & { created_at: string })[];
}

async function move(amount: number, note: string): Promise<void> {
  const token = await adminToken(service);
  const path = `/api/admin/users/${account.userId}/credit`;
  expect(await service.api.post(path, { amount, note }, { token })).toAnswer(200);
}

async function send(status: number): Promise<void> {
  expect(await service.api.post('/api/otp/send', sendBody(), { token: account.key })).toAnswer(status);
}

const get = async (path: string) =>
  service.api.get(path, { token: await userToken(service, account.userId) });

async function ledger(query = ''): Promise<Page> {
  const answer = await get(`/api/account/credit/entries${query}`);
  expect(answer, query).toAnswer(200);
  return answer.body.data;
}

const kinds = async (query: string) => {
  const { total, items } = await ledger(query);
  return [total, ...items.map(({ kind }) => kind)];
};

const ALL = ['refund', 'charge', 'charge', 'adjustment', 'topup', 'topup'];

describe('a ledger', () => {
  it('is narrowed to a kind, a direction and days, with the total of what is left', async () => {
    expect(await kinds('')).toEqual([ALL.length, ...ALL]);
    expect(await kinds('?kind=topup')).toEqual([2, 'topup', 'topup']);
    expect(await kinds('?direction=in')).toEqual([3, 'refund', 'topup', 'topup']);
    expect(await kinds('?direction=out')).toEqual([3, 'charge', 'charge', 'adjustment']);
    expect(await kinds('?direction=in&kind=charge')).toEqual([0]);
    const [first, , , second, third] = days;
    expect(await kinds(`?to=${first}`)).toEqual([3, 'adjustment', 'topup', 'topup']);
    expect(await kinds(`?from=${second}&to=${second}`)).toEqual([1, 'charge']);
    expect(await kinds(`?from=${third}&direction=out`)).toEqual([1, 'charge']);
    expect(await kinds('?to=2020-01-01')).toEqual([0]);
    expect(await kinds('?from=0000-01-01&to=9999-12-31')).toEqual([ALL.length, ...ALL]);
    expect(await kinds('?from=9999-12-31')).toEqual([0]);
    expect(await kinds('?to=0000-01-01')).toEqual([0]);
  });

  it('goes on where a narrowed page ended, and ends where it does', async () => {
    expect(await kinds('?direction=in&limit=2')).toEqual([3, 'refund', 'topup']);
    expect(await kinds('?direction=in&limit=2&page=2')).toEqual([3, 'topup']);
    expect(await kinds('?direction=in&limit=2&page=3')).toEqual([3]);
  });

  it('shows an administrator the same lines by the same filters', async () => {
    const path = `/api/admin/users/${account.userId}/credit/entries?direction=out`;
    const answer = await service.api.get(path, { token: await adminToken(service) });
    expect(answer.body.data).toEqual(await ledger('?direction=out'));
  });

  it.each(['kind=gift', 'direction=up', 'from=2026-02-30', 'to=kemarin'])('refuses %s', async (query) => {
    for (const path of ['entries', 'entries/export'])
      expect((await get(`/api/account/credit/${path}?${query}`)).body.code).toBe('parameter_invalid');
  });
});

describe('the ledger as CSV', () => {
  const csv = async (query = '') => {
    const answer = await get(`/api/account/credit/entries/export${query}`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="sandi-ledger.csv"');
    return answer.text.split('\r\n').slice(0, -1);
  };

  it('has each line once, in the order of the list', async () => {
    const lines = await csv();
    expect(lines[0]?.replace('\uFEFF', '')).toBe(
      'id,created_at,kind,amount,balance_after,message_id,note,top_up_request_id,reference,api_key,mode,delivered_at',
    );
    const { items } = await ledger();
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(items.map(({ id }) => id));
  });

  it('is joined with the history by the reference, and both tell key, mode and delivery in the same words', async () => {
    const recordsOf = (text: string): Record<string, string>[] => {
      const [header = '', ...lines] = text.replace('\uFEFF', '').split('\r\n').slice(0, -1);
      const names = header.split(',');
      return lines.map((line) =>
        Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])),
      );
    };
    const own = await createAccount(service, 10_000);
    const token = await userToken(service, own.userId);
    const sent = await service.api.post('/api/otp/send', sendBody(), { token: own.key });
    await reportStatus(service, (sent.body.data as { message_id: string }).message_id, 'delivered');
    const [lines, messages] = await Promise.all(
      ['credit/entries', 'history'].map(async (path) =>
        recordsOf((await service.api.get(`/api/account/${path}/export`, { token })).text),
      ),
    );
    const charge = lines?.find(({ kind }) => kind === 'charge');
    const message = messages?.find(({ reference }) => reference === charge?.['reference']);
    expect(message).toMatchObject({
      id: charge?.['message_id'],
      reference: expect.stringMatching(/./) as string,
      api_key: charge?.['api_key'],
      mode: 'live',
      delivered_at: charge?.['delivered_at'],
    });
    for (const { created_at, delivered_at } of [charge, message].map((found) => found ?? {}))
      for (const moment of [created_at, delivered_at])
        expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/);
    expect(lines?.find(({ kind }) => kind === 'topup')).toMatchObject({
      reference: '',
      api_key: '',
      mode: '',
    });
  });

  it('obeys the filters, and holds no formula', async () => {
    const lines = await csv('?kind=topup');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/,topup,5000,15000,,"'=HYPERLINK\(""https:\/\/contoh\.test""\),lihat",,,,,$/);
  });

  it('goes on over its batches, lines of one moment among them', async () => {
    const many = await createAccount(service, 10_000);
    const written = service.clock.now();
    await service.database.tx(async (tx) => {
      for (let nth = 1; nth <= 1_201; nth++)
        await tx.query(
          `INSERT INTO credit_entries (user_id, amount, balance_after, kind, created_at) VALUES (?, ?, ?, 'topup', ?)`,
          [many.userId, 1, 10_000 + nth, written.toISOString().replace('T', ' ').slice(0, -1)],
        );
      await tx.query('UPDATE credit_balances SET balance = 11201, entry_count = 1202 WHERE user_id = ?', [
        many.userId,
      ]);
    });
    const token = await userToken(service, many.userId);
    const file = await service.api.get('/api/account/credit/entries/export?kind=topup', { token });
    const ids = file.text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[0]));
    expect(ids).toHaveLength(1_202);
    expect(new Set(ids).size).toBe(1_202);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    const list = await service.api.get('/api/account/credit/entries?kind=topup&page=50', { token });
    expect(list.body.data).toMatchObject({ total: 1_000, capped: true });
    expect((list.body.data as Page).items).toHaveLength(20);
    const past = await service.api.get('/api/account/credit/entries?kind=topup&page=51', { token });
    expect((past.body.data as Page).items).toEqual([]);
  });
});

describe('how long the balance lasts', () => {
  const spending = async ({ userId }: Account) => {
    const token = await userToken(service, userId);
    return (await service.api.get('/api/account/credit', { token })).body.data as object;
  };

  it('is told by the whole days of late, and by nothing where there are too few', async () => {
    const other = await createAccount(service, 1_000);
    expect(await spending(other)).toMatchObject({ spending: null });
    for (let sent = 0; sent < 2; sent++)
      await service.api.post('/api/otp/send', sendBody(), { token: other.key });
    expect(await spending(other)).toMatchObject({ spending: null });
    service.clock.advance(2 * DAY_SECONDS);
    expect(await spending(other)).toMatchObject({
      credit_balance: 600,
      spending: { days: 2, credits: 400, lasts_days: 3 },
    });
    service.clock.advance(8 * DAY_SECONDS);
    expect(await spending(other)).toMatchObject({ spending: { days: 7, credits: 0, lasts_days: null } });
  });

  it('counts neither test messages nor refunded ones', async () => {
    const other = await createAccount(service, 1_000);
    const { userId } = other;
    await service.api.post('/api/otp/send', sendBody(), { token: other.key });
    service.gateway.script([{ refuse: 400 }]);
    await service.api.post('/api/otp/send', sendBody(), { token: other.key });
    const token = await userToken(service, userId);
    const body = { name: 'uji', mode: 'test' };
    const made = await service.api.post('/api/account/api-keys', body, { token });
    const { key } = made.body.data as { key: string };
    await service.api.post('/api/otp/send', sendBody({ phone: '08123456789' }), { token: key });
    const live = await service.database.read.findBy(MessageCounter, { userId, livemode: 1 });
    expect(live).toMatchObject([{ sent: 1, failed: 1 }]);
    service.clock.advance(3 * DAY_SECONDS);
    expect(await spending(other)).toMatchObject({ spending: { days: 3, credits: 200, lasts_days: 12 } });
  });
});
