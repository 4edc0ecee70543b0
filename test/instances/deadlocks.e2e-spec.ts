import { createConnection, type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { DeviceAllowance } from '../../src/gateway/pool/device-allowance.entity.js';
import { Recovery } from '../../src/otp/recovery.js';
import { Message } from '../../src/otp/message.entity.js';
import { Expansion } from '../../src/webhook/outbound/expansion.js';
import { WebhookDelivery } from '../../src/webhook/outbound/webhook-delivery.entity.js';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody, type Account } from '../support/factories.js';
import { serverCounters } from '../support/server-counters.js';
import { startTestService, type TestService } from '../support/service.js';
import { requireProgram } from '../support/services/find-program.js';
import type { Service } from '../support/services/launch.js';
import { createDatabase, startMariaDb } from '../support/services/mariadb.js';
import { userToken } from '../support/tokens.js';
import { signedCallback, statusEvent } from '../webhook/signed-callback.js';

/** `DEADLOCK_UNITS=1000` for more of each. */
const UNITS = Number(process.env['DEADLOCK_UNITS'] ?? 100);
const AT_ONCE = 20;
const ENV = {
  RECOVERY_SECONDS: '3600',
  WEBHOOK_SWEEP_MS: '3600000',
  WEBHOOK_ALLOW_PRIVATE: '1',
  DEVICE_PER_MINUTE: '0',
  DEVICE_PER_DAY: '0',
  RECIPIENT_ATTEMPTS_MAX: '100000',
  RECIPIENT_HOURLY_MAX: '100000',
  INSTANCES: '2',
};

const runs = inject('engine') === 'mysql' && requireProgram('mariadb').kind === 'program';

describe.runIf(runs)('two processes that meet at everything', { timeout: 300_000 }, () => {
  let server: Service;
  let connection: Connection;
  let both: TestService[];
  let accounts: Account[];
  const one = () => both[0] as TestService;

  beforeAll(async () => {
    server = await startMariaDb();
    const databaseUrl = await createDatabase(server.url);
    connection = await createConnection(databaseUrl);
    const first = await startTestService({ databaseUrl, env: ENV, checkResponses: false });
    const { gateway } = first;
    both = [first, await startTestService({ databaseUrl, env: ENV, gateway, checkResponses: false })];
    accounts = [];
    for (let nth = 0; nth < 3; nth++) {
      const account = await createAccount(first, 100_000_000);
      accounts.push(account);
      const token = await userToken(first, account.userId);
      for (const path of ['a', 'b'])
        await first.api.post('/api/account/webhooks', { url: `http://127.0.0.1:9/${path}` }, { token });
    }
  }, 120_000);
  afterAll(async () => {
    for (const service of [...(both ?? [])].reverse()) await service.close();
    await connection?.end();
    await server?.stop();
  });
  keepBooks(() => both?.[0]);

  /** Runs the work for each number, some at once and by both in turn; returns the deadlocks that they met. */
  async function meet(
    name: string,
    count: number,
    work: (service: TestService, nth: number) => Promise<unknown>,
  ) {
    const before = await serverCounters(connection);
    let next = 0;
    const worker = async () => {
      for (let nth = next++; nth < count; nth = next++) await work(both[nth % 2] as TestService, nth);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const { deadlocks } = await serverCounters(connection);
    process.stdout.write(`${name}: ${count} by two processes, ${deadlocks - before.deadlocks} deadlocks\n`);
    return deadlocks - before.deadlocks;
  }

  const accountOf = (nth: number) => accounts[Math.floor(nth / 2) % accounts.length] as Account;
  const send = async ({ api }: TestService, token: string, body = sendBody(), headers = {}) =>
    (await api.post('/api/otp/send', body, { token, headers })).status;

  it('sends of three accounts, every third under an Idempotency-Key', async () => {
    const deadlocks = await meet('sends', UNITS, async (service, nth) => {
      const headers = nth % 3 === 0 ? { 'idempotency-key': `deadlock-${nth}` } : {};
      expect(await send(service, accountOf(nth).key, sendBody(), headers)).toBe(200);
    });
    expect(deadlocks).toBe(0);
  });

  it('sends under one capped key, and equal ones at both', async () => {
    const { key } = await one()
      .app.get(ApiKeysService)
      .create(accountOf(0).userId, { name: 'uji', mode: 'live', daily_cap: 100_000 });
    const bodies = Array.from({ length: UNITS }, () => sendBody());
    const deadlocks = await meet('capped and equal sends', UNITS, async (service, nth) => {
      const status = await send(service, key, bodies[Math.floor(nth / 2)]);
      expect([200, 409]).toContain(status);
    });
    expect(deadlocks).toBe(0);
  });

  it('sends through a device with allowances', async () => {
    const limits = { per_minute: 2 * UNITS, per_day: 2 * UNITS, new_per_day: 2 * UNITS, pair_seconds: 1 };
    await connection.query('UPDATE devices SET limits = ?', [JSON.stringify(limits)]);
    for (const service of both) service.clock.advance(60);
    const deadlocks = await meet('allowances of a device', UNITS, (service, nth) =>
      send(service, accountOf(nth).key),
    );
    expect(await one().database.read.count(DeviceAllowance)).toBeGreaterThan(0);
    await connection.query('UPDATE devices SET limits = NULL');
    expect(deadlocks).toBe(0);
  });

  it('callbacks, each told to both', async () => {
    const sent = await one().database.read.find(Message, { where: { status: 'sent' }, take: UNITS });
    const deadlocks = await meet('callbacks', 2 * sent.length, async (service, nth) => {
      const id = sent[Math.floor(nth / 2)]?.gatewayMessageId ?? '';
      const secret = service.config.webhookSecrets[0] ?? '';
      const callback = signedCallback(statusEvent(id, 'delivered'), secret, new Date());
      await service.api.post('/api/webhook/gateway', undefined, callback);
    });
    expect(deadlocks).toBe(0);
  });

  it('the recovery of messages whose outcome is unknown', async () => {
    one().gateway.behave({ dropAnswer: 'after' });
    const count = Math.ceil(UNITS / 2);
    await Promise.all(Array.from({ length: count }, (_, nth) => send(one(), accountOf(nth).key)));
    one().gateway.behave({ dropAnswer: 'never' });
    for (const service of both) service.clock.advance(120);
    const deadlocks = await meet('recovery', 2 * Math.ceil(count / 50) + 2, (service) =>
      service.app.get(Recovery).sweep(),
    );
    expect(await one().database.read.countBy(Message, { status: 'pending' })).toBe(0);
    expect(deadlocks).toBe(0);
  });

  it('the expansion of events', async () => {
    const deadlocks = await meet('expansion', 2 * AT_ONCE, async (service) => {
      while (await service.app.get(Expansion).expand());
    });
    expect(await one().database.read.count(WebhookDelivery)).toBeGreaterThan(UNITS);
    expect(deadlocks).toBe(0);
  });
});
