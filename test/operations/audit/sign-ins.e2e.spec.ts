import { IsNull } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../src/operations/audit/audit-entry.entity.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { login, register, sessionOf, suspend } from '../../auth/people.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { linesOf, logOf } from './log.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

let test: TestApp;
beforeAll(async () => {
  const bounds = { LOGIN_ATTEMPTS_MAX: '3', LOGIN_ATTEMPTS_EVERYWHERE_MAX: '1000' };
  test = await startTestApp({ env: { ...bounds, TRUST_PROXY: '1' } });
});
afterEach(() => test.clock.reset());
afterAll(() => test.close());
keepBooks(() => test);

let serial = 0;
const newAddress = () => `198.51.100.${++serial}`;

interface From {
  address: string;
  agent?: string;
}

const from = ({ address, agent = 'Peramban/1.0' }: From, username: string, password = 'sandi-salah') =>
  test.api.post(
    '/api/auth/login',
    { username, password },
    { headers: { 'x-forwarded-for': address, 'user-agent': agent } },
  );

const rowsOfNobody = () =>
  test.database.read.findBy(AuditEntry, { action: 'signin.failed', userId: IsNull() });

describe('a sign-in', () => {
  it('is told to its owner, with address and user agent', async () => {
    const { username, password, token } = await register(test);
    await from({ address: '198.51.100.200', agent: 'Ponsel/2.0' }, username, password);
    const [line] = await linesOf(test, token, 'signin.ok');
    expect(line).toMatchObject({
      by: 'owner',
      detail: { how: 'password' },
      address: '198.51.100.200',
      user_agent: 'Ponsel/2.0',
      times: 1,
    });
  });

  it('that is refused is told too, once for a wrong password and once for too many', async () => {
    const { username, token } = await register(test);
    const address = newAddress();
    for (let nth = 0; nth < 5; nth++) await from({ address }, username);
    const lines = await linesOf(test, token, 'signin.failed');
    expect(lines.map(({ by, detail, times }) => [by, detail?.reason, times])).toEqual([
      ['unknown', 'rate_limited', 2],
      ['unknown', 'credentials_invalid', 3],
    ]);
    expect(lines.map((line) => line.address)).toEqual([address, address]);
  });

  it('of a suspended account is told, with the right password', async () => {
    const { username, password, user } = await register(test);
    await suspend(test, user.id);
    expect((await from({ address: newAddress() }, username, password)).body.code).toBe('account_suspended');
    await suspend(test, user.id, false);
    const { token } = sessionOf(await login(test, username, password));
    const [line] = await linesOf(test, token, 'signin.failed');
    expect(line?.detail).toEqual({ how: 'password', reason: 'account_suspended' });
  });

  it('with a wrong password where a session changes it is told', async () => {
    const { token } = await register(test);
    const change = { current_password: 'sandi-salah', new_password: 'sandi-baru' };
    await test.api.post('/api/auth/change-password', change, { token });
    const [line] = await linesOf(test, token, 'signin.failed');
    expect(line?.detail).toEqual({ how: 'confirmation', reason: 'password_wrong' });
  });

  it('is told with a user agent that is cut, and fit to print', async () => {
    const { username, password, token } = await register(test);
    const agent = `Peramban\u0080\u009b[31m\t${'x'.repeat(500)}`;
    await from({ address: '198.51.100.201', agent }, username, password);
    const [line] = await linesOf(test, token, 'signin.ok');
    expect(line?.user_agent).toMatch(/^Peramban\?\?\[31m\?x+$/);
    expect(line?.user_agent).toHaveLength(200);
  });

  it('is never told to another account', async () => {
    const { username } = await register(test);
    const other = await register(test);
    await from({ address: newAddress() }, username);
    expect((await logOf(test, other.token)).map(({ action }) => action)).toEqual(['signin.ok']);
  });
});

describe('guesses', () => {
  it('from one address are one line an hour, which counts them', async () => {
    const { username, token } = await register(test);
    const address = newAddress();
    for (let nth = 0; nth < 3; nth++) await from({ address }, username);
    test.clock.advance(HOUR);
    await from({ address }, username);
    const lines = await linesOf(test, token, 'signin.failed');
    expect(lines.map(({ times }) => times)).toEqual([1, 3]);
  });

  it('from ever new addresses are twenty lines and one that counts the others', async () => {
    const { username, token } = await register(test);
    for (let nth = 0; nth < 30; nth++) await from({ address: `203.0.113.${nth}` }, username);
    const lines = await linesOf(test, token, 'signin.failed');
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatchObject({ address: null, user_agent: null, times: 10 });
    expect(new Set(lines.map((line) => line.address)).size).toBe(21);
  });

  it('from ever new addresses of one IPv6 network are one line', async () => {
    const { username, token } = await register(test);
    for (let nth = 1; nth <= 3; nth++) await from({ address: `2001:db8::${nth}` }, username);
    const lines = await linesOf(test, token, 'signin.failed');
    expect(lines.map(({ address, times }) => [address, times])).toEqual([['2001:db8::1', 3]]);
  });

  it('that come at once are all counted', async () => {
    const { username, token } = await register(test);
    const addresses = Array.from({ length: 6 }, () => newAddress());
    await Promise.all(addresses.flatMap((address) => [0, 1, 2].map(() => from({ address }, username))));
    const lines = await linesOf(test, token, 'signin.failed');
    expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(18);
  });

  it('at names that nobody has are noted without the name, in so many lines for all together', async () => {
    const before = (await rowsOfNobody()).length;
    for (let nth = 0; nth < 30; nth++)
      await from({ address: `192.0.2.${nth}` }, `sandi-yang-salah-kolom-${nth}`);
    const rows = await rowsOfNobody();
    expect(rows.length - before).toBeLessThanOrEqual(21);
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThanOrEqual(30);
    expect(JSON.stringify(rows)).not.toContain('salah-kolom');
  });
});

describe('the security log', () => {
  it('is kept for SECURITY_LOG_DAYS, and what administrators did for good', async () => {
    const { username, password, user } = await register(test);
    await suspend(test, user.id);
    await suspend(test, user.id, false);
    test.clock.advance(179 * DAY);
    await test.app.get(Sweepers).runOnce('the purge of the security log');
    const count = () => test.database.read.countBy(AuditEntry, { userId: user.id });
    expect(await count()).toBe(3);
    test.clock.advance(2 * DAY);
    await test.app.get(Sweepers).runOnce('the purge of the security log');
    const { token } = sessionOf(await login(test, username, password));
    const lines = await logOf(test, token);
    expect(lines.map(({ action, by }) => [action, by])).toEqual([
      ['signin.ok', 'owner'],
      ['user.resume', 'administrator'],
      ['user.suspend', 'administrator'],
    ]);
    expect(lines.slice(1).map(({ address, user_agent }) => [address, user_agent])).toEqual(
      Array(2).fill([null, null]),
    );
  });

  it('is paged, and takes a user token', async () => {
    const { token } = await register(test);
    for (let nth = 0; nth < 3; nth++) await test.api.post('/api/account/api-keys', { name: 'k' }, { token });
    const page = await test.api.get('/api/account/security-log?page=2&limit=3', { token });
    expect(page.body.data).toMatchObject({ total: 4, page: 2, limit: 3, items: [{ action: 'signin.ok' }] });
    expect((await test.api.get('/api/account/security-log')).body.code).toBe('token_missing');
  });
});
