import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drivers as words } from '../../../dashboard/src/i18n/messages/admin-drivers.id.js';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { DRIVER_NAMES } from '../../../src/gateway/drivers/index.js';
import { AuditEntry } from '../../../src/operations/audit/audit-entry.entity.js';
import { ROLE } from '../../../src/platform/access/principal.js';
import { User } from '../../../src/users/index.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { adminToken, userToken } from '../../support/tokens.js';
import { startMeta } from '../drivers/fakes/meta.js';
import { Stand } from '../stand.js';

let test: TestApp;
let stand: Stand;
beforeAll(async () => {
  test = await startTestApp({ env: { RECIPIENT_ATTEMPTS_MAX: '1000', RECIPIENT_HOURLY_MAX: '1000' } });
  stand = await Stand.begin(test);
});
afterEach(() => stand.clear());
afterAll(() => test.close());
keepBooks(() => test);

const firstCallback = async (id: number) => (await stand.view(id))['first_callback_at'];

/** Both languages have the same words, as a test of theirs says. */
it('asks for nothing that the dashboard has no words for, whatever the driver', async () => {
  const { body } = await test.api.get('/api/admin/drivers', { token: await adminToken(test) });
  const named: Record<string, unknown> = words;
  for (const { name, settings } of body.data as { name: string; settings: { name: string }[] }[]) {
    expect(named['token']).toHaveProperty(name);
    for (const setting of settings)
      expect({ ...words.any, ...(named[name] as object) }).toHaveProperty(setting.name, {
        label: expect.any(String) as unknown,
        hint: expect.any(String) as unknown,
      });
  }
});

describe.each(DRIVER_NAMES)('the first callback of a device of %s', (driver) => {
  it('is noted whatever it tells, once it proves itself, and forgotten with the address of the gateway', async () => {
    const { bench, id, call } = await stand.device(driver);
    const now = test.clock.now();
    // Of a message that nobody knows: its gateway knows the address all the same.
    const told = await bench.delivered('nobody-sent-this', now);
    const forged = await call({ headers: {}, body: told.body }, (own) =>
      own.replace(/key=\w+/, 'key=guessed'),
    );
    expect(forged).toAnswer(401);
    expect(await firstCallback(id)).toBeNull();
    expect(await call(told)).toAnswer(200);
    const first = await firstCallback(id);
    expect(first).toEqual(expect.any(String));
    test.clock.advance(60);
    await call(await bench.delivered('nor-this', test.clock.now()));
    expect(await firstCallback(id)).toBe(first);
    await stand.change(id, { base_url: 'http://127.0.0.1:1', token: 'another' });
    expect(await firstCallback(id)).toBeNull();
  });
});

it('counts the question of Meta whether the address is ours, with the right token only', async () => {
  const { url } = await startMeta();
  const { id } = await stand.device('meta', { base_url: url });
  const ask = (token: string) =>
    test.api.get(`/api/webhook/gateway/${id}?hub.mode=subscribe&hub.challenge=7&hub.verify_token=${token}`);
  expect(await ask('wrong')).toAnswer(403);
  expect(await firstCallback(id)).toBeNull();
  const { verify_token: token } = await stand.view(id);
  expect((await ask(String(token))).text).toBe('7');
  expect(await firstCallback(id)).toEqual(expect.any(String));
});

/** An administrator with credit and two keys. */
async function operator() {
  const { userId, key } = await createAccount(test, 10_000);
  await test.database.tx((tx) => tx.update(User, { id: userId }, { roleId: ROLE.admin }));
  const keys = test.app.get(ApiKeysService);
  const [live] = await keys.list(userId);
  const { id: testId } = await keys.create(userId, { name: 'uji', mode: 'test' });
  const token = await userToken(test, userId);
  const send = (id: number, overrides: object = {}, options: object = {}) =>
    test.api.post(`/api/admin/devices/${id}/send`, sendBody({ api_key_id: live?.id, ...overrides }), {
      token,
      ...options,
    });
  const credit = async () =>
    (await test.api.get('/api/otp/credit', { token: key })).body.data as { credit_balance: number };
  return { userId, key, testId, send, credit };
}

