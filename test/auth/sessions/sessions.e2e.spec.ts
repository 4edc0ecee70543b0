import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LoginSession } from '../../../src/auth/auth.entities.js';
import type { SessionView } from '../../../src/auth/sessions/sessions.service.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import type { CallOptions } from '../../support/api.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { userToken } from '../../support/tokens.js';
import { mailsDone, type Person, register, sessionOf, standing, suspend } from '../people.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ env: { TRUST_PROXY: '1' } });
});
afterEach(() => test.clock.reset());
afterAll(() => test.close());
keepBooks(() => test);

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

const from = (address: string, userAgent = 'curl/8.5.0') => ({
  headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
});

/** One more session of somebody. */
async function another({ username, password }: Person, options: CallOptions = {}): Promise<string> {
  const answer = await test.api.post('/api/auth/login', { username, password }, options);
  return sessionOf(answer).token;
}

async function listed(token: string): Promise<SessionView[]> {
  const answer = await test.api.get('/api/auth/sessions', { token });
  expect(answer).toAnswer(200);
  return answer.body.data;
}

const end = (token: string, id: number | string) => test.api.delete(`/api/auth/sessions/${id}`, { token });
const idOf = async (token: string) => (await listed(token)).find(({ current }) => current)?.id ?? NaN;

describe('the sessions of an account', () => {
  it('are told to its owner with device, address and last use, the newest use first', async () => {
    const person = await register(test);
    test.clock.advance(60);
    const token = await another(person, from('203.0.113.7', CHROME));
    const [newest, oldest, ...others] = await listed(token);
    expect(others).toEqual([]);
    expect(newest).toMatchObject({ device: 'Chrome, Windows', address: '203.0.113.7', current: true });
    expect(oldest).toMatchObject({ device: 'node', address: '127.0.0.1', current: false });
    const secondsApart = Date.parse(newest?.last_used_at ?? '') - Date.parse(oldest?.last_used_at ?? '');
    expect(secondsApart).toBeGreaterThanOrEqual(60_000);
    expect(Date.parse(newest?.expires_at ?? '') - Date.parse(newest?.created_at ?? '')).toBe(43_200_000);
  });

  it('are nobody else’s to see or to end', async () => {
    const [owner, stranger] = [await register(test), await register(test)];
    expect(await listed(stranger.token)).toHaveLength(1);
    const answer = await end(stranger.token, await idOf(owner.token));
    expect(answer).toAnswer(404, 'not_found');
    expect(await test.api.delete('/api/auth/sessions', stranger)).toAnswer(200);
    expect(await standing(test, owner.token)).toBe('ok');
  });

  it('end one by one, from the next request on, and no other with it', async () => {
    const person = await register(test);
    const [kept, stolen] = [await another(person), await another(person)];
    const id = await idOf(stolen);
    expect(await end(person.token, id)).toAnswer(200);
    expect(await standing(test, stolen)).toBe('token_invalid');
    expect(await Promise.all([person.token, kept].map((token) => standing(test, token)))).toEqual([
      'ok',
      'ok',
    ]);
    expect(await end(person.token, id)).toAnswer(404);
    for (const none of ['0', '-1', 'x', '1.5', '99999999999'])
      expect(await end(person.token, none)).toAnswer(404);
    const own = await end(kept, await idOf(kept));
    expect(own.body).toEqual({ success: true, message: 'Sesi telah diakhiri.' });
    expect(await standing(test, kept)).toBe('token_invalid');
  });

  it('end all at once but for the one that asks', async () => {
    const person = await register(test);
    const others = [await another(person), await another(person)];
    expect(await test.api.delete('/api/auth/sessions', person)).toAnswer(200);
    for (const token of others) expect(await standing(test, token)).toBe('token_invalid');
    expect(await listed(person.token)).toHaveLength(1);
  });

  it('are gone from the list with whatever ends all of them', async () => {
    const person = await register(test);
    await another(person);
    const change = { current_password: person.password, new_password: 'sandi-yang-baru' };
    const changed = await test.api.post('/api/auth/change-password', change, person);
    const { token } = sessionOf(changed);
    expect(await listed(token)).toHaveLength(1);
    await suspend(test, person.user.id);
    await suspend(test, person.user.id, false);
    const again = await another({ ...person, password: 'sandi-yang-baru' });
    expect(await listed(again)).toHaveLength(1);
    expect(await test.api.post('/api/auth/logout-all', undefined, { token: again })).toAnswer(200);
    expect(await standing(test, again)).toBe('token_invalid');
  });

  it('are no more than two hundred: those used longest ago end first', async () => {
    const person = await register(test);
    test.clock.advance(1);
    for (let i = 0; i < 199; i++) await userToken(test, person.user.id);
    expect(await standing(test, person.token)).toBe('ok');
    test.clock.advance(1);
    const newest = await userToken(test, person.user.id);
    expect(await standing(test, person.token)).toBe('token_invalid');
    expect(await listed(newest)).toHaveLength(200);
  });

  it('leave nothing behind after their time', async () => {
    const { token, user } = await register(test);
    test.clock.advance(43_201);
    expect(await standing(test, token)).toBe('token_invalid');
    await test.app.get(Sweepers).runOnce('the purge of sessions');
    expect(await test.database.read.countBy(LoginSession, { userId: user.id })).toBe(0);
  });
});

describe('the last use of a session', () => {
  it('is noted with its address, but no more often than every five minutes', async () => {
    const { token } = await register(test);
    const [began] = await listed(token);
    const use = async (seconds: number, address: string) => {
      test.clock.advance(seconds);
      await test.api.get('/api/auth/me', { token, ...from(address) });
      await mailsDone(test);
      return (await listed(token))[0];
    };
    expect(await use(299, '203.0.113.8')).toEqual(began);
    const noted = await use(2, '203.0.113.9');
    expect(noted).toMatchObject({ address: '203.0.113.9', device: began?.device });
    const laterMs = Date.parse(noted?.last_used_at ?? '') - Date.parse(began?.last_used_at ?? '');
    expect(laterMs).toBe(301_000);
    expect(await use(299, '203.0.113.10')).toEqual(noted);
  });
});

describe('logging out', () => {
  const DASHBOARD = { 'x-sandi-client': 'dashboard' };

  it('ends the session itself, so that a copy of its token is worth nothing', async () => {
    const person = await register(test);
    const other = await another(person);
    const cookie = `sandi_session=${person.token}`;
    const out = await test.api.delete('/api/auth/session', { headers: { cookie, ...DASHBOARD } });
    expect(out).toAnswer(200);
    expect(await standing(test, person.token)).toBe('token_invalid');
    expect(await standing(test, other)).toBe('ok');
    expect(await test.api.delete('/api/auth/session', { token: other })).toAnswer(200);
    expect(await standing(test, other)).toBe('token_invalid');
  });

  it('is nothing that another site can do to somebody, nor anyone without the token', async () => {
    const { token } = await register(test);
    const cookie = `sandi_session=${token}`;
    const forged = [
      { cookie },
      { cookie, ...DASHBOARD, 'sec-fetch-site': 'cross-site' },
      { cookie: `${cookie}x`, ...DASHBOARD },
      { ...DASHBOARD, cookie: `${cookie}; ${cookie}` },
    ];
    for (const headers of forged) await test.api.delete('/api/auth/session', { headers });
    expect(await standing(test, token)).toBe('ok');
  });
});
