import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { ROWS_SCANNED_MAX } from '../../src/history/index-scans.rules.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService({ env: { SEND_RATE_PER_MINUTE: '1000' } });
  admin = await adminToken(service);
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

interface Page {
  total: number | null;
  items: {
    id: number;
    reference: string;
    recipient: string;
    company_name: string;
    status: string;
    reason: string | null;
    username?: string | null;
    device?: string | null;
    device_id?: number | null;
    created_at: string;
  }[];
  next_cursor: number | null;
  searched_until: string | null;
}

const DAY_SECONDS = 86_400;
/** SQLite takes 500 parts of one statement. */
const BATCH = 400;

async function ask(token: string, path: string): Promise<Page> {
  const answer = await service.api.get(path, { token });
  expect(answer).toAnswer(200);
  return answer.body.data;
}

async function send(key: string, brand: string, phone = newPhone()): Promise<void> {
  const answer = await service.api.post('/api/otp/send', sendBody({ company_name: brand, phone }), {
    token: key,
  });
  expect(answer).toAnswer(200);
}

/** A phone of a prefix that nobody used before. */
const phoneOf = (prefix: string) => `${prefix}${newPhone().slice(3)}`;

async function fail(key: string, brand: string): Promise<void> {
  service.gateway.script([{ refuse: 400, reason: 'not_on_whatsapp' }]);
  const answer = await service.api.post('/api/otp/send', sendBody({ company_name: brand }), { token: key });
  expect(answer).toAnswer(502);
}

async function createOwner(): Promise<Account & { token: string; own: (query: string) => Promise<Page> }> {
  const account = await createAccount(service);
  const token = await userToken(service, account.userId);
  return { ...account, token, own: (query) => ask(token, `/api/account/history?${query}`) };
}

const all = (query: string) => ask(admin, `/api/admin/messages?${query}`);

