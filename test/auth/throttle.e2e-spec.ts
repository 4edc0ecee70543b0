import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';
import { login, register } from './people.js';

describe('wrong passwords', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ env: { LOGIN_ATTEMPTS_MAX: '3', LOGIN_WINDOW_SECONDS: '60' } });
  });
  afterAll(() => test.close());

  const wrong = async (name: string) => (await login(test, name, 'sandi-salah')).body.code;

  it('close an account to the right one too, for a while, in every case of its name', async () => {
    const { username, password } = await register(test);
    expect([await wrong(username), await wrong(username.toUpperCase()), await wrong(` ${username}`)]).toEqual(
      Array(3).fill('credentials_invalid'),
    );
    const answer = await login(test, username, password);
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
    expect(answer.body.message).toMatch(/^Rate limit tercapai/);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('do not close another account', async () => {
    const { username, password } = await register(test);
    for (let i = 0; i < 4; i++) await wrong('orang-lain');
    expect((await login(test, username, password)).status).toBe(200);
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
      expect((await login(test, username, password)).status).toBe(200);
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
    expect((await login(test, username, password)).status).toBe(200);
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
    try {
      const { username, password } = await register(test);
      const flood = Array.from({ length: 400 }, (_, i) => login(test, `tidak-ada-${i}`, 'sandi-salah'));
      const answers = await Promise.all(flood);
      expect(new Set(answers.map(({ body }) => body.code))).toEqual(
        new Set(['credentials_invalid', 'overloaded']),
      );
      const refused = answers.find(({ body }) => body.code === 'overloaded');
      expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '1']);
      expect((await login(test, username, password)).status).toBe(200);
    } finally {
      await test.close();
    }
  });
});
