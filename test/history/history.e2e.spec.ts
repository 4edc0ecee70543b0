import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);

interface HistoryData {
  total: number;
  page: number;
  limit: number;
  next_cursor: number | null;
  items: { id: number; status: string; credit_used: number; created_at: string }[];
}

const historyOf = async (account: Account, query = '') => {
  const answer = await service.api.get(`/api/otp/history${query}`, { token: account.key });
  return answer.body.data as HistoryData;
};

async function sendMany(account: Account, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await service.api.post('/api/otp/send', sendBody(), { token: account.key });
}

describe('credit', () => {
  it('tells balance, currency and rate', async () => {
    const { key } = await createAccount(service, 1234);
    const answer = await service.api.get('/api/otp/credit', { token: key });
    expect(answer).toAnswer(200);
    expect(answer.body.data).toEqual({ credit_balance: 1234, currency: 'IDR', rate: '1 IDR = 1 credit' });
  });

  it('lists the ledger newest first with its running balance', async () => {
    const account = await createAccount(service, 600);
    await sendMany(account, 2);
    const token = await userToken(service, account.userId);
    const answer = await service.api.get('/api/account/credit/entries?limit=2', { token });
    const data = answer.body.data as {
      total: number;
      items: { kind: string; amount: number; balance_after: number }[];
    };
    expect(data.items.map(({ kind, amount, balance_after }) => [kind, amount, balance_after])).toEqual([
      ['charge', -200, 200],
      ['charge', -200, 400],
    ]);
    expect(data.total).toBe(4);
  });
});

describe('history', () => {
  it('pages newest first, by page and by cursor alike', async () => {
    const account = await createAccount(service);
    await sendMany(account, 5);
    const all = await historyOf(account);
    expect(all).toMatchObject({ total: 5, page: 1, limit: 20, next_cursor: null });
    const ids = all.items.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const second = await historyOf(account, '?page=2&limit=2');
    expect(second.items.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    const next = await historyOf(account, `?limit=2&cursor=${second.next_cursor}`);
    expect(next.items.map(({ id }) => id)).toEqual(ids.slice(4));
  });

  it('renders times in the zone of the service', async () => {
    const account = await createAccount(service);
    await sendMany(account, 1);
    const { items } = await historyOf(account);
    const written = items[0]?.created_at ?? '';
    expect(written).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const asUtc = new Date(`${written.replace(' ', 'T')}+07:00`).getTime();
    expect(Math.abs(asUtc - service.clock.now().getTime())).toBeLessThan(10_000);
  });

  it('leaves out a message whose outcome is not known yet, but counts it today', async () => {
    const account = await createAccount(service);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await sendMany(account, 1);
    expect(await historyOf(account)).toMatchObject({ total: 0, items: [] });
    const stats = await service.api.get('/api/otp/stats', { token: account.key });
    expect(stats.body.data).toMatchObject({ total_sent: 0, total_failed: 0, today_count: 1 });
  });

  it('shows the account a pending message where it asks for it, and keeps to the days that it asks for', async () => {
    const account = await createAccount(service);
    await sendMany(account, 1);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await sendMany(account, 1);
    const token = await userToken(service, account.userId);
    const own = async (query: string) =>
      (await service.api.get(`/api/account/history${query}`, { token })).body.data as HistoryData;
    const statuses = async (query: string) => {
      const { items, total } = await own(query);
      return [total, ...items.map(({ status }) => status)];
    };
    expect(await statuses('')).toEqual([1, 'sent']);
    expect(await statuses('?include=pending')).toEqual([2, 'pending', 'sent']);
    expect(await statuses('?include=pending&to=2020-01-01')).toEqual([0]);
    expect(await statuses('?status=pending')).toEqual([1, 'pending']);
    expect(await statuses('?status=pending&to=2020-01-01')).toEqual([0]);
    expect(await statuses('?status=pending&mode=test')).toEqual([0]);
    expect(await service.api.get('/api/account/history?include=all', { token })).toAnswer(400);
    const [first] = (await own('?include=pending&limit=1')).items;
    expect(await statuses(`?include=pending&cursor=${first?.id}`)).toEqual([2, 'sent']);
    const csv = await service.api.get('/api/account/history/export?include=pending', { token });
    expect(csv.text.match(/,(pending|sent),/g)).toEqual([',pending,', ',sent,']);
    // The list of API keys is what it was.
    expect(await historyOf(account, '?include=pending')).toMatchObject({ total: 1 });
    const refused = await service.api.get('/api/otp/history?status=pending', { token: account.key });
    expect(refused).toAnswer(400);
  });

  it('filters by status and by day, and counts what it filters', async () => {
    const account = await createAccount(service);
    await sendMany(account, 2);
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    await sendMany(account, 1);
    expect(await historyOf(account, '?status=failed')).toMatchObject({
      total: 1,
      items: [{ status: 'failed' }],
    });
    expect(await historyOf(account, '?to=2020-01-01')).toMatchObject({ total: 0, items: [] });
    expect(await historyOf(account, '?from=2020-01-01')).toMatchObject({ total: 3 });
  });

  it('shows an account its own messages only', async () => {
    const [one, other] = [await createAccount(service), await createAccount(service)];
    await sendMany(one, 1);
    expect(await historyOf(other)).toMatchObject({ total: 0, items: [] });
  });

  it.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'limit=0',
    'limit=101',
    'limit=',
    'status=pending',
    'from=1-1-2020',
    'from=2026-02-30',
    'cursor=-3',
  ])('refuses %s', async (query) => {
    const { key } = await createAccount(service);
    const answer = await service.api.get(`/api/otp/history?${query}`, { token: key });
    expect(answer).toAnswer(400, 'parameter_invalid');
  });
});

describe('statistics', () => {
  it('count what is sent or delivered, what failed, and today', async () => {
    const account = await createAccount(service);
    await sendMany(account, 3);
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    await sendMany(account, 1);
    const answer = await service.api.get('/api/otp/stats', { token: account.key });
    expect(answer.body.data).toMatchObject({ total_sent: 3, total_failed: 1, today_count: 4 });
  });

  it('carry a daily series for the dashboard, empty days included', async () => {
    const account = await createAccount(service);
    await sendMany(account, 2);
    const token = await userToken(service, account.userId);
    const answer = await service.api.get('/api/account/stats?days=7', { token });
    const { daily } = answer.body.data as { daily: { day: string; created: number }[] };
    expect(daily).toHaveLength(7);
    expect(daily.at(-1)).toMatchObject({ created: 2, sent: 2 });
    expect(daily[0]).toMatchObject({ created: 0 });
  });

  it('start a new day at local midnight', async () => {
    const account = await createAccount(service);
    await sendMany(account, 1);
    service.clock.advance(24 * 3600);
    const answer = await service.api.get('/api/otp/stats', { token: account.key });
    expect(answer.body.data).toMatchObject({ total_sent: 1, total_failed: 0, today_count: 0 });
  });
});
