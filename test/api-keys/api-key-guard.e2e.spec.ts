import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import type { NewApiKey } from '../../src/api-keys/api-keys.dto.js';
import { ApiKeysModule, ApiKeysService } from '../../src/api-keys/index.js';
import { BackgroundTasks } from '../../src/platform/background/background-tasks.js';
import type { Answer } from '../support/api.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { actorOf, createAccount } from '../support/factories.js';
import { userToken } from '../support/tokens.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => test.close());

const DOOR = '/api/otp/credit';
const MISSING = 'API key diperlukan. Kirim via header Authorization: Bearer <api_key>.';
const INVALID = 'API key tidak valid atau tidak aktif.';

const result = ({ status, body }: Answer) => (status === 200 ? 'ok' : `${status} ${body.code}`);
const knock = async (token: string) => result(await test.api.get(DOOR, { token }));
const withHeader = (authorization: string) => test.api.get(DOOR, { headers: { authorization } });

async function owner() {
  const { userId } = await createAccount(test);
  const keys = test.app.get(ApiKeysService);
  return {
    userId,
    keys,
    made: (body: object = {}): Promise<NewApiKey> => keys.create(userId, { name: 'x', ...body }),
  };
}

describe('the Authorization header', () => {
  it('that is absent, empty or without a credential is a missing API key', async () => {
    const answers = [
      await test.api.get(DOOR),
      await withHeader(''),
      await withHeader('   '),
      await withHeader('Bearer'),
      await withHeader('Bearer  '),
    ];
    for (const answer of answers) {
      expect(answer).toAnswer(401, { code: 'api_key_missing', message: MISSING });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="sandi"');
    }
  });

  it('with anything but a working key is an invalid API key', async () => {
    const { key } = await (await owner()).made();
    const wrong = [
      `Basic ${Buffer.from(`x:${key}`).toString('base64')}`,
      `Token ${key}`,
      key,
      `Bearer ${key} ${key}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.toUpperCase()}`,
      'Bearer null',
      "Bearer ' OR 1=1 --",
    ];
    for (const header of wrong) {
      const answer = await withHeader(header);
      expect(answer).toAnswer(401, { code: 'api_key_invalid', message: INVALID });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="sandi", error="invalid_token"');
    }
    expect(result(await withHeader(`bearer ${key}`))).toBe('ok');
  });

  it('is the only place a key is read from: not the query, the body, the path, a cookie or another header', async () => {
    const { key } = await (await owner()).made();
    const places = [
      await test.api.get(`${DOOR}?access_token=${key}&api_key=${key}&key=${key}`),
      await test.api.get(DOOR, {
        headers: { 'x-api-key': key, cookie: `access_token=${key}`, 'proxy-authorization': `Bearer ${key}` },
      }),
      await test.api.post('/api/otp/send', { access_token: key, api_key: key }),
      await test.api.post(`/api/otp/send?access_token=${key}`, { access_token: key }),
      await test.api.post('/api/otp/send', undefined, {
        raw: `access_token=${key}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ];
    for (const answer of places) expect(result(answer)).toBe('401 api_key_missing');
    expect(await test.api.get(`${DOOR}/${key}`)).toAnswer(404);
    expect(test.logs.join('')).not.toContain(key);
  });

  it('is not spoilt by an access_token elsewhere, which nobody reads', async () => {
    const { key } = await (await owner()).made();
    expect(result(await test.api.get(`${DOOR}?access_token=zzz`, { token: key }))).toBe('ok');
    const answer = await test.api.post('/api/otp/send', { access_token: 'zzz' }, { token: key });
    expect(result(answer)).toBe('400 parameter_missing');
  });
});

describe('from the next request on', () => {
  it('a key that was switched off is refused, and taken again when it is switched on', async () => {
    const { userId, keys, made } = await owner();
    const { id, key } = await made();
    expect(await knock(key)).toBe('ok');
    await keys.update(actorOf(userId), id, { active: false });
    expect(await knock(key)).toBe('401 api_key_invalid');
    await keys.update(actorOf(userId), id, { active: true });
    expect(await knock(key)).toBe('ok');
  });

  it('a key that was deleted is refused', async () => {
    const { userId, keys, made } = await owner();
    const { id, key } = await made();
    expect(await knock(key)).toBe('ok');
    await keys.remove(actorOf(userId), id);
    expect(await knock(key)).toBe('401 api_key_invalid');
  });

  it('the keys of a suspended account are refused', async () => {
    const { userId, made } = await owner();
    const { key } = await made();
    const login = await test.api.post('/api/auth/login', { username: 'admin', password: 'admin-password' });
    const { token } = login.body.data as { token: string };
    for (const [suspended, expected] of [
      [true, '401 api_key_invalid'],
      [false, 'ok'],
    ] as const) {
      await test.api.put(`/api/admin/users/${userId}/suspension`, { suspended }, { token });
      expect(await knock(key)).toBe(expected);
    }
  });

  it('a key is refused by another app on the same database too', async () => {
    const { userId, keys, made } = await owner();
    const { id, key } = await made();
    expect(await knock(key)).toBe('ok');
    if (test.config.DATABASE_URL.startsWith('sqlite:')) return;
    const other = await startTestApp({ databaseUrl: test.config.DATABASE_URL, clock: test.clock });
    try {
      expect(await other.api.get(DOOR, { token: key })).toAnswer(200);
      await keys.update(actorOf(userId), id, { active: false });
      expect(await other.api.get(DOOR, { token: key })).toAnswer(401);
    } finally {
      await other.close();
    }
  });
});

describe('a key', () => {
  it('ends with its time', async () => {
    const { made } = await owner();
    const expires_at = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const { key } = await made({ expires_at });
    expect(await knock(key)).toBe('ok');
    test.clock.advance(61);
    expect(await knock(key)).toBe('401 api_key_invalid');
  });

  it('that was rotated works until the overlap has passed, its successor from the start', async () => {
    const { userId, keys, made } = await owner();
    const old = await made();
    const fresh = await keys.rotate(actorOf(userId), old.id, 120);
    expect([await knock(old.key), await knock(fresh.key)]).toEqual(['ok', 'ok']);
    test.clock.advance(119);
    expect(await knock(old.key)).toBe('ok');
    test.clock.advance(2);
    expect([await knock(old.key), await knock(fresh.key)]).toEqual(['401 api_key_invalid', 'ok']);
    const next = await keys.rotate(actorOf(userId), fresh.id, 0);
    expect([await knock(fresh.key), await knock(next.key)]).toEqual(['401 api_key_invalid', 'ok']);
  });

  it('works from the addresses of its list only', async () => {
    const { made } = await owner();
    const { key } = await made({ allowed_ips: ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'] });
    const from = async (address: string) =>
      result(await test.api.get(DOOR, { token: key, headers: { 'x-forwarded-for': address } }));
    const allowed = ['203.0.113.7', '10.200.0.1', '2001:db8:1::5', '::ffff:10.0.0.9', '::ffff:cb00:7107'];
    for (const address of allowed) expect([address, await from(address)]).toEqual([address, 'ok']);
    const refused = [
      '203.0.113.8',
      '11.0.0.1',
      '2001:db9::1',
      '::1',
      '127.0.0.1',
      'unknown',
      '10.0.0.1, 8.8.8.8',
    ];
    for (const address of refused)
      expect([address, await from(address)]).toEqual([address, '401 api_key_invalid']);
  });

  it('from another address than its list is not let in by a forged header, where no proxy is trusted', async () => {
    const direct = await startTestApp();
    try {
      const { userId } = await createAccount(direct);
      const keys = direct.app.get(ApiKeysService);
      const list = async (allowed_ips: string[]) =>
        (await keys.create(userId, { name: 'x', allowed_ips })).key;
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      expect(await direct.api.get(DOOR, { token: await list(['203.0.113.7']), headers })).toAnswer(401);
      expect(await direct.api.get(DOOR, { token: await list(['127.0.0.1']), headers })).toAnswer(200);
    } finally {
      await direct.close();
    }
  });

  it('tells when it was last used, to the minute, and writes no more often', async () => {
    const { userId, made } = await owner();
    const { id, key } = await made();
    const lastUse = async () => {
      await test.app.select(ApiKeysModule).get(BackgroundTasks, { strict: true }).idle();
      return (await test.database.read.findOneByOrFail(ApiKey, { id })).lastUsedAt?.getTime();
    };
    expect(await lastUse()).toBeUndefined();
    await Promise.all(Array.from({ length: 20 }, () => knock(key)));
    const first = await lastUse();
    expect(first).toBe(test.clock.now().getTime());
    test.clock.advance(50);
    await knock(key);
    expect(await lastUse()).toBe(first);
    test.clock.advance(15);
    await knock(key);
    expect(await lastUse()).toBeGreaterThan(first ?? Infinity);
    const listed = await test.api.get('/api/account/api-keys', { token: await userToken(test, userId) });
    expect(listed.body.data[0]).toMatchObject({
      id,
      last_used_at: expect.stringMatching(/^\d{4}-/) as string,
    });
  });
});

describe('the cap of the account', () => {
  it('counts after the key has been checked, over all keys of the account', async () => {
    const capped = await startTestApp({ env: { SEND_RATE_PER_MINUTE: '3' } });
    try {
      const { userId, key } = await createAccount(capped);
      const second = await capped.app.get(ApiKeysService).create(userId, { name: 'x' });
      const other = await createAccount(capped);
      const send = async (token: string) => (await capped.api.post('/api/otp/send', {}, { token })).body.code;
      expect([await send(key), await send(second.key), await send(key)]).toEqual(
        Array(3).fill('parameter_missing'),
      );
      expect([await send(second.key), await send(key)]).toEqual(['rate_limited', 'rate_limited']);
      expect(await send(other.key)).toBe('parameter_missing');
      for (let i = 0; i < 5; i++) expect(await send('bukan-key')).toBe('api_key_invalid');
    } finally {
      await capped.close();
    }
  });
});
