import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Answer } from '../support/api.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { type Person, register, suspend } from './people.js';

let test: TestApp;
let person: Person;
/** Its clock is the tests' to move. */
let moving: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  person = await register(test);
  moving = await startTestApp({ env: { TOKEN_TTL_SECONDS: '3600' } });
});
afterAll(async () => {
  await test.close();
  await moving.close();
});

const DASHBOARD = { 'x-sandi-client': 'dashboard' };

const open = (app: TestApp, token: string) => app.api.post('/api/auth/session', undefined, { token });

/** The parts of a Set-Cookie, in lower case but for the first. */
function partsOf(answer: Answer): string[] {
  const [pair = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ');
  return [pair, ...attributes.map((attribute) => attribute.toLowerCase())];
}

/** A request as a browser makes it with the cookie of `token`. */
const withCookie = (token: string, headers: Record<string, string> = DASHBOARD, path = '/api/auth/me') =>
  test.api.get(path, { headers: { cookie: `sandi_session=${token}`, ...headers } });

async function expectSecure(app: TestApp): Promise<void> {
  const { token } = await register(app);
  expect(partsOf(await open(app, token))).toContain('secure');
  expect(partsOf(await app.api.delete('/api/auth/session'))).toContain('secure');
}

const codeOf = ({ status, body }: Answer) => (status === 200 ? 'ok' : body.code);

describe('a session', () => {
  it('keeps the token where no script and no other site has it, for as long as it lives', async () => {
    const answer = await open(test, person.token);
    expect(answer).toAnswer(200);
    expect(answer.body.data).toEqual(person.user);
    const [pair, ...attributes] = partsOf(answer);
    expect(pair).toBe(`sandi_session=${person.token}`);
    expect(attributes).toEqual(expect.arrayContaining(['path=/api', 'httponly', 'samesite=strict']));
    expect(attributes).not.toContain('secure');
    const seconds = Number(/max-age=(\d+)/.exec(attributes.join())?.[1]);
    expect(seconds).toBe(43_200);
  });

  it('goes over https only in production', async () => {
    const production = await startTestApp({
      env: { NODE_ENV: 'production', REGISTRATION: 'open', GOOGLE_AUTH: 'verified' },
    });
    onTestFinished(() => production.close());
    await expectSecure(production);
  });

  it('lasts no longer than what is left of its token', async () => {
    const { token } = await register(moving);
    moving.clock.advance(3000);
    const seconds = Number(/max-age=(\d+)/.exec(partsOf(await open(moving, token)).join())?.[1]);
    expect(seconds).toBe(600);
  });

  it('opens for the token of the Authorization header only: a cookie renews nothing', async () => {
    expect(codeOf(await test.api.post('/api/auth/session'))).toBe('token_missing');
    const headers = { cookie: `sandi_session=${person.token}`, ...DASHBOARD };
    const answer = await test.api.post('/api/auth/session', undefined, { headers });
    expect(codeOf(answer)).toBe('token_missing');
    expect(answer.headers.get('set-cookie')).toBeNull();
    const { key } = await createAccount(test);
    expect(codeOf(await open(test, key))).toBe('token_invalid');
  });

  it('is forgotten by whoever asks, whether or not there was one', async () => {
    for (const cookie of ['', `sandi_session=${person.token}`]) {
      const answer = await test.api.delete('/api/auth/session', { headers: { cookie } });
      expect(answer).toAnswer(200);
      const parts = partsOf(answer);
      expect(parts[0]).toBe('sandi_session=');
      expect(parts).toEqual(expect.arrayContaining(['path=/api', 'httponly', 'samesite=strict']));
      expect(parts.join()).toMatch(/max-age=0|expires=thu, 01 jan 1970/);
    }
  });
});

describe('a session where the service is reached by https', () => {
  let https: TestApp;
  beforeAll(async () => {
    https = await startTestApp({ env: { PUBLIC_URL: 'https://otp.example.test' } });
  });
  afterAll(() => https.close());

  it('goes over https only', () => expectSecure(https));

  it('is of one host alone', async () => {
    const { token } = await register(https);
    const [pair, ...attributes] = partsOf(await open(https, token));
    expect(pair).toBe(`__Host-sandi_session=${token}`);
    expect(attributes).toEqual(expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=strict']));
    expect(attributes.join()).not.toContain('domain');
    const [gone, ...also] = partsOf(await https.api.delete('/api/auth/session'));
    expect(gone).toBe('__Host-sandi_session=');
    expect(also).toEqual(expect.arrayContaining(['path=/', 'secure']));
    const me = async (cookie: string) =>
      codeOf(await https.api.get('/api/auth/me', { headers: { ...DASHBOARD, cookie } }));
    expect(await me(`__Host-sandi_session=${token}`)).toBe('ok');
    // The name that a neighbour could plant is another cookie's.
    expect(await me(`sandi_session=${token}`)).toBe('token_missing');
  });
});

describe('the cookie of a session', () => {
  it('opens what its token opens', async () => {
    expect(codeOf(await withCookie(person.token))).toBe('ok');
    expect(codeOf(await withCookie(person.token, { ...DASHBOARD, 'sec-fetch-site': 'same-origin' }))).toBe(
      'ok',
    );
    expect(codeOf(await withCookie(person.token, DASHBOARD, '/api/account/api-keys'))).toBe('ok');
    expect(codeOf(await withCookie(person.token, DASHBOARD, '/api/admin/users'))).toBe('forbidden');
  });

  it.each<[string, Record<string, string>]>([
    ['without the header of the dashboard', {}],
    ['with another header', { 'x-sandi-client': 'evil' }],
    ['of another site', { ...DASHBOARD, 'sec-fetch-site': 'cross-site' }],
    ['of a neighbour of the same site', { ...DASHBOARD, 'sec-fetch-site': 'same-site' }],
    ['of no page', { ...DASHBOARD, 'sec-fetch-site': 'none' }],
  ])('is as good as none in a request %s', async (_, headers) => {
    const answer = await withCookie(person.token, headers);
    expect(answer).toAnswer(401, 'token_missing');
  });

  it('changes nothing for another site either, which gets no leave to send the header', async () => {
    const change = { current_password: person.password, new_password: 'sandi-milik-penyerang' };
    const headers = { cookie: `sandi_session=${person.token}`, origin: 'https://evil.example' };
    const forged = await test.api.post('/api/auth/change-password', change, { headers });
    expect(codeOf(forged)).toBe('token_missing');
    const preflight = await fetch(`${test.url}/api/auth/change-password`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-sandi-client',
      },
    });
    expect(preflight.ok).toBe(false);
    for (const name of preflight.headers.keys()) expect(name).not.toMatch(/^access-control-/);
  });

  it('is not looked at where there is an Authorization header, good or bad', async () => {
    const other = await register(test);
    const both = { ...DASHBOARD, authorization: `Bearer ${other.token}` };
    const answer = await withCookie(person.token, both);
    expect(answer.body.data).toMatchObject({ id: other.user.id });
    const codes = ['Bearer x', 'Basic YTpi', ''].map(async (authorization) =>
      codeOf(await withCookie(person.token, { ...DASHBOARD, authorization })),
    );
    expect(await Promise.all(codes)).toEqual(['token_invalid', 'token_invalid', 'token_missing']);
  });

  it('ends with its token: after logout-all, a suspension, its time', async () => {
    const out = await register(test);
    await test.api.post('/api/auth/logout-all', undefined, {
      headers: { cookie: `sandi_session=${out.token}`, ...DASHBOARD },
    });
    expect(codeOf(await withCookie(out.token))).toBe('token_invalid');
    const suspended = await register(test);
    await suspend(test, suspended.user.id);
    expect(codeOf(await withCookie(suspended.token))).toBe('token_invalid');
    const { token } = await register(moving);
    moving.clock.advance(3601);
    const headers = { cookie: `sandi_session=${token}`, ...DASHBOARD };
    expect(codeOf(await moving.api.get('/api/auth/me', { headers }))).toBe('token_invalid');
  });

  it.each(['', 'x', 'a.b.c', '%', '%ff', '"'])('that holds %j is no token', async (value) => {
    const answer = await withCookie(value);
    expect(answer).toAnswer(401, value === '' ? 'token_missing' : 'token_invalid');
  });

  it('is refused where there are two of the name, whichever comes first', async () => {
    const { token } = await register(test);
    for (const [one, other] of [
      [person.token, token],
      [token, 'x'],
      ['', token],
      [token, token],
    ]) {
      const cookies = [
        `sandi_session=${one}; sandi_session=${other}`,
        `sandi_session=${one};a=b; sandi_session =${other}`,
      ];
      for (const cookie of cookies)
        expect(codeOf(await test.api.get('/api/auth/me', { headers: { ...DASHBOARD, cookie } }))).toBe(
          'token_invalid',
        );
    }
    const cookie = `other=sandi_session=x; sandi_session=${token}; xsandi_session=y`;
    expect(codeOf(await test.api.get('/api/auth/me', { headers: { ...DASHBOARD, cookie } }))).toBe('ok');
  });

  it('is never an API key, nor opens what takes one', async () => {
    const { key } = await createAccount(test);
    expect(codeOf(await withCookie(key))).toBe('token_invalid');
    for (const value of [key, person.token]) {
      const headers = { cookie: `sandi_session=${value}`, ...DASHBOARD };
      const send = await test.api.post('/api/otp/send', sendBody(), { headers });
      expect(codeOf(send)).toBe('api_key_missing');
      expect(codeOf(await withCookie(value, DASHBOARD, '/api/otp/credit'))).toBe('api_key_missing');
    }
  });
});
