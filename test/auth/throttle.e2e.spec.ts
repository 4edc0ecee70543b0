import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LoginAddress, LoginCount } from '../../src/auth/auth.entities.js';
import { LoginHousekeeping } from '../../src/auth/login-housekeeping.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { hashPassword, PASSWORD_COST } from '../../src/platform/security/password.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { statementsOf } from '../support/statements.js';
import { login, mailsDone, register } from './people.js';

describe('wrong passwords', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ env: { LOGIN_ATTEMPTS_MAX: '3', LOGIN_WINDOW_SECONDS: '60' } });
  });
  afterAll(() => test.close());

  const wrong = async (name: string) => (await login(test, name, 'sandi-salah')).body.code;

  it('close an account to their own address, the right one too, for a while, in every case of its name', async () => {
    const { username, password } = await register(test);
    expect([await wrong(username), await wrong(username.toUpperCase()), await wrong(` ${username}`)]).toEqual(
      Array(3).fill('credentials_invalid'),
    );
    const answer = await login(test, username, password);
    expect(answer).toAnswer(429, 'rate_limited');
    expect(answer.body.message).toMatch(/^Rate limit tercapai/);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('do not close another account', async () => {
    const { username, password } = await register(test);
    for (let i = 0; i < 4; i++) await wrong('orang-lain');
    expect(await login(test, username, password)).toAnswer(200);
  });

  it('are counted for unknown names as for known ones', async () => {
    const codes = [];
    for (let i = 0; i < 4; i++) codes.push(await wrong('nama-yang-tidak-ada'));
    expect(codes).toEqual([...Array<string>(3).fill('credentials_invalid'), 'rate_limited']);
  });

  it('are forgotten after the right one', async () => {
    const { username, password } = await register(test);
    for (let round = 0; round < 3; round++) {
      expect([await wrong(username), await wrong(username)]).not.toContain('rate_limited');
      expect(await login(test, username, password)).toAnswer(200);
    }
  });

  it('are not counted short when many come at once', async () => {
    const { username } = await register(test);
    const codes = await Promise.all(Array.from({ length: 20 }, () => wrong(username)));
    expect(codes.filter((code) => code === 'credentials_invalid')).toHaveLength(3);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(17);
  });

  it('are counted where a session proves its password', async () => {
    const { token, username, password } = await register(test);
    const change = (current_password: string) =>
      test.api.post('/api/auth/change-password', { current_password, new_password: 'sandi-baru' }, { token });
    for (let i = 0; i < 3; i++) expect((await change('sandi-salah')).body.code).toBe('password_wrong');
    expect((await change(password)).body.code).toBe('rate_limited');
    expect(await login(test, username, password)).toAnswer(200);
  });
});