describe('a send through this very device', () => {
  it('goes through no other, at the price of a send, and is found in the history', async () => {
    const first = await stand.device('http', { weight: 100 });
    const second = await stand.device('http');
    const { send, credit, key, userId } = await operator();
    for (let i = 0; i < 4; i++) {
      const answer = await send(second.id);
      expect(answer).toAnswer(200, { data: { credit_used: 200, credit_balance: 9800 - 200 * i } });
    }
    expect([first.bench.texts().length, second.bench.texts().length]).toEqual([0, 4]);
    expect(await credit()).toMatchObject({ credit_balance: 9200 });
    const { body } = await test.api.get('/api/otp/history', { token: key });
    expect(body.data).toMatchObject({ total: 4 });
    const noted = { action: 'device.send' as const, target: `device:${second.id}`, actorId: userId };
    expect(await test.database.read.countBy(AuditEntry, noted)).toBe(4);
  });

  it('charges nothing where that one sends nothing, though another would', async () => {
    const other = await stand.device('http');
    const { bench, id } = await stand.device('http');
    const { send, credit } = await operator();
    bench.refuse();
    const refused = await send(id);
    expect(refused).toAnswer(502, 'gateway_error');
    bench.connect(false);
    await stand.ask(id);
    const none = await send(id);
    expect(none).toAnswer(503, 'no_device');
    expect(other.bench.texts()).toEqual([]);
    expect(await credit()).toMatchObject({ credit_balance: 10_000 });
  });

  it('is for administrators, with a live key of their own', async () => {
    const { id } = await stand.device('http');
    const { send, testId, credit } = await operator();
    const stranger = await createAccount(test);
    const [foreign] = await test.app.get(ApiKeysService).list(stranger.userId);
    expect(await send(id, {}, { token: await userToken(test, stranger.userId) })).toAnswer(403);
    const ofTest = await send(id, { api_key_id: testId });
    expect([ofTest.body.code, ofTest.body['fields']]).toEqual(['parameter_invalid', ['api_key_id']]);
    expect((await send(id, { api_key_id: foreign?.id })).body.code).toBe('not_found');
    expect((await send(999_999)).body.code).toBe('not_found');
    expect(await credit()).toMatchObject({ credit_balance: 10_000 });
  });

  it('is made once by one Idempotency-Key, and through one device', async () => {
    const { bench, id } = await stand.device('http');
    const other = await stand.device('http');
    const { send, credit } = await operator();
    const body = sendBody();
    const options = { headers: { 'idempotency-key': 'once' } };
    const first = await send(id, body, options);
    expect((await send(id, body, options)).text).toBe(first.text);
    expect((await send(other.id, body, options)).body.code).toBe('idempotency_mismatch');
    expect([bench.texts().length, other.bench.texts().length]).toEqual([1, 0]);
    expect(await credit()).toMatchObject({ credit_balance: 9800 });
  });
});

describe('a device in set-up', () => {
  const SETUP = { state: 'setup' };

  it('is what a device is made as, and takes none of the messages of accounts, though it is connected', async () => {
    const { bench, id } = await stand.device('http', { state: undefined });
    expect(await stand.view(id)).toMatchObject({ state: 'setup', health: 'well' });
    const alone = await stand.send();
    expect(alone).toAnswer(503, 'no_device');
    const other = await stand.device('http');
    for (let i = 0; i < 4; i++) await stand.sent();
    expect([bench.texts().length, other.bench.texts().length]).toEqual([0, 4]);
    const { text } = await test.api.get('/metrics');
    expect(text).toContain('sandi_devices{state="setup",health="well",rest="none"} 1');
    const { body } = await test.api.get('/api/admin/system', { token: await adminToken(test) });
    expect(body.data).toMatchObject({ devices: { setup: 1, well: 1 } });
  });

  it('takes what is sent through it by name, and counts its report', async () => {
    const { bench, id, call } = await stand.device('http', SETUP);
    const { send } = await operator();
    const answer = await send(id);
    expect(answer).toAnswer(200);
    expect(bench.texts()).toHaveLength(1);
    const { message_id } = answer.body.data as { message_id: string };
    expect(await call(await bench.delivered(message_id, test.clock.now()))).toAnswer(200);
    expect((await stand.send()).body.code).toBe('no_device');
  });

  it.each([
    ['set active', (id: number) => stand.change(id, { state: 'active' })],
    ['resumed', (id: number) => resumed(id)],
  ])('takes messages from the moment it is %s', async (_, start) => {
    const { bench, id } = await stand.device('http', SETUP);
    expect(await stand.send()).toAnswer(503);
    expect((await start(id)).body.data).toMatchObject({ state: 'active' });
    await stand.sent();
    expect(bench.texts()).toHaveLength(1);
  });

  it('is not gone back to', async () => {
    const { id } = await stand.device('http');
    const answer = await stand.change(id, SETUP);
    expect(answer).toAnswer(400, 'parameter_invalid');
    expect(await stand.view(id)).toMatchObject({ state: 'active' });
  });

  it('begins its warm-up when it is started, however long it was in set-up', async () => {
    const limits = { warmup_first_day: 20, new_per_day: 400 };
    const { id } = await stand.device('http', { ...SETUP, limits });
    test.clock.advance(10 * 86_400);
    expect(await stand.view(id)).toMatchObject({ warm_up: { day: 1 } });
    await stand.change(id, { state: 'active' });
    test.clock.advance(86_400);
    expect(await stand.view(id)).toMatchObject({ warm_up: { day: 2 } });
  });

  const resumed = async (id: number) =>
    test.api.post(`/api/admin/devices/${id}/resume`, undefined, { token: await adminToken(test) });
});
