import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { RefusedRequest } from '../../../src/operations/requests/refused-request.entity.js';
import { keepBooks } from '../../support/app.js';
import { type Account, createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';
import { beaten, listed, LiveStream, looked, written } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);

const refuse = ({ key }: Account, on = service, body: object = { phone: 'x' }) =>
  on.api.post('/api/otp/send', sendBody({ ...body }), { token: key });
const tokenOf = ({ userId }: Account) => userToken(service, userId);

async function follow(
  token: string,
  headers: Record<string, string> = {},
  on = service,
): Promise<LiveStream> {
  const stream = await LiveStream.open(on.url, { authorization: `Bearer ${token}`, ...headers });
  onTestFinished(() => stream.close());
  if (stream.response.status === 200) await expect.poll(() => stream.comments).toBeGreaterThan(0);
  return stream;
}

describe('whoever follows', () => {
  it('is told of what is refused from then on, once each, and of nobody else’s', async () => {
    const [account, other] = [await createAccount(service), await createAccount(service)];
    const token = await tokenOf(account);
    await refuse(account);
    await written(service);
    const stream = await follow(token);
    const answers = [await refuse(account), await refuse(account, service, { otp_code: 'x' })];
    await refuse(other);
    await expect.poll(() => stream.events.length).toBe(2);
    await looked(service);
    await looked(service);
    const { items } = await listed(service, token);
    expect(stream.events.map(({ type, id, data }) => [type, id, data])).toEqual(
      [items[1], items[0]].map((item) => ['request', String(item?.id), item]),
    );
    expect(stream.events.map(({ data }) => data.request_id)).toEqual(
      answers.map(({ headers }) => headers.get('x-request-id')),
    );
  });

  /** As many, of one account. */
  const flood = ({ userId }: Account, count: number) => {
    const row = { userId, apiKeyId: 1, route: 'POST /api/otp/send', status: 429 };
    const more = { code: 'rate_limited', fields: null, requestId: 'x', createdAt: service.clock.now() };
    const rows = Array.from({ length: count }, () => ({ ...row, ...more }));
    return service.database.tx((tx) => tx.insert(RefusedRequest, rows));
  };

  it('hears of it though another account has thousands to catch up with', async () => {
    const [flooded, account] = [await createAccount(service), await createAccount(service)];
    const behind = await follow(await tokenOf(flooded));
    await flood(flooded, 3_000);
    const stream = await follow(await tokenOf(account));
    await refuse(account);
    await written(service);
    await looked(service);
    await expect.poll(() => stream.events.length).toBe(1);
    expect(behind.events.length).toBeLessThan(3_000);
    await expect.poll(() => behind.events.length).toBe(3_000);
  });

  it('hears of the newest who comes back after thousands, and holds up none of the account’s others', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    await flood(account, 1_500);
    const stream = await follow(token);
    const behind = await follow(token, { 'last-event-id': '0' });
    await refuse(account);
    await written(service);
    await looked(service);
    await looked(service);
    await expect.poll(() => stream.events.length).toBe(1);
    await expect.poll(() => behind.events.length).toBe(501);
  });

  it('gets an event stream that nobody keeps, with the id of the request', async () => {
    const { response } = await follow(await tokenOf(await createAccount(service)));
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('goes on after the last event that it saw', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    for (let i = 0; i < 3; i++) await refuse(account);
    const { items } = await listed(service, token);
    const stream = await follow(token, { 'last-event-id': String(items[2]?.id) });
    await expect.poll(() => stream.events.length).toBe(2);
    expect(stream.events.map(({ data }) => data)).toEqual([items[1], items[0]]);
    const odd = await follow(token, { 'last-event-id': 'x' });
    await looked(service);
    await refuse(account);
    await expect.poll(() => odd.events.length).toBe(1);
  });

  it('comes with a session, or with the cookie of the dashboard’s own pages, and not with a key', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    const cookie = `sandi_session=${token}`;
    const open = async (headers: Record<string, string>) => {
      const stream = await LiveStream.open(service.url, headers);
      stream.close();
      return stream.response.status;
    };
    expect(await open({ cookie, 'x-sandi-client': 'dashboard' })).toBe(200);
    expect(await open({ cookie })).toBe(401);
    expect(await open({})).toBe(401);
    expect(await open({ authorization: `Bearer ${account.key}` })).toBe(401);
  });

  it('hears that the connection lives', async () => {
    const stream = await follow(await tokenOf(await createAccount(service)));
    const before = stream.comments;
    await beaten(service);
    await expect.poll(() => stream.comments).toBeGreaterThan(before);
  });

  it('may have five connections, and another once one is closed', async () => {
    const token = await tokenOf(await createAccount(service));
    const streams: LiveStream[] = [];
    for (let i = 0; i < 5; i++) streams.push(await follow(token));
    const { response } = await follow(token);
    await expect(response).toAnswer(429);
    expect(response.headers.get('retry-after')).toBe('15');
    expect(await response.json()).toMatchObject({ success: false, code: 'rate_limited' });
    await expect((await follow(await tokenOf(await createAccount(service)))).response).toAnswer(200);
    streams[0]?.close();
    await expect.poll(async () => (await follow(token)).response.status).toBe(200);
  });
});

describe('a stream ends', () => {
  it('with its session, and no other’s', async () => {
    const account = await createAccount(service);
    const [ending, staying] = [await tokenOf(account), await tokenOf(account)];
    const streams = [await follow(ending), await follow(staying)] as const;
    expect(await service.api.delete('/api/auth/session', { token: ending })).toAnswer(200);
    await beaten(service);
    await expect.poll(() => streams[0].isOver).toBe(true);
    expect(streams[1].isOver).toBe(false);
    await service.api.post('/api/auth/logout-all', undefined, { token: staying });
    await beaten(service);
    await expect.poll(() => streams[1].isOver).toBe(true);
  });

  it('when its token is over', async () => {
    const stream = await follow(await tokenOf(await createAccount(service)));
    service.clock.advance(13 * 3600);
    try {
      await beaten(service);
      await expect.poll(() => stream.isOver).toBe(true);
    } finally {
      service.clock.reset();
    }
  });

  it('when the service stops, which does not wait for it', async () => {
    const own = service.database.engine === 'mysql' ? { databaseUrl: service.config.DATABASE_URL } : {};
    const second = await startTestService({ gateway: service.gateway, ...own });
    onTestFinished(() => second.close().catch(() => undefined));
    const account = await createAccount(second);
    const stream = await follow(await userToken(second, account.userId), {}, second);
    await second.app.close();
    await expect.poll(() => stream.isOver).toBe(true);
  });
});

describe.runIf(inject('engine') === 'mysql')('of several instances', () => {
  it('each tells of what any of them refused', async () => {
    const { gateway, clock } = service;
    const databaseUrl = service.config.DATABASE_URL;
    const other = await startTestService({ databaseUrl, gateway, clock });
    onTestFinished(() => other.close());
    const account = await createAccount(service);
    const token = await tokenOf(account);
    const streams = [await follow(token), await follow(token, {}, other)];
    const answers = [];
    for (const on of [service, other, service]) {
      answers.push((await refuse(account, on)).headers.get('x-request-id'));
      await written(on);
    }
    for (const stream of streams) {
      await expect.poll(() => stream.events.length).toBe(3);
      expect(stream.events.map(({ data }) => data.request_id)).toEqual(answers);
    }
    expect((await listed(other, token)).items.map(({ request_id }) => request_id)).toEqual(
      answers.toReversed(),
    );
  });
});