describe('wrong passwords from many addresses', () => {
  let test: TestApp;
  keepBooks(() => test);
  beforeAll(async () => {
    const bounds = {
      LOGIN_ATTEMPTS_MAX: '4',
      LOGIN_ATTEMPTS_EVERYWHERE_MAX: '12',
      LOGIN_WINDOW_SECONDS: '900',
    };
    test = await startTestApp({ env: { ...bounds, TRUST_PROXY: '1' } });
    // Its rounds are this file's own, so that its statements are nobody else's.
    await test.app.get(Sweepers).onModuleDestroy();
  });
  afterEach(() => test.clock.reset());
  afterAll(() => test.close());

  let serial = 0;
  const newAddress = () => `198.51.${++serial >> 8}.${serial & 255}`;

  const from = (address: string, username: string, password = 'sandi-salah') =>
    test.api.post('/api/auth/login', { username, password }, { headers: { 'x-forwarded-for': address } });
  const code = async (address: string, username: string, password?: string) => {
    const { status, body } = await from(address, username, password);
    return status === 200 ? 'ok' : body.code;
  };

  /** Seconds; NaN where none is asked for. */
  const pauseOf = ({ status, headers }: Awaited<ReturnType<typeof from>>) =>
    status === 429 ? Number(headers.get('retry-after')) : NaN;

  /** Twelve wrong ones from three addresses: as many as there may be without a pause. */
  async function guess(username: string): Promise<void> {
    for (let i = 0; i < 3; i++) {
      const address = newAddress();
      for (let j = 0; j < 4; j++) expect(await code(address, username)).toBe('credentials_invalid');
    }
  }

  it('do not close an account to another address', async () => {
    const { username, password } = await register(test);
    const stranger = newAddress();
    for (let i = 0; i < 4; i++) expect(await code(stranger, username)).toBe('credentials_invalid');
    expect(await code(stranger, username, password)).toBe('rate_limited');
    expect(await code(newAddress(), username, password)).toBe('ok');
  });

  it('are counted once for the username and the email of an account', async () => {
    const { username, email, password } = await register(test);
    const address = newAddress();
    const names = [username, email, email.toUpperCase(), ` ${username.toLowerCase()} `];
    for (const name of names) expect(await code(address, name)).toBe('credentials_invalid');
    expect([await code(address, username, password), await code(address, email, password)]).toEqual(
      Array(2).fill('rate_limited'),
    );
  });

  it('ask the owner at a new address for a pause of seconds, and let in whoever waits', async () => {
    const { username, password } = await register(test);
    await guess(username);
    const address = newAddress();
    const asked = await from(address, username, password);
    expect(pauseOf(asked)).toBe(5);
    test.clock.advance(1);
    // Guesses from elsewhere do not make the wait longer.
    for (let i = 0; i < 8; i++) expect(await code(newAddress(), username)).toBe('rate_limited');
    const early = await from(address, username, password);
    expect(pauseOf(early)).toBe(4);
    test.clock.advance(4);
    expect(await code(address, username, password)).toBe('ok');
  });

  it('ask for a pause before each attempt, not before the first alone', async () => {
    const { username } = await register(test);
    await guess(username);
    const address = newAddress();
    for (let round = 0; round < 2; round++) {
      expect(await code(address, username)).toBe('rate_limited');
      test.clock.advance(6);
      expect(await code(address, username)).toBe('credentials_invalid');
    }
  });

  it('do not stop an address that logged in well within 30 days, and stop it after that', async () => {
    const { username, password } = await register(test);
    const home = newAddress();
    expect(await code(home, username, password)).toBe('ok');
    test.clock.advance(29 * 86_400);
    await guess(username);
    expect(await code(home, username)).toBe('credentials_invalid');
    expect(await code(home, username, password)).toBe('ok');
    test.clock.advance(31 * 86_400);
    await guess(username);
    expect(await code(home, username, password)).toBe('rate_limited');
  });

  it('are counted for unknown names the same, pauses included', async () => {
    const { username } = await register(test);
    const seen = [];
    for (const name of [username, 'nama-yang-tidak-ada']) {
      await guess(name);
      const address = newAddress();
      const codes = [await code(address, name), await code(address, name)];
      test.clock.advance(6);
      seen.push([...codes, await code(address, name)]);
    }
    expect(seen[0]).toEqual(['rate_limited', 'rate_limited', 'credentials_invalid']);
    expect(seen[1]).toEqual(seen[0]);
  });

  it('are the same number of statements for an unknown name as for a known one', async () => {
    const { username } = await register(test);
    await mailsDone(test); // That of the registration is about the account too.
    const statementsAs = async (name: string) => {
      const counts = [];
      for (let round = 0; round < 3; round++) {
        const statements = await statementsOf(test, () => code(newAddress(), name));
        counts.push(statements.filter(({ sql }) => /login_|users|audit_entries/.test(sql)).length);
      }
      // More than the fewest are the service's own rounds', which may come beside it.
      return Math.min(...counts);
    };
    const known = await statementsAs(username);
    expect(known).toBeGreaterThan(3);
    expect(await statementsAs('nama-lain-yang-tidak-ada')).toBe(known);
  });

  it('are counted by another instance on the same database', async () => {
    if (test.database.engine === 'sqlite') return;
    const other = await startTestApp({
      env: { LOGIN_ATTEMPTS_MAX: '4' },
      databaseUrl: test.config.DATABASE_URL,
      clock: test.clock,
    });
    try {
      const { username, password } = await register(test);
      for (let i = 0; i < 4; i++) expect(await code('127.0.0.1', username)).toBe('credentials_invalid');
      expect((await login(other, username, password)).body.code).toBe('rate_limited');
    } finally {
      await other.close();
    }
  });

  it('leave nothing in the database once they are over, in clear nothing ever, and no more than a cap', async () => {
    const rows = () => test.database.read.find(LoginCount);
    const purged = async () => {
      for (const name of ['login counts', 'login addresses'])
        await test.app.get(Sweepers).runOnce(`the purge of ${name}`);
    };
    // Beyond where the other tests have turned the clock to.
    test.clock.advance(100 * 86_400);
    await purged();
    const { username, email } = await register(test);
    const address = newAddress();
    await code(address, username);
    const known = test.database.read.find(LoginAddress);
    const written = JSON.stringify([await rows(), await known]).toLowerCase();
    for (const clear of [username, email, address]) expect(written).not.toContain(clear.toLowerCase());
    for (let i = 0; i < 20; i++) await code(newAddress(), `tidak-ada-${i}`);
    await test.app.get(LoginHousekeeping).shed(500, 10);
    expect(await rows()).toHaveLength(10);
    test.clock.advance(900 + 601);
    await purged();
    expect(await rows()).toEqual([]);
    test.clock.advance(31 * 86_400);
    await purged();
    expect(await test.database.read.count(LoginAddress)).toBe(0);
  });
});

describe('one address', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ env: { AUTH_RATE_PER_MINUTE: '4' } });
  });
  afterAll(() => test.close());

  it('gets so many requests a minute over all the doors that need no credential', async () => {
    const doors = ['register', 'login', 'google', 'forgot-password', 'reset-password'];
    const statuses = [];
    for (const door of doors) statuses.push((await test.api.post(`/api/auth/${door}`, {})).status);
    expect(statuses).toEqual([400, 400, 400, 400, 429]);
    const answer = await test.api.post('/api/auth/login', {});
    expect(answer.body.code).toBe('rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get('ratelimit-policy')).toBe('"auth";q=4;w=60');
    expect((await test.api.get('/api/auth/me')).body.code).toBe('token_missing');
  });
});

describe('a flood of logins', () => {
  it('is turned away beyond what can be hashed soon, and the service goes on', async () => {
    const test = await startTestApp();
    onTestFinished(() => test.close());
    const { username, password } = await register(test);
    const cheap = { ...PASSWORD_COST };
    Object.assign(PASSWORD_COST, { memoryCost: 19_456, timeCost: 150 });
    // Two that take a second or more, and as many as may wait for them.
    const busy = [hashPassword('a'), hashPassword('b')];
    Object.assign(PASSWORD_COST, cheap);
    busy.push(...Array.from({ length: 100 }, (_, nth) => hashPassword('c', { key: `address-${nth}` })));
    const answers = await Promise.all([1, 2, 3, 4].map((nth) => login(test, `tidak-ada-${nth}`, 'salah')));
    for (const answer of answers) {
      expect(answer).toAnswer(503, 'overloaded');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    // The account was made from this address: its owner goes before all of them.
    expect(await login(test, username, password)).toAnswer(200);
    await Promise.all(busy);
  });
});
