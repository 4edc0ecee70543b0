import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { schema } from '../../../ormconfig.js';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { RefusedRequest } from '../../../src/operations/requests/refused-request.entity.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { delivery, supabaseAccount, supabaseBody } from '../../auth-hooks/support.js';
import { keepBooks } from '../../support/app.js';
import { type Account, actorOf, createAccount, newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { statementsOf } from '../../support/statements.js';
import { userToken } from '../../support/tokens.js';
import { listed, written } from './support.js';

const ROWS_MAX = 50;
const DAY_SECONDS = 86_400;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { RECOVERY_SECONDS: '3600', REFUSED_LOG_ROWS_MAX: String(ROWS_MAX) },
  });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const send = (token: string, body: object, headers: Record<string, string> = {}) =>
  service.api.post('/api/otp/send', sendBody({ ...body }), { token, headers });
const tokenOf = ({ userId }: Pick<Account, 'userId'>) => userToken(service, userId);
const keyIdOf = async ({ userId }: Pick<Account, 'userId'>) =>
  (await service.app.get(ApiKeysService).list(userId)).at(-1)?.id ?? 0;
const countOf = ({ userId }: Pick<Account, 'userId'>) =>
  service.database.read.countBy(RefusedRequest, { userId });

describe('a refused request of an API key', () => {
  it('is told with its time, route, status, code, fields at fault, key and request id', async () => {
    const account = await createAccount(service);
    const answer = await send(account.key, { phone: 'x', otp_code: '1' });
    expect(answer).toAnswer(400);
    const { items, limit, next_cursor } = await listed(service, await tokenOf(account));
    expect(items).toEqual([
      {
        id: expect.any(Number) as number,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
        created_at_utc: expect.stringMatching(/Z$/) as string,
        route: 'POST /api/otp/send',
        status: 400,
        code: 'phone_invalid',
        message: 'Nomor telepon tidak valid.',
        fields: ['phone', 'otp_code'],
        key_id: await keyIdOf(account),
        request_id: answer.headers.get('x-request-id'),
        address: '127.0.0.1',
        key_refusal: null,
      },
    ]);
    expect([limit, next_cursor]).toEqual([20, null]);
  });

  it('is told whatever refused it: guard, limit, body, credit, gateway, repetition, and by its pattern', async () => {
    const account = await createAccount(service, 800);
    const token = await tokenOf(account);
    const { key } = account;
    const repeated = { phone: newPhone(), otp_code: '482913', company_name: 'Toko' };
    await send(key, repeated);
    await send(key, repeated);
    service.gateway.script([{ refuse: 400 }]);
    const kept = { 'idempotency-key': `kunci-${randomInt(1e9)}` };
    const body = sendBody();
    await send(key, body, kept);
    await send(key, body, kept);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await send(key, {});
    await service.api.post('/api/otp/send', undefined, { token: key, raw: '{"phone":' });
    await service.api.get(`/api/otp/messages/otp_tidak_ada`, { token: key });
    await service.api.get('/api/otp/history?status=x', { token: key });
    await service.api.post('/api/otp/messages/search', {}, { token: key });
    const poor = await createAccount(service, 0);
    await send(poor.key, {});
    const { items } = await listed(service, token);
    expect(items.map(({ route, status, code }) => [route, status, code]).reverse()).toEqual([
      ['POST /api/otp/send', 409, 'duplicate'],
      ['POST /api/otp/send', 502, 'gateway_error'],
      ['POST /api/otp/send', 502, 'gateway_error'],
      ['POST /api/otp/send', 504, 'gateway_unknown'],
      ['POST /api/otp/send', 400, 'malformed_json'],
      ['GET /api/otp/messages/:message_id', 404, 'not_found'],
      ['GET /api/otp/history', 400, 'parameter_invalid'],
      ['POST /api/otp/messages/search', 400, 'parameter_missing'],
    ]);
    expect((await listed(service, await tokenOf(poor))).items).toMatchObject([
      { status: 402, code: 'insufficient_credit', fields: [] },
    ]);
  });

  it('is told of a key that may not be used, now or from there', async () => {
    const account = await createAccount(service);
    const [token, id] = [await tokenOf(account), await keyIdOf(account)];
    const keys = service.app.get(ApiKeysService);
    const patch = (change: object) => keys.update(actorOf(account.userId), id, change);
    await patch({ active: false });
    expect(await send(account.key, {})).toAnswer(401);
    await patch({ active: true, allowed_operations: ['read'] });
    expect(await send(account.key, {})).toAnswer(403);
    const elsewhere = await keys.create(account.userId, {
      name: 'jauh',
      mode: 'live',
      allowed_ips: ['203.0.113.1'],
    });
    expect(await send(elsewhere.key, {})).toAnswer(401);
    const gone = await keys.create(account.userId, { name: 'lama', mode: 'live' });
    await keys.remove(actorOf(account.userId), gone.id);
    expect(await send(gone.key, {})).toAnswer(401);
    const expires_at = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const short = await keys.create(account.userId, { name: 'singkat', mode: 'live', expires_at });
    service.clock.advance(61);
    expect(await send(short.key, {})).toAnswer(401);
    const { items } = await listed(service, token);
    expect(items.map(({ code, key_id, key_refusal }) => [code, key_id, key_refusal])).toEqual([
      ['api_key_invalid', short.id, 'expired'],
      ['api_key_invalid', gone.id, 'deleted'],
      ['api_key_invalid', elsewhere.id, 'address_not_allowed'],
      ['operation_not_allowed', id, null],
      ['api_key_invalid', id, 'inactive'],
    ]);
    expect(new Set(items.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  });

  it('with a key from another address reads as with an unknown key, and its owner reads when, whence and why', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    const keys = service.app.get(ApiKeysService);
    const allowed_ips = ['203.0.113.1'];
    const { id, key } = await keys.create(account.userId, { name: 'jauh', mode: 'live', allowed_ips });
    const wordsOf = async (shown: string) => {
      const { status, body } = await send(shown, {});
      return { status, ...body, request_id: '' };
    };
    expect(await wordsOf(key)).toEqual(await wordsOf(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`));
    await vi.waitFor(async () => {
      const { body } = await service.api.get('/api/account/api-keys', { token });
      expect((body.data as { id: number }[]).find((item) => item.id === id)).toMatchObject({
        last_used_at: null,
        last_refused_at: expect.any(String) as string,
        last_refused_at_utc: expect.stringMatching(/Z$/) as string,
        last_refused_address: '127.0.0.1',
        last_refusal: 'address_not_allowed',
      });
    });
  });

  it('is told of hooks that proved themselves, also where a failure is answered with 200', async () => {
    const account = await supabaseAccount(service);
    const deliver = (secret: string, phone?: string) => {
      const { raw, headers } = delivery(service, { secret }, supabaseBody({ phone }));
      return service.api.call('POST', account.address, { raw, headers });
    };
    expect(await deliver(account.secret, '12345')).toAnswer(200);
    expect(await deliver((await supabaseAccount(service)).secret)).toAnswer(401);
    const { items } = await listed(service, await tokenOf(account));
    expect(items).toMatchObject([
      { route: 'POST /api/hooks/supabase', status: 400, code: 'phone_invalid', key_id: account.keyId },
    ]);
  });

  it('is not told of strangers, sessions and addresses that do not exist, nor is a success', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    const before = await service.database.read.count(RefusedRequest);
    expect(await send(account.key, {})).toAnswer(200);
    const wrong = account.key.slice(0, -1) + (account.key.endsWith('x') ? 'y' : 'x');
    expect(await send(wrong, {})).toAnswer(401);
    expect(await send(token, {})).toAnswer(401);
    await service.api.get('/api/otp/tidak-ada', { token: account.key });
    await service.api.get('/api/account/history?page=0', { token });
    const body = { ...sendBody({ phone: 'x' }), api_key_id: await keyIdOf(account) };
    expect(await service.api.post('/api/account/otp/send', body, { token })).toAnswer(400);
    await written(service);
    expect(await service.database.read.count(RefusedRequest)).toBe(before);
  });

  it('leaves nothing of what was refused in database and log', async () => {
    const account = await createAccount(service);
    const phone = `0813${randomInt(1e8, 1e9)}`;
    const code = String(randomInt(1e9, 9e9));
    const refused = `nilai-${randomInt(1e12)}`;
    const both = { phone, otp_code: code };
    await send(account.key, { ...both, company_name: `${refused}${'x'.repeat(30)}` });
    await send(account.key, { ...both, language: refused });
    await send(account.key, { ...both, external_id: phone });
    await send(account.key, { ...both, metadata: { [refused]: code } });
    await send(account.key, { phone: `${phone}x`, otp_code: refused });
    await service.api.post(`/api/otp/send?phone=${phone}`, undefined, {
      token: account.key,
      raw: `{"${refused}":"${phone}"`,
    });
    await service.api.get(`/api/otp/messages/${phone}`, { token: account.key });
    await service.api.get(`/api/otp/history?status=${refused}&cursor=${code}`, { token: account.key });
    await service.api.post('/api/otp/messages/search', { phone, last4: refused }, { token: account.key });
    const { items } = await listed(service, await tokenOf(account));
    expect(items).toHaveLength(9);
    const rows = await Promise.all(
      schema.entities.map((entity) => service.database.read.getRepository(entity).find()),
    );
    const told = `${JSON.stringify(rows)}\n${service.logs.join('\n')}\n${JSON.stringify(items)}`;
    for (const secret of [phone, phone.slice(1), code, refused]) expect(told).not.toContain(secret);
  });
});

describe('the list', () => {
  it('is cut by status, code, key and days, and turned by a cursor', async () => {
    const account = await createAccount(service);
    const second = await service.app
      .get(ApiKeysService)
      .create(account.userId, { name: 'dua', mode: 'test' });
    await send(account.key, { phone: 'x' });
    await send(second.key, { otp_code: 'x' });
    await service.api.get('/api/otp/messages/x', { token: second.key });
    service.clock.advance(DAY_SECONDS);
    await send(account.key, { phone: 'x' });
    const token = await tokenOf(account);
    const all = (await listed(service, token)).items;
    expect(all).toHaveLength(4);
    const [last, notFound, code, first] = all.map(({ id }) => id);
    const ids = async (query: string) => (await listed(service, token, query)).items.map(({ id }) => id);
    expect(await ids('?status=400')).toEqual([last, code, first]);
    expect(await ids('?status=404')).toEqual([notFound]);
    expect(await ids('?code=otp_code_invalid')).toEqual([code]);
    expect(await ids(`?key_id=${second.id}`)).toEqual([notFound, code]);
    const today = all[0]?.created_at.slice(0, 10);
    expect(await ids(`?from=${today}`)).toEqual([last]);
    expect(await ids(`?to=${all[1]?.created_at.slice(0, 10)}`)).toEqual([notFound, code, first]);
    expect(await ids(`?status=400&code=phone_invalid&key_id=${all[0]?.key_id}`)).toEqual([last, first]);
    const page = await listed(service, token, '?limit=3');
    expect(page.next_cursor).toBe(code);
    expect(await ids(`?limit=3&cursor=${code}`)).toEqual([first]);
  });

  it('has nothing of other accounts, nor by their keys', async () => {
    const [account, other] = [await createAccount(service), await createAccount(service)];
    await send(account.key, { phone: 'x' });
    const token = await tokenOf(other);
    expect((await listed(service, token)).items).toEqual([]);
    expect((await listed(service, token, `?key_id=${await keyIdOf(account)}`)).items).toEqual([]);
    expect(await service.api.get('/api/account/requests', { token: account.key })).toAnswer(401);
  });

  it.each(['status=200', 'status=x', 'code=%27', 'key_id=0', 'from=2026-02-30', 'cursor=0', 'limit=101'])(
    'takes no %s',
    async (query) => {
      const token = await tokenOf(await createAccount(service));
      const answer = await service.api.get(`/api/account/requests?${query}`, { token });
      expect(answer).toAnswer(400, 'parameter_invalid');
    },
  );
});

describe('what is kept', () => {
  it('goes after seven days', async () => {
    const account = await createAccount(service);
    await send(account.key, { phone: 'x' });
    await written(service);
    const purge = () => service.app.get(Sweepers).runOnce('the purge of refused requests');
    service.clock.advance(7 * DAY_SECONDS - 60);
    await purge();
    expect(await countOf(account)).toBe(1);
    service.clock.advance(120);
    await purge();
    expect(await countOf(account)).toBe(0);
  });

  it('is so many rows of an account at most, the newest, and those of others stay', async () => {
    const [account, other] = [await createAccount(service), await createAccount(service)];
    await send(other.key, { phone: 'x' });
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < ROWS_MAX / 2; i++) await send(account.key, { phone: 'x' });
      await written(service);
      // Cut back after each tenth of the cap: a write between two of these may leave as much.
      expect(await countOf(account)).toBeLessThan(ROWS_MAX * 1.1);
    }
    const last = await send(account.key, { otp_code: 'x' });
    const { items } = await listed(service, await tokenOf(account));
    expect(items[0]?.request_id).toBe(last.headers.get('x-request-id'));
    expect(await countOf(account)).toBeGreaterThan(ROWS_MAX / 2);
    expect(await countOf(other)).toBe(1);
  });
});

describe('beside the requests', () => {
  it('an ordinary send asks the database nothing more', async () => {
    const account = await createAccount(service);
    await written(service);
    const asked: number[] = [];
    for (let round = 0; round < 3; round++) {
      const statements = await statementsOf(service, async () => {
        expect(await send(account.key, {})).toAnswer(200);
        await written(service);
      });
      asked.push(statements.filter(({ sql }) => sql.includes('refused_requests')).length);
    }
    // More than the fewest are those of the purge, which may come beside it.
    expect(Math.min(...asked)).toBe(0);
  });

  it('a database that takes none of them costs these lines alone', async () => {
    const account = await createAccount(service);
    const rename = (from: string, to: string) =>
      service.database.tx((tx) => tx.query(`ALTER TABLE ${from} RENAME TO ${to}`));
    await written(service);
    await rename('refused_requests', 'refused_away');
    try {
      const answer = await send(account.key, { phone: 'x' });
      expect(answer).toAnswer(400, 'phone_invalid');
      await written(service);
      expect(await send(account.key, {})).toAnswer(200);
    } finally {
      await rename('refused_away', 'refused_requests');
    }
    expect(service.logs.join('\n')).toContain('refused requests were not written down');
    await send(account.key, { otp_code: 'x' });
    expect((await listed(service, await tokenOf(account))).items).toMatchObject([
      { code: 'otp_code_invalid' },
    ]);
  });

  it('what was answered last is written down when the service stops', async () => {
    const own = service.database.engine === 'mysql' ? { databaseUrl: service.config.DATABASE_URL } : {};
    const second = await startTestService({ gateway: service.gateway, ...own });
    onTestFinished(() => second.close().catch(() => undefined));
    const account = await createAccount(second);
    const answer = await second.api.post('/api/otp/send', sendBody({ phone: 'x' }), { token: account.key });
    const databaseUrl = second.config.DATABASE_URL;
    await second.app.close();
    const third = await startTestService({ gateway: service.gateway, databaseUrl });
    onTestFinished(() => third.close());
    const rows = await third.database.read.findBy(RefusedRequest, { userId: account.userId });
    expect(rows).toMatchObject([{ requestId: answer.headers.get('x-request-id'), code: 'phone_invalid' }]);
  });
});
