import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HistoryExport } from '../../src/history/history-export.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { fill } from './many.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { EXPORT_RATE_PER_MINUTE: '1000' } });
});
afterAll(() => service.close());
keepBooks(() => service);

const HEADER =
  'id,message_id,reference,recipient,company_name,status,credit_used,created_at,reason,external_id,metadata,verification_id,api_key,mode,delivered_at,channel,attempts';

const send = (account: Account, overrides: Record<string, unknown> = {}) =>
  service.api.post('/api/otp/send', sendBody(overrides), { token: account.key });

async function download(account: Account, query = '', on: TestApp = service) {
  const token = await userToken(on, account.userId);
  return on.api.get(`/api/account/history/export${query}`, { token });
}

/** The records below the header line; none of these tests has a line break in a cell. */
async function recordsOf(account: Account, query = ''): Promise<string[]> {
  const { text } = await download(account, query);
  const [header, ...records] = text.split('\r\n');
  expect(header).toBe(HEADER);
  expect(records.pop()).toBe('');
  return records;
}

describe('an export of the history', () => {
  it('is a file of CSV, newest first, with what the history shows', async () => {
    const account = await createAccount(service);
    await send(account, { phone: '081234567890', company_name: 'Toko, "Budi"' });
    await send(account);
    service.gateway.script([{ refuse: { status: 400, error: 'not on whatsapp' } }]);
    const refused = await send(account, { external_id: 'pesanan-7' });
    expect(refused).toAnswer(502, { reason: 'not_on_whatsapp' });
    const answer = await download(account);
    expect(answer).toAnswer(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="sandi-history.csv"');
    const history = await service.api.get('/api/otp/history', { token: account.key });
    type Item = Record<string, string | number> & { attempts: { reason: string | null }[] };
    const { items } = history.body.data as { items: Item[] };
    const expected = items.map(({ created_at, attempts: [attempt], ...item }) => {
      const attempts = `whatsapp:${attempt?.reason ?? 'accepted'}`;
      const more = { attempts, mode: 'live', api_key: `uji (…${account.key.slice(-4)})` };
      const cells = { ...item, ...more, created_at: `${String(created_at).replace(' ', 'T')}+07:00` };
      return HEADER.split(',').map((column) => (cells as Record<string, string | number>)[column]);
    });
    const records = (await recordsOf(account)).map((record) => record.replace('"Toko, ""Budi"""', 'T'));
    expect(records).toEqual(expected.map((cells) => cells.join().replace('Toko, "Budi"', 'T')));
    expect(records[0]).toMatch(
      /,failed,0,[^,]+,not_on_whatsapp,pesanan-7,,,uji \(…\w{4}\),live,,whatsapp,whatsapp:not_on_whatsapp$/,
    );
    expect(records[2]).toContain('6281****7890');
  });

  it('begins with a byte order mark, and is UTF-8', async () => {
    const account = await createAccount(service);
    await send(account, { company_name: 'Kopi ☕ Sénja' });
    const token = await userToken(service, account.userId);
    const response = await fetch(`${service.url}/api/account/history/export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString('utf8')).toContain(',Kopi ☕ Sénja,');
  });

  it.each(['=1+1', '+62', '-2', '@SUM(A1)', '＝1', 'a;=1+1'])(
    'makes no formula of a company called %s',
    async (company_name) => {
      const account = await createAccount(service);
      expect(await send(account, { company_name })).toAnswer(200);
      const [record = ''] = await recordsOf(account);
      for (const cell of record.split(/[,;]/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@＝]/);
      expect(record).toContain("'");
    },
  );

  it('has the messages that its filters leave', async () => {
    const account = await createAccount(service);
    await send(account);
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    await send(account);
    expect(await recordsOf(account)).toHaveLength(2);
    const failed = await recordsOf(account, '?status=failed');
    expect(failed).toHaveLength(1);
    expect(failed[0]).toContain(',failed,0,');
    expect(await recordsOf(account, '?to=2020-01-01')).toEqual([]);
    expect(await recordsOf(account, '?from=2020-01-01&to=2999-01-01')).toHaveLength(2);
    expect(await recordsOf(account, '?mode=test')).toEqual([]);
    expect(await recordsOf(account, '?limit=1&page=2')).toHaveLength(2);
  });

  it('has an account’s own messages only, and needs its token', async () => {
    const [one, other] = [await createAccount(service), await createAccount(service)];
    await send(one);
    expect(await recordsOf(other)).toEqual([]);
    const answers = [undefined, one.key].map((token) =>
      service.api.get('/api/account/history/export', { token }),
    );
    const codes = (await Promise.all(answers)).map(({ body }) => body.code);
    expect(codes).toEqual(['token_missing', 'token_invalid']);
  });

  it.each(['status=lost', 'from=1-1-2020', 'to=2026-02-30', 'mode=all'])('refuses %s', async (query) => {
    const answer = await download(await createAccount(service), `?${query}`);
    expect(answer).toAnswer(400, 'parameter_invalid');
  });

  it('is made so often a minute, and no more', async () => {
    const capped = await startTestApp({ env: { EXPORT_RATE_PER_MINUTE: '1' } });
    onTestFinished(() => capped.close());
    const account = await createAccount(capped);
    expect(await download(account, '', capped)).toAnswer(200);
    const second = await download(account, '', capped);
    expect(second).toAnswer(429, 'rate_limited');
  });
});

describe('a long history', () => {
  const LENGTH = 12_345;
  let app: TestApp;
  let account: Account;
  beforeAll(async () => {
    // Rows without their ledger: no books are kept of this one.
    app = await startTestApp();
    account = await createAccount(app);
    for (let made = 0; made < LENGTH; made += 500)
      await fill(app, account.userId, made, Math.min(500, LENGTH - made));
  });
  afterAll(() => app.close());

  it('comes whole, each message once', async () => {
    const { text } = await download(account, '', app);
    const ids = text
      .split('\r\n')
      .slice(1, -1)
      .map((record) => Number(record.split(',', 1)[0]));
    expect(ids).toHaveLength(LENGTH);
    expect(ids.every((id, i) => i === 0 || id < (ids[i - 1] ?? 0))).toBe(true);
  });

  it('is read no further than its reader takes it', async () => {
    const owner = { userId: account.userId, livemode: true };
    const stream = app.app.get(HistoryExport).csv(owner, { mode: 'live' });
    const lines: number[] = [];
    for await (const chunk of stream) {
      lines.push(String(chunk).split('\r\n').length - 1);
      // What is ready beside the chunk in hand, after the database had time for a good many more.
      for (let i = 0; i < 5; i++) await app.database.read.query('SELECT 1');
      expect(stream.readableLength).toBeLessThanOrEqual(1);
    }
    expect(Math.max(...lines)).toBe(200);
    expect(lines.reduce((sum, count) => sum + count)).toBe(LENGTH + 1);
  });
});
