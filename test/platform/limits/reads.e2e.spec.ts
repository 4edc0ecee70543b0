import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { InFlight } from '../../../src/platform/limits/index.js';
import type { Answer } from '../../support/api.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken, userToken } from '../../support/tokens.js';

const RATE = 5;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { READ_RATE_PER_MINUTE: String(RATE) } });
});
afterAll(() => service.close());
keepBooks(() => service);

async function times(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await ask()).status);
  return statuses;
}
const all = (count: number) => Array<number>(count).fill(200);

describe('reads', () => {
  it('of a key are counted whatever they read, and say what is left', async () => {
    const { key: token } = await createAccount(service);
    const first = await service.api.get('/api/otp/credit', { token });
    expect(first.headers.get('ratelimit-policy')).toBe(`"read";q=${RATE};w=60, "account";q=${5 * RATE};w=60`);
    expect(first.headers.get('ratelimit')).toMatch(/^"read";r=4;t=\d+, "account";r=24;t=\d+$/);
    for (const path of ['history', 'stats', 'messages?external_id=x'])
      expect(await service.api.get(`/api/otp/${path}`, { token })).toAnswer(200);
    const search = () => service.api.post('/api/otp/messages/search', { reference: 'x' }, { token });
    expect(await times(2, search)).toEqual([200, 429]);
    const refused = await service.api.get('/api/otp/credit', { token });
    expect(refused).toAnswer(429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toMatch(/^"read";r=0;/);
  });

  it('over the limit are answered after a pause, so that a client cannot hammer', async () => {
    const { key: token } = await createAccount(service);
    const read = () => service.api.get('/api/otp/credit', { token });
    await times(RATE, read);
    const startedAtMs = performance.now();
    expect(await read()).toAnswer(429, 'rate_limited');
    // Timers may fire a millisecond early.
    expect(performance.now() - startedAtMs).toBeGreaterThan(248);
  });

  it('never slow or count a send or a check, and are not counted by them', async () => {
    const { key: token } = await createAccount(service);
    expect(await times(RATE, () => service.api.get('/api/otp/credit', { token }))).toEqual(all(RATE));
    const send = () => service.api.post('/api/otp/send', sendBody(), { token });
    expect(await times(RATE + 1, send)).toEqual(all(RATE + 1));
    const check = await service.api.post(
      '/api/otp/check',
      { phone: '081234567890', otp_code: '1234' },
      { token },
    );
    expect(check).toAnswer(200);
    const other = await createAccount(service);
    expect(
      await times(RATE + 1, () => service.api.post('/api/otp/send', sendBody(), { token: other.key })),
    ).toEqual(all(RATE + 1));
    expect(await service.api.get('/api/otp/credit', { token: other.key })).toAnswer(200);
  });

  it('of one key leave the reads of the dashboard and of other keys; all keys together have five times as many', async () => {
    const { userId, key } = await createAccount(service);
    const credit = (token: string) => () => service.api.get('/api/otp/credit', { token });
    expect(await times(RATE + 1, credit(key))).toEqual([...all(RATE), 429]);
    for (let made = 1; made < 5; made++) {
      const { key: another } = await service.app
        .get(ApiKeysService)
        .create(userId, { name: 'k', mode: 'test' });
      expect(await times(RATE, credit(another))).toEqual(all(RATE));
    }
    const { key: sixth } = await service.app.get(ApiKeysService).create(userId, { name: 'k', mode: 'test' });
    const refused = await credit(sixth)();
    expect(refused).toAnswer(429);
    expect(refused.headers.get('ratelimit-policy')).toBe(`"account";q=${5 * RATE};w=60`);
    const token = await userToken(service, userId);
    const read = (path: string) => service.api.get(path, { token });
    expect((await read('/api/account/history')).headers.get('ratelimit-policy')).toBe(
      `"read";q=${RATE};w=60`,
    );
    expect(await times(RATE, () => read('/api/auth/me'))).toEqual([...all(RATE - 1), 429]);
    expect(await service.api.patch('/api/account/credit', { low_threshold: 1 }, { token })).toAnswer(200);
  });

  it('of administrators are counted too', async () => {
    const token = await adminToken(service);
    const list = () => service.api.get('/api/admin/messages', { token });
    expect(await times(RATE + 1, list)).toEqual([...all(RATE), 429]);
  });

  it('of strangers use up nobody’s', async () => {
    expect(await times(RATE + 1, () => service.api.get('/api/settings'))).toEqual(all(RATE + 1));
    expect(await times(RATE + 1, () => service.api.get('/api/otp/credit'))).toEqual(
      Array(RATE + 1).fill(401),
    );
  });
});

describe('what one account has in flight', () => {
  let plain: TestService;
  beforeAll(async () => {
    plain = await startTestService();
  });
  afterAll(() => plain.close());

  /** As if so many were under way. */
  function hold(kind: string, userId: number, count: number): void {
    for (let i = 0; i < count; i++)
      onTestFinished(plain.app.get(InFlight).take(`${kind}:${userId}`, { max: count }));
  }

  it('is one narrowed list or search, by sessions and keys together', async () => {
    const { userId, key } = await createAccount(plain);
    const token = await userToken(plain, userId);
    hold('messages', userId, 1);
    const search = { reference: 'x' };
    const refused = [
      await plain.api.get('/api/account/history?brand=x', { token }),
      await plain.api.get('/api/account/history?prefix=081', { token }),
      await plain.api.post('/api/account/messages/search', search, { token }),
      await plain.api.post('/api/otp/messages/search', search, { token: key }),
    ];
    for (const answer of refused) {
      expect(answer).toAnswer(429, 'rate_limited');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    for (const path of ['/api/account/history', '/api/account/history?status=sent', '/api/account/credit'])
      expect(await plain.api.get(path, { token })).toAnswer(200);
    const other = await createAccount(plain);
    const others = await userToken(plain, other.userId);
    expect(await plain.api.get('/api/account/history?brand=x', { token: others })).toAnswer(200);
  });

  it('is one narrowed ledger, one narrowed list of refused requests, and one list of brands', async () => {
    const { userId } = await createAccount(plain);
    const token = await userToken(plain, userId);
    for (const [kind, path] of [
      ['ledger', '/api/account/credit/entries?kind=charge'],
      ['requests', '/api/account/requests?status=429'],
      ['brands', '/api/account/history/brands'],
    ] as const) {
      expect(await plain.api.get(path, { token })).toAnswer(200);
      hold(kind, userId, 1);
      expect(await plain.api.get(path, { token })).toAnswer(429);
    }
  });

  it('is one list of an administrator that no counter knows', async () => {
    const token = await adminToken(plain);
    const { body } = await plain.api.get('/api/auth/me', { token });
    hold('messages', (body.data as { id: number }).id, 1);
    for (const query of ['brand=x', 'device_id=1', 'mode=live'])
      expect(await plain.api.get(`/api/admin/messages?${query}`, { token })).toAnswer(429);
    for (const query of ['', '?user_id=1&mode=live'])
      expect(await plain.api.get(`/api/admin/messages${query}`, { token })).toAnswer(200);
  });

  it('is free again after an answer of any kind, and after a download that was broken off', async () => {
    const { userId } = await createAccount(plain);
    const token = await userToken(plain, userId);
    const list = (query: string) => plain.api.get(`/api/account/history?${query}`, { token });
    expect(await times(2, () => list('brand='))).toEqual([400, 400]);
    expect(await times(2, () => list('brand=x'))).toEqual([200, 200]);
    const exported = '/api/account/history/export';
    for (const path of [exported, '/api/account/credit/entries/export', exported])
      expect(await plain.api.get(path, { token })).toAnswer(200);
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(plain.url + exported, { headers, signal: abort.signal });
    abort.abort();
    await response.text().catch(() => undefined);
    const take = () => onTestFinished(plain.app.get(InFlight).take(`export:${userId}`, { max: 2 }));
    take();
    // The broken download ends a little later.
    await vi.waitFor(take, { timeout: 30_000 });
    expect(await plain.api.get(exported, { token })).toAnswer(429);
    expect(await plain.api.get('/api/account/credit/entries/export', { token })).toAnswer(429);
  });
});
