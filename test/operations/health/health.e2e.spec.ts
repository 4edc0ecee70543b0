import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Readiness } from '../../../src/operations/health/readiness.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService } from '../../support/service.js';
import { requireProgram } from '../../support/services/find-program.js';
import { createDatabase, startMariaDb } from '../../support/services/mariadb.js';
import { startRedis } from '../../support/services/redis.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('health', () => {
  it('live answers whoever asks', async () => {
    const answer = await test.api.get('/health/live');
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual({ success: true, data: { status: 'live' } });
  });

  it('ready tells the state of each part, and an empty pool is no reason to be unready', async () => {
    const answer = await test.api.get('/health/ready');
    expect(answer).toAnswer(200);
    expect(answer.body.data).toEqual({ status: 'ready', database: 'up', redis: 'unused', devices: 'none' });
  });

  it('ready sees the device of a gateway', async () => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const answer = await service.api.get('/health/ready');
    expect(answer.body.data).toMatchObject({ status: 'ready', devices: 'available' });
  });

  it('ready and live say no as soon as the stop begins, so that no proxy sends more', async () => {
    const stopping = await startTestApp();
    onTestFinished(() => stopping.close());
    stopping.app.get(Readiness).onModuleDestroy();
    const answer = await stopping.api.get('/health/ready');
    expect(answer).toAnswer(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.body).toMatchObject({ code: 'not_ready', data: { status: 'stopping', database: 'up' } });
    expect(await stopping.api.get('/health/live')).toAnswer(503);
  });
});

describe.skipIf(requireProgram('redis').kind === 'missing')('without its Redis', () => {
  it('ready says so and stays ready', { timeout: 90_000 }, async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const app = await startTestApp({ env: { REDIS_URL: redis.url } });
    onTestFinished(() => app.close());
    const redisNow = async () => (await app.api.get('/health/ready')).body.data as object;
    await expect.poll(redisNow).toMatchObject({ status: 'ready', redis: 'up' });
    redis.pause();
    await expect.poll(redisNow).toMatchObject({ status: 'ready', redis: 'down' });
    redis.resume();
    await expect.poll(redisNow).toMatchObject({ status: 'ready', redis: 'up' });
  });
});

describe.skipIf(requireProgram('redis').kind === 'missing')(
  'with a Redis that answers and does not count',
  () => {
    /** Each with a setting that brings it about, and one that ends it. */
    const AILMENTS: [string, string[], string[]][] = [
      ['is a replica, as after a failover', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
      [
        'has no memory left',
        ['CONFIG', 'SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction'],
        ['CONFIG', 'SET', 'maxmemory', '0'],
      ],
      [
        'lets us run no scripts',
        ['ACL', 'SETUSER', 'default', '-@scripting'],
        ['ACL', 'SETUSER', 'default', '+@all'],
      ],
    ];

    it.each(AILMENTS)(
      'since it %s: ready says so, sends go on',
      { timeout: 90_000 },
      async (_what, ail, heal) => {
        const redis = await startRedis();
        onTestFinished(() => redis.stop());
        const service = await startTestService({ env: { REDIS_URL: redis.url } });
        onTestFinished(() => service.close());
        const { key: token } = await createAccount(service);
        const redisNow = async () => (await service.api.get('/health/ready')).body.data as object;
        const send = async () => (await service.api.post('/api/otp/send', sendBody(), { token })).status;
        const doctor = new Redis(redis.url);
        onTestFinished(() => doctor.disconnect());
        await expect.poll(redisNow).toMatchObject({ status: 'ready', redis: 'up' });
        await doctor.call(...(ail as [string]));
        expect(await redisNow()).toMatchObject({ status: 'ready', redis: 'down' });
        expect(await send()).toBe(200);
        await doctor.call(...(heal as [string]));
        await expect.poll(redisNow).toMatchObject({ status: 'ready', redis: 'up' });
        expect(await send()).toBe(200);
      },
    );
  },
);

const hasOwnMariaDb = inject('engine') === 'mysql' && requireProgram('mariadb').kind === 'program';

describe.skipIf(!hasOwnMariaDb)('while its database is silent', () => {
  it(
    'ready says no within seconds, live goes on, and ready recovers by itself',
    { timeout: 60_000 },
    async () => {
      const server = await startMariaDb();
      onTestFinished(() => server.stop());
      const app = await startTestApp({ databaseUrl: await createDatabase(server.url) });
      onTestFinished(() => app.close());
      const ready = () => app.api.get('/health/ready');
      expect(await ready()).toAnswer(200);
      server.pause();
      // One of its threads may still answer once: they do not stop at the same moment.
      await expect.poll(async () => (await ready()).status).toBe(503);
      const startedMs = performance.now();
      const answers = await Promise.all([ready(), ready(), ready()]);
      expect(performance.now() - startedMs).toBeLessThan(10_000);
      for (const answer of answers) {
        expect(answer).toAnswer(503, { code: 'not_ready', data: { status: 'not_ready', database: 'down' } });
      }
      expect(await app.api.get('/health/live')).toAnswer(200);
      server.resume();
      await expect.poll(async () => (await ready()).status).toBe(200);
    },
  );
});
