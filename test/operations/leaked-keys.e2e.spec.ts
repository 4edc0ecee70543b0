import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Device } from '../../src/gateway/device.entities.js';
import { ProviderHosts } from '../../src/payments/providers/provider-http.js';
import { Limits } from '../../src/platform/limits/index.js';
import { MailOutbox } from '../../src/platform/mail/index.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { mailsDone } from '../auth/people.js';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { addDevice } from '../gateway/devices.js';
import { OwnRedis } from '../instances/own-redis.js';
import { KEYS } from '../payments/documents.js';
import { FakeProviders } from '../payments/fake-providers.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { newDatabase, type TestDatabase } from '../support/databases.js';
import { createAccount } from '../support/factories.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { adminToken, userToken } from '../support/tokens.js';

const secret = (name: string, nth: 'old' | 'new') => `${nth}-${name}-Rk2wTz7Qm4vXbL5cN9`;
/** The providers take the new ones alone. */
const paymentKeys = (nth: 'old' | 'new') =>
  Object.fromEntries(
    Object.entries(KEYS).map(([name, key]) => [name, nth === 'old' ? `leaked-${key}` : key]),
  );

let database: TestDatabase;
let mails: MailServer;
let providers: FakeProviders;
let test: TestApp;

async function restart(nth: 'old' | 'new', more: Record<string, string> = {}): Promise<void> {
  await test?.close();
  test = await startTestApp({
    databaseUrl: database.url,
    env: {
      METRICS_TOKEN: secret('metrics', nth),
      GATEWAY_WEBHOOK_SECRET: secret('webhook', nth),
      SMTP_URL: `smtp://${nth}:password@${mails.address}`,
      ...paymentKeys(nth),
      ...more,
    },
  });
  Object.assign(test.app.get(ProviderHosts), { midtrans: providers.url, tripay: providers.url });
}

beforeAll(async () => {
  database = await newDatabase(temporaryFolder('leaked-keys').path);
  mails = await startMailServer();
  providers = await FakeProviders.start(() => test.clock.now());
  await restart('old');
});
afterAll(async () => {
  await test.close();
  await Promise.all([mails.close(), providers.close()]);
  await database.drop();
});
keepBooks(() => test);

const callback = (path: string, signedWith: string) => {
  const { raw, headers } = signedCallback(statusEvent('x', 'sent'), signedWith, test.clock.now());
  return test.api.post(`/api/webhook/gateway${path}`, undefined, { raw, headers });
};

describe('a leaked key', () => {
  it('is of no use after the restart: metrics, the common callback secret, the mail server, payment providers', async () => {
    const scrape = async (nth: 'old' | 'new') => {
      const headers = { authorization: `Bearer ${secret('metrics', nth)}` };
      return (await fetch(`${test.url}/metrics`, { headers })).status;
    };
    const mailed = async () => {
      const { userId, username } = await createAccount(test);
      const to = {
        id: userId,
        email: `${username}@example.test`,
        emailVerifiedAt: test.clock.now(),
      } as never;
      await test.app.get(MailOutbox).add({ kind: 'x', about: `user:${userId}`, to, subject: 'x', text: 'x' });
      await mailsDone(test);
      return mails.received.at(-1)?.user;
    };
    const paid = async () => {
      const token = await userToken(test, (await createAccount(test)).userId);
      const asked = await test.api.post(
        '/api/account/top-up/requests',
        { amount: 50_000, sender: 'Budi' },
        { token },
      );
      const path = `/api/account/top-up/requests/${(asked.body.data as { id: number }).id}/payments`;
      const pay = (provider: string) => test.api.post(path, { provider, method: 'qris' }, { token });
      return [(await pay('midtrans')).status, (await pay('tripay')).status];
    };
    expect([await scrape('old'), await scrape('new')]).toEqual([200, 401]);
    expect(await paid()).toEqual([502, 502]);
    expect(await callback('', secret('webhook', 'old'))).toAnswer(200);
    expect(await mailed()).toBe('old');
    await restart('old', {
      GATEWAY_WEBHOOK_SECRET: `${secret('webhook', 'old')},${secret('webhook', 'new')}`,
    });
    for (const nth of ['old', 'new'] as const)
      expect(await callback('', secret('webhook', nth))).toAnswer(200);
    await restart('new');
    expect([await scrape('old'), await scrape('new')]).toEqual([401, 200]);
    expect(await callback('', secret('webhook', 'old'))).toAnswer(401);
    expect(await callback('', secret('webhook', 'new'))).toAnswer(200);
    expect(await mailed()).toBe('new');
    expect(await paid()).toEqual([201, 201]);
  });

  it('is replaced by an administrator: a token of a device, a callback secret of a device', async () => {
    const [old, fresh] = [secret('device', 'old'), secret('device', 'new')];
    const device = await addDevice(test, 'http://127.0.0.1:1', old, {
      state: 'disabled',
      webhookSecretSealed: test.app.get(Sealer).seal(old),
    });
    const patch = async (body: object) =>
      expect(
        await test.api.patch(`/api/admin/devices/${device.id}`, body, { token: await adminToken(test) }),
      ).toAnswer(200);
    await patch({ token: fresh, webhook_secret: `${old},${fresh}` });
    const { tokenSealed } = await test.database.read.findOneByOrFail(Device, { id: device.id });
    expect(test.app.get(Sealer).open(tokenSealed)).toBe(fresh);
    for (const signedWith of [old, fresh]) expect(await callback(`/${device.id}`, signedWith)).toAnswer(200);
    await patch({ webhook_secret: fresh });
    expect(await callback(`/${device.id}`, old)).toAnswer(401);
    expect(await callback(`/${device.id}`, fresh)).toAnswer(200);
  });

  it('is changed at its server and here: the password of Redis', async () => {
    const redis = await OwnRedis.start();
    const server = new Redis(redis.url);
    await server.config('SET', 'requirepass', 'fresh-password');
    server.disconnect();
    const healthy = () => test.app.get(Limits).isHealthy();
    await restart('new', { REDIS_URL: redis.url });
    expect(await healthy()).toBe(false);
    await restart('new', { REDIS_URL: redis.url.replace(/:[^:@]+@/, ':fresh-password@') });
    await vi.waitFor(async () => expect(await healthy()).toBe(true), 30_000);
    await restart('new');
  });

  it.runIf(inject('engine') === 'mysql')(
    'is dropped at its server: the password of the database',
    async () => {
      const admin = await createConnection(database.url);
      const { host, pathname } = new URL(database.url);
      const urlOf = (user: string) => `mysql://${user}:${user}-password@${host}${pathname}`;
      const make = async (user: string) => {
        await admin.query(`CREATE USER '${user}'@'%' IDENTIFIED BY '${user}-password'`);
        await admin.query(`GRANT ALL ON ${pathname.slice(1)}.* TO '${user}'@'%'`);
      };
      try {
        await make('leaked');
        const service = await startTestApp({ databaseUrl: urlOf('leaked') });
        await make('fresh');
        await service.close();
        const restarted = await startTestApp({ databaseUrl: urlOf('fresh') });
        await admin.query("DROP USER 'leaked'@'%'");
        expect(await createAccount(restarted)).toMatchObject({ userId: expect.any(Number) });
        await restarted.close();
        await expect(createConnection(urlOf('leaked'))).rejects.toThrow(/denied/i);
      } finally {
        await admin.query("DROP USER IF EXISTS 'leaked'@'%', 'fresh'@'%'");
        await admin.end();
      }
    },
  );
});