/** Of all pages of a list that nobody counts. */
async function idsByPages(list: (query: string) => Promise<Page>, query: string): Promise<number[]> {
  const seen: number[] = [];
  for (let cursor: number | null | undefined; cursor !== null;) {
    const page = await list(`${query}${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return seen;
}

describe('the history of an account', () => {
  it('is narrowed by key, brand and reason, each by itself and together', async () => {
    const { own, key, userId } = await createOwner();
    const other = await service.app.get(ApiKeysService).create(userId, { name: 'toko', mode: 'live' });
    await send(key, 'Toko Satu');
    await send(other.key, 'Toko Satu');
    await fail(other.key, 'Toko Dua');
    await fail(key, 'Toko Satu');

    const brand = await own('brand=Toko+Satu');
    expect(brand).toMatchObject({ total: null, next_cursor: null, searched_until: null });
    expect(brand.items.map(({ company_name: name }) => name)).toEqual(Array(3).fill('Toko Satu'));
    expect((await own(`key=${other.id}`)).items).toHaveLength(2);
    expect((await own('reason=not_on_whatsapp')).items.map(({ company_name: name }) => name)).toEqual([
      'Toko Satu',
      'Toko Dua',
    ]);
    expect((await own(`reason=not_on_whatsapp&key=${other.id}`)).items).toHaveLength(1);
    expect((await own(`brand=Toko+Satu&status=failed&key=${other.id}`)).items).toEqual([]);
    expect((await own('brand=toko+satu')).items).toEqual([]);
    expect((await own(`reason=expired&mode=test`)).items).toEqual([]);
  });

  it('goes on by cursor in both orders, and lists each message once', async () => {
    const { own, key } = await createOwner();
    for (let sent = 0; sent < 5; sent++) await send(key, 'Toko');
    const ids = (await own('brand=Toko')).items.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    for (const [sort, wanted] of [
      ['newest', ids],
      ['oldest', ids.toReversed()],
    ] as const) {
      expect((await own(`sort=${sort}`)).items.map(({ id }) => id)).toEqual(wanted);
      expect((await own(`sort=${sort}&limit=2&page=2`)).items.map(({ id }) => id)).toEqual(
        wanted.slice(2, 4),
      );
      expect(await idsByPages(own, `brand=Toko&limit=2&sort=${sort}`)).toEqual(wanted);
    }
  });

  it('is narrowed by the prefix that masks show, by itself and with others, in both orders and as a file', async () => {
    const { own, key, token } = await createOwner();
    for (const prefix of ['081', '085', '081', '085', '081']) await send(key, 'Toko', phoneOf(prefix));
    await send(key, 'Warung', phoneOf('081'));
    const found = await own('prefix=081');
    expect(found).toMatchObject({ total: null, next_cursor: null, searched_until: null });
    expect(found.items.map(({ recipient }) => recipient.slice(0, 4))).toEqual(Array(4).fill('6281'));
    const ids = found.items.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect(await idsByPages(own, 'prefix=081&limit=3')).toEqual(ids);
    expect(await idsByPages(own, 'prefix=081&limit=1&sort=oldest')).toEqual(ids.toReversed());
    expect((await own('prefix=081&brand=Warung')).items.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    for (const none of ['prefix=089', 'prefix=081&mode=test', 'prefix=081&status=failed'])
      expect((await own(none)).items).toEqual([]);
    const { text } = await service.api.get('/api/account/history/export?prefix=085', { token });
    expect(text.trim().split('\r\n')).toHaveLength(3);
    const stranger = await createOwner();
    expect((await stranger.own('prefix=081')).items).toEqual([]);
  });

  it('shows nothing of a key of another account', async () => {
    const [owner, stranger] = [await createOwner(), await createOwner()];
    await send(owner.key, 'Toko');
    const [key] = await service.app.get(ApiKeysService).list(owner.userId);
    expect((await owner.own(`key=${key?.id}`)).items).toHaveLength(1);
    expect((await stranger.own(`key=${key?.id}`)).items).toEqual([]);
    expect((await stranger.own('brand=Toko')).items).toEqual([]);
  });

  it.each([
    'key=0',
    'key=x',
    'brand=',
    'reason=nope',
    'sort=recipient',
    'prefix=81',
    'prefix=0812',
    'prefix=08x',
  ])('refuses %s', async (query) => {
    const { token } = await createOwner();
    const answer = await service.api.get(`/api/account/history?${query}`, { token });
    expect(answer.body).toMatchObject({ code: 'parameter_invalid' });
  });

  it('names the brands that it was sent with, in the order of their letters', async () => {
    const { token, key } = await createOwner();
    for (const brand of ['Warung', 'Toko', 'Warung', 'Apotek']) await send(key, brand);
    const answer = await service.api.get('/api/account/history/brands', { token });
    expect(answer.body.data).toEqual({ brands: ['Apotek', 'Toko', 'Warung'] });
    const none = await service.api.get('/api/account/history/brands?mode=test', { token });
    expect(none.body.data).toEqual({ brands: [] });
  });

  it('downloads what the filters let through', async () => {
    const { token, key } = await createOwner();
    await send(key, 'Toko');
    await fail(key, 'Warung');
    const { text } = await service.api.get('/api/account/history/export?reason=not_on_whatsapp', { token });
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(text).toContain('Warung');
  });
});

describe('what no index has', () => {
  it('is looked for in so many messages a page, which says where it was left and goes on there', async () => {
    const { own, token, userId, key } = await createOwner();
    await send(key, 'Toko', phoneOf('085'));
    const only = await own('brand=Toko');
    expect(only).toMatchObject({ total: null, found: 1, found_more: false });
    const needle = only.items[0]?.id;
    await addMany(userId, ROWS_SCANNED_MAX + 50);
    const first = await own('brand=Toko&status=sent');
    expect(first.items).toEqual([]);
    expect(first).toMatchObject({ found: 0, found_more: true });
    expect(await own('brand=Toko&include=pending&status=failed')).toMatchObject({
      found: 100,
      found_more: true,
    });
    expect(first.searched_until).toMatch(/^\d{4}-\d\d-\d\d /);
    const next = await own(`brand=Toko&status=sent&cursor=${first.next_cursor}`);
    expect(next.items.map(({ id }) => id)).toEqual([needle]);
    expect(next).toMatchObject({ next_cursor: null, searched_until: null, found: null });
    const byDay = await own('prefix=085');
    expect(byDay).toMatchObject({ items: [], searched_until: first.searched_until });
    const further = await own(`prefix=085&cursor=${byDay.next_cursor}`);
    expect(further.items.map(({ id }) => id)).toEqual([needle]);
    expect((await own('prefix=085&sort=oldest&limit=1')).items.map(({ id }) => id)).toEqual([needle]);
    const ofBoth = await all(`prefix=085&user_id=${userId}`);
    expect(ofBoth).toMatchObject({ items: [], next_cursor: byDay.next_cursor });
    // A file has no pages to be left.
    for (const query of ['brand=Toko&status=sent', 'prefix=085']) {
      const { text } = await service.api.get(`/api/account/history/export?${query}`, { token });
      expect(text.trim().split('\r\n')).toHaveLength(2);
    }
    await service.database.tx((tx) => tx.query('DELETE FROM messages WHERE duplicate_index = ?', ['many']));
  });

  /** Failed ones to another prefix, copied from one. */
  async function addMany(userId: number, count: number): Promise<void> {
    const copied =
      'user_id, api_key_id, livemode, recipient_index, company_name, day, created_at, lease_until';
    await service.database.tx(async (tx) => {
      for (let added = 0; added < count; added += BATCH) {
        const size = Math.min(BATCH, count - added);
        const numbers = Array.from({ length: size }, (_, n) => `SELECT ${added + n} AS n`).join(
          ' UNION ALL ',
        );
        await tx.query(
          `INSERT INTO messages (reference, status, credit_used, duplicate_index, recipient_masked, ${copied})
           SELECT CONCAT('otp_many_', n), 'failed', 0, 'many', '6281****0000', ${copied}
           FROM messages CROSS JOIN (${numbers}) numbers WHERE user_id = ${userId} AND status = 'sent'`,
        );
      }
    });
  }
});

describe("an administrator's list", () => {
  it('names accounts and devices, and is narrowed by device, brand, reason and days', async () => {
    const { userId, key } = await createOwner();
    await send(key, 'Toko Admin');
    await fail(key, 'Toko Admin');
    const { items, total } = await all(`user_id=${userId}`);
    expect(total).toBe(2);
    const sent = items.find(({ status }) => status === 'sent');
    expect(sent).toMatchObject({ username: expect.any(String) as string, device: 'gateway' });
    const narrowed = `user_id=${userId}&brand=Toko+Admin&reason=not_on_whatsapp`;
    expect((await all(narrowed)).items).toMatchObject([{ status: 'failed' }]);
    const ofDevice = await all(`device_id=${sent?.device_id}&user_id=${userId}&status=sent`);
    expect(ofDevice.items.map(({ id }) => id)).toEqual([sent?.id]);
    expect((await all(`device_id=${(sent?.device_id ?? 0) + 1}`)).items).toEqual([]);
    expect((await all(`brand=Toko+Admin`)).items).toHaveLength(2);
    const today = sent?.created_at.slice(0, 10);
    expect((await all(`user_id=${userId}&from=${today}`)).total).toBe(2);
    expect((await all(`to=2020-01-01`)).items).toEqual([]);
    const [oldest] = (await all('sort=oldest&limit=1')).items;
    expect(oldest?.id).toBeLessThan(sent?.id ?? 0);
  });

  it('is of one mode: counted for an account, by cursor for all', async () => {
    const { userId, key } = await createOwner();
    const test = await service.app.get(ApiKeysService).create(userId, { name: 'coba', mode: 'test' });
    await send(key, 'Toko Hidup');
    await send(test.key, 'Toko Uji');
    const brandsOf = ({ items }: Page) => items.map(({ company_name: name }) => name);
    for (const [mode, brand] of [
      ['live', 'Toko Hidup'],
      ['test', 'Toko Uji'],
    ]) {
      const own = await all(`user_id=${userId}&mode=${mode}`);
      expect([own.total, brandsOf(own)]).toEqual([1, [brand]]);
      const newest = await all(`mode=${mode}&limit=1`);
      expect([newest.total, brandsOf(newest)]).toEqual([null, [brand]]);
    }
    expect((await all(`user_id=${userId}`)).total).toBe(2);
    const answer = await service.api.get('/api/admin/messages?mode=both', { token: admin });
    expect(answer.body).toMatchObject({ code: 'parameter_invalid' });
  });

  it('is narrowed by prefix, and by key where an account is chosen', async () => {
    const { userId, key } = await createOwner();
    const test = await service.app.get(ApiKeysService).create(userId, { name: 'coba', mode: 'test' });
    for (const [by, prefix] of [
      [key, '081'],
      [test.key, '085'],
      [test.key, '081'],
      [key, '085'],
      [key, '081'],
    ] as const)
      await send(by, 'Toko', phoneOf(prefix));
    const [last, latest085, middle, , first] = (await all(`user_id=${userId}`)).items.map(({ id }) => id);
    const ofPrefix = `user_id=${userId}&prefix=081`;
    expect((await all(ofPrefix)).items.map(({ id }) => id)).toEqual([last, middle, first]);
    expect(await idsByPages(all, `${ofPrefix}&limit=1`)).toEqual([last, middle, first]);
    expect(await idsByPages(all, `${ofPrefix}&limit=2&sort=oldest`)).toEqual([first, middle, last]);
    expect(await idsByPages(all, `${ofPrefix}&mode=live&limit=1`)).toEqual([last, first]);
    expect((await all(`user_id=${userId}&key=${test.id}`)).items).toHaveLength(2);
    expect((await all(`${ofPrefix}&key=${test.id}`)).items.map(({ id }) => id)).toEqual([middle]);
    expect((await all(`prefix=085&key=${test.id}`)).items).toHaveLength(1);
    expect((await all('prefix=085&limit=1')).items.map(({ id }) => id)).toEqual([latest085]);
    const other = await createOwner();
    expect((await all(`user_id=${other.userId}&key=${test.id}`)).items).toEqual([]);
  });

  it('finds with the names, too', async () => {
    const { key } = await createOwner();
    await send(key, 'Toko');
    const [newest] = (await all('limit=1')).items;
    const found = await service.api.post(
      '/api/admin/messages/search',
      { reference: newest?.reference },
      { token: admin },
    );
    expect(found.body.data).toEqual({ limit: 20, items: [newest], next_cursor: null });
  });
});

describe("the operator's other lists", () => {
  it('sort accounts by an index, and name whoever acted and what was changed', async () => {
    const { userId } = await createOwner();
    const names = async (sort: string) => {
      const answer = await service.api.get(`/api/admin/users?limit=100&sort=${sort}`, { token: admin });
      return (answer.body.data as { items: { id: number; username: string }[] }).items;
    };
    const byName = (await names('username')).map(({ username }) => username.toLowerCase());
    expect(byName).toEqual(byName.toSorted());
    expect((await names('oldest')).map(({ id }) => id)).toEqual(
      (await names('newest')).map(({ id }) => id).reverse(),
    );
    const suspension = { suspended: true };
    const done = await service.api.put(`/api/admin/users/${userId}/suspension`, suspension, { token: admin });
    expect(done).toAnswer(200);
    const log = await service.api.get(`/api/admin/audit?target=user:${userId}&action=user.suspend`, {
      token: admin,
    });
    const name = (await names('newest')).find(({ id }) => id === userId)?.username;
    const [entry] = (log.body.data as { items: { actor: string; target_name: string }[] }).items;
    expect(entry?.target_name).toBe(name);
    expect(entry?.actor).toEqual(expect.any(String));
  });
});

// The last, since the ids of what is sent after it would not be in the order of the days.
describe('days', () => {
  it('narrow all lists, and the one that is not narrowed goes on across them', async () => {
    const { userId, key } = await createAccount(service);
    for (let day = 0; day < 3; day++) {
      if (day > 0) service.clock.advance(DAY_SECONDS);
      await send(key, 'Toko', phoneOf('081'));
      await send(key, 'Toko', phoneOf('085'));
    }
    // Those of before have ended.
    const [token, operator] = [await userToken(service, userId), await adminToken(service)];
    const own = (query: string) => ask(token, `/api/account/history?${query}`);
    const all = (query: string) => ask(operator, `/api/admin/messages?${query}`);
    const daysOf = (page: Page) => page.items.map(({ created_at: at }) => at.slice(0, 10));
    const [first = '', , second = '', , third = ''] = daysOf(await own('sort=oldest'));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(daysOf(await own(`brand=Toko&from=${second}&to=${second}`))).toEqual([second, second]);
    expect(daysOf(await own(`brand=Toko&from=${third}`))).toEqual([third, third]);
    expect(daysOf(await own(`brand=Toko&to=${first}`))).toEqual([first, first]);
    for (const [query, days] of [
      [`prefix=081&from=${second}`, [third, second]],
      [`prefix=081&to=${second}`, [second, first]],
      [`prefix=081&from=${second}&to=${second}`, [second]],
      [`prefix=085&to=${second}&sort=oldest`, [first, second]],
      ['prefix=085&sort=oldest', [first, second, third]],
    ] as const) {
      const found = await own(query);
      expect(daysOf(found)).toEqual(days);
      expect(await idsByPages(own, `${query}&limit=1`)).toEqual(found.items.map(({ id }) => id));
    }
    expect(daysOf(await all(`user_id=${userId}&from=${second}`))).toEqual([third, third, second, second]);
    const ofAll = await all(`from=${second}&sort=oldest&limit=3`);
    expect([ofAll.total, daysOf(ofAll)]).toEqual([null, [second, second, third]]);

    const start = await own('sort=oldest&limit=3');
    expect(daysOf(start)).toEqual([first, first, second]);
    const rest = await own(`sort=oldest&limit=3&cursor=${start.next_cursor}`);
    expect(daysOf(rest)).toEqual([second, third, third]);
    expect(rest.next_cursor).toBeNull();
  });
});
