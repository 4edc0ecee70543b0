import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { newMysqlDatabase } from '../support/databases.js';
import { newPhone, sendBody } from '../support/factories.js';
import { requireProgram } from '../support/services/find-program.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { Fleet } from './fleet.js';
import { OwnRedis } from './own-redis.js';

/** How old another process's list of devices may be, and a little. */
const POOL_REFRESH_MS = 2300;

/** As the built services of these tests have it. */
const SECRET = 'test-webhook-7cWq2Lx9';

const runs = inject('engine') === 'mysql' && requireProgram('redis').kind === 'program';

describe.runIf(runs)('two processes that share a Redis', { timeout: 120_000 }, () => {
  let databaseUrl: string;
  let fleet: Fleet;
  const start = async (env: Record<string, string>) => {
    const redis = await OwnRedis.start();
    fleet = await Fleet.start({
      databaseUrls: [databaseUrl, databaseUrl],
      // A slow answer of a busy machine would have each count for itself.
      env: { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '5000', ...env },
    });
  };
  beforeEach(async () => {
    databaseUrl = await newMysqlDatabase();
  });
  afterEach(async () => {
    expect(await fleet.breaches()).toEqual([]);
    await dropDatabase(databaseUrl);
  });

  const statuses = async (count: number, send: (turn: number) => Promise<{ status: number }>) => {
    const found: Record<number, number> = {};
    for (let turn = 0; turn < count; turn++) {
      const { status } = await send(turn);
      found[status] = (found[status] ?? 0) + 1;
    }
    return found;
  };

  it('count sends per minute, and attempts at a recipient, together', async () => {
    await start({ SEND_RATE_PER_MINUTE: '20', RECIPIENT_ATTEMPTS_MAX: '5', RECIPIENT_HOURLY_MAX: '8' });
    const [fast, one, other] = [
      await fleet.member(10_000),
      await fleet.member(10_000),
      await fleet.member(10_000),
    ];
    expect(await statuses(30, (turn) => fleet.send(turn, fast, sendBody()))).toEqual({ 200: 20, 429: 10 });

    const phone = newPhone();
    expect(await statuses(10, (turn) => fleet.send(turn, one, sendBody({ phone })))).toEqual({
      200: 5,
      429: 5,
    });
    // All accounts together: those 5, and 3 more.
    expect(await statuses(5, (turn) => fleet.send(turn, other, sendBody({ phone })))).toEqual({
      200: 3,
      429: 2,
    });
  });

  it('count callbacks that nobody has proven together, and each knows the gateways that proved themselves to it', async () => {
    await start({ CALLBACK_FAILURES_PER_MINUTE: '4' });
    const call = (turn: number, secret: string) =>
      fleet
        .api(turn)
        .post(
          '/api/webhook/gateway',
          undefined,
          signedCallback(statusEvent('x', 'sent'), secret, new Date()),
        );
    expect(await call(0, SECRET)).toAnswer(200);
    expect(await statuses(4, (turn) => call(turn, 'another-secret-0000000'))).toEqual({ 401: 4 });
    expect(await call(0, SECRET)).toAnswer(200);
    expect(await call(1, SECRET)).toAnswer(429);
  });

  it('see at once what the other did: duplicates, revoked keys, suspensions, ended tokens', async () => {
    await start({});
    const member = await fleet.member(10_000);
    const body = sendBody();
    expect(await fleet.send(0, member, body)).toAnswer(200);
    expect(await fleet.send(1, member, body)).toAnswer(409);

    const { token, keyId } = member;
    await fleet.api(0).delete(`/api/account/api-keys/${keyId}`, { token });
    expect(await fleet.send(1, member, sendBody())).toAnswer(401);

    const ended = await fleet.api(1).post('/api/auth/logout-all', undefined, { token });
    expect(ended).toAnswer(200);
    expect(await fleet.api(0).get('/api/auth/me', { token })).toAnswer(401);

    const suspended = await fleet.member(1_000);
    expect(await fleet.send(1, suspended, sendBody())).toAnswer(200);
    await fleet.admin('put', `/api/admin/users/${suspended.userId}/suspension`, { suspended: true });
    expect(await fleet.send(1, suspended, sendBody())).toAnswer(401);
    expect(await fleet.api(1).get('/api/auth/me', { token: suspended.token })).toAnswer(401);
  });

  it('stop sending through a device that the other drains, within the refresh of the pool', async () => {
    await start({});
    const member = await fleet.member(10_000);
    expect(await statuses(4, (turn) => fleet.send(turn, member, sendBody()))).toEqual({ 200: 4 });
    const [device] = await fleet.query<{ id: number }>('SELECT id FROM devices');
    await fleet.admin('post', `/api/admin/devices/${device?.id}/drain`);
    expect(await fleet.send(0, member, sendBody())).toAnswer(503);
    await sleep(POOL_REFRESH_MS);
    expect(await statuses(4, (turn) => fleet.send(turn, member, sendBody()))).toEqual({ 503: 4 });
    await fleet.admin('patch', `/api/admin/devices/${device?.id}`, { state: 'active' }, 1);
    await sleep(POOL_REFRESH_MS);
    expect(await statuses(4, (turn) => fleet.send(turn, member, sendBody()))).toEqual({ 200: 4 });
    expect(await fleet.balanceOf(member)).toBe(10_000 - 8 * 200);
  });
});
