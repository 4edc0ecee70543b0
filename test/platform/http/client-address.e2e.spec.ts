import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { register } from '../../auth/people.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createAccount } from '../../support/factories.js';

const RATE = 10;
const ATTEMPTS = 5;

let test: TestApp;
beforeAll(async () => {
  const env = { TRUST_PROXY: '1', AUTH_RATE_PER_MINUTE: String(RATE), LOGIN_ATTEMPTS_MAX: String(ATTEMPTS) };
  test = await startTestApp({ env });
});
afterAll(() => test.close());

const headersOf = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const range = (count: number) => Array.from({ length: count }, (_, at) => at);
/** Statuses of requests, each from a port of its own. */
const statuses = async (addressOf: (port: number) => string, count: number, path: string, body: object) => {
  const found: number[] = [];
  for (const at of range(count))
    found.push((await test.api.post(path, body, headersOf(addressOf(40_000 + at)))).status);
  return found;
};

describe('a caller whom a proxy writes with a port', () => {
  it.each([
    ['IPv4', (port: number) => `203.0.113.7:${port}`],
    ['IPv4 in IPv6', (port: number) => `[::ffff:203.0.113.8]:${port}`],
    [
      'IPv6, at whatever address of its /64',
      (port: number) => `[2001:db8:0:7::${port.toString(16)}]:${port}`,
    ],
    ['IPv6 with a zone', (port: number) => `fe80::1%eth${port}`],
  ])('has the limits of one address: %s', async (_name, addressOf) => {
    const body = { email: 'siapa@example.test' };
    const found = await statuses(addressOf, RATE + 2, '/api/auth/forgot-password', body);
    expect(found).toEqual([...range(RATE).map(() => 200), 429, 429]);
  });

  it('has the wrong passwords of one address', async () => {
    const { username, password } = await register(test);
    const wrong = { username, password: 'bukan-itu' };
    const addressOf = (port: number) => `203.0.113.9:${port}`;
    expect(await statuses(addressOf, ATTEMPTS + 1, '/api/auth/login', wrong)).toEqual([
      ...range(ATTEMPTS).map(() => 401),
      429,
    ]);
    const login = (address: string) =>
      test.api.post('/api/auth/login', { username, password }, headersOf(address));
    expect(await login('203.0.113.9')).toAnswer(429);
    expect(await login('203.0.113.10:1')).toAnswer(200);
  });

  it('is let in by the addresses of a key', async () => {
    const { userId } = await createAccount(test);
    const allowed_ips = ['203.0.113.7', '2001:db8::/32', '::ffff:10.1.0.0/112'];
    const { key } = await test.app.get(ApiKeysService).create(userId, { name: 'x', allowed_ips });
    const from = async (address: string) =>
      (await test.api.get('/api/otp/credit', { token: key, ...headersOf(address) })).status;
    for (const address of ['203.0.113.7:443', '[2001:db8::5]:443', '[::ffff:203.0.113.7]:1', '10.1.0.5:9'])
      expect([address, await from(address)]).toEqual([address, 200]);
    for (const address of ['203.0.113.8:443', '[2001:db9::5]:443', '203.0.113.7:http', '10.2.0.5:9'])
      expect([address, await from(address)]).toEqual([address, 401]);
  });

  it('is shown without the port', async () => {
    const { username, password } = await register(test);
    const seen = async (address: string) => {
      const answer = await test.api.post('/api/auth/login', { username, password }, headersOf(address));
      const { token } = answer.body.data as { token: string };
      const { body } = await test.api.get('/api/auth/sessions', { token, ...headersOf(address) });
      return (body.data as { address: string; current: boolean }[]).find(({ current }) => current)?.address;
    };
    expect(await seen('198.51.100.4:50000')).toBe('198.51.100.4');
    expect(await seen('[2001:DB8::4]:50000')).toBe('2001:db8::4');
    expect(await seen('nobody')).toBe('127.0.0.1');
  });

  it('counts as the proxy where that writes no address', async () => {
    const body = { email: 'siapa@example.test' };
    const found = await statuses((port) => `unknown-${port}`, RATE + 2, '/api/auth/forgot-password', body);
    // Others came from there too.
    expect(found.slice(-2)).toEqual([429, 429]);
  });
});
