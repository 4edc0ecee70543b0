import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { DevicePool } from '../../../src/gateway/index.js';
import { Message } from '../../../src/otp/message.entities.js';
import { Idempotency, IdempotencyKey } from '../../../src/platform/idempotency/index.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

let serial = 0;
const newKey = () => `kunci-${process.pid}-${++serial}`;

const send = (token: string, body: unknown, key: string, to = service) =>
  to.api.post('/api/otp/send', body, { token, headers: { 'idempotency-key': key } });

const messagesOf = (userId: number) => service.database.read.countBy(Message, { userId });

describe('an Idempotency-Key', () => {
  it('answers a repetition byte for byte, and sends and charges once', async () => {
    const { key, userId } = await createAccount(service, 400);
    const [body, idempotencyKey] = [sendBody(), newKey()];
    const first = await send(key, body, idempotencyKey);
    const again = await send(key, body, idempotencyKey);
    expect(first).toAnswer(200);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again).toAnswer(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await messagesOf(userId)).toBe(1);
  });

  it.each([
    ['a refusal of the gateway', { refuse: { status: 400, error: 'no' } }, 502],
    ['an unknown outcome', { dropAnswer: 'after' }, 504],
  ] as const)(
    'replays %s like a success, long after the duplicate window',
    async (_name, behaviour, status) => {
      const { key, userId } = await createAccount(service, 400);
      const [body, idempotencyKey] = [sendBody(), newKey()];
      service.gateway.script([behaviour]);
      const first = await send(key, body, idempotencyKey);
      service.clock.advance(3600);
      const again = await send(key, body, idempotencyKey);
      expect(first).toAnswer(status);
      expect(again).toAnswer(status);
      expect(again.text).toBe(first.text);
      expect(await messagesOf(userId)).toBe(1);
    },
  );

  it('lets one of many concurrent repetitions act; the others are told that it is under way, or its answer', async () => {
    const { key, userId } = await createAccount(service, 2000);
    const [body, idempotencyKey] = [sendBody(), newKey()];
    service.gateway.script([{ answerDelayMs: 100 }]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(key, body, idempotencyKey)));
    const acted = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(({ body: { code } }) => code === 'idempotency_in_flight');
    expect(acted.length).toBeGreaterThanOrEqual(1);
    expect(acted.length + waiting.length).toBe(5);
    expect(await messagesOf(userId)).toBe(1);
  });

  it('is refused with another body', async () => {
    const { key, userId } = await createAccount(service);
    const idempotencyKey = newKey();
    await send(key, sendBody(), idempotencyKey);
    const answer = await send(key, sendBody(), idempotencyKey);
    expect(answer).toAnswer(422, 'idempotency_mismatch');
    expect(await messagesOf(userId)).toBe(1);
  });

  it('belongs to its account', async () => {
    const [one, other] = [await createAccount(service), await createAccount(service)];
    const [body, idempotencyKey] = [sendBody(), newKey()];
    const answers = [await send(one.key, body, idempotencyKey), await send(other.key, body, idempotencyKey)];
    for (const answer of answers) expect(answer).toAnswer(200);
    expect(answers[0]?.text).not.toBe(answers[1]?.text);
  });

  it('keeps no answer of validation, credit or limits: the mended request goes through', async () => {
    const { key } = await createAccount(service, 0);
    const { key: rich } = await createAccount(service, 200);
    const [body, idempotencyKey] = [sendBody(), newKey()];
    expect((await send(rich, { ...body, phone: 'x' }, idempotencyKey)).body.code).toBe('phone_invalid');
    expect(await send(rich, body, idempotencyKey)).toAnswer(200);
    expect((await send(key, sendBody(), newKey())).body.code).toBe('insufficient_credit');
    expect(await service.database.read.countBy(IdempotencyKey, { status: 402 })).toBe(0);
  });

  it('is forgotten after 24 hours, and purged', async () => {
    const { key, userId } = await createAccount(service);
    const [body, idempotencyKey] = [sendBody(), newKey()];
    await send(key, body, idempotencyKey);
    service.clock.advance(24 * 3600 + 1);
    expect(await service.app.get(Idempotency).purge(1000)).toBeGreaterThan(0);
    expect((await send(key, body, idempotencyKey)).headers.get('idempotency-replayed')).toBeNull();
    expect(await messagesOf(userId)).toBe(2);
  });

  it.each(['', 'x'.repeat(256), 'kunci-\u00e9'])('is refused when it is %j', async (idempotencyKey) => {
    const { key } = await createAccount(service);
    const answer = await send(key, sendBody(), idempotencyKey);
    expect(answer).toAnswer(400, 'idempotency_key_invalid');
  });

  it('survives a restart', async () => {
    const second = await startTestService({
      gateway: service.gateway,
      ...(service.database.engine === 'mysql' ? { databaseUrl: service.config.DATABASE_URL } : {}),
    });
    try {
      const { key } = await createAccount(second);
      const [body, idempotencyKey] = [sendBody(), newKey()];
      const first = await send(key, body, idempotencyKey, second);
      const databaseUrl = second.config.DATABASE_URL;
      await second.app.close();
      const third = await startTestService({ gateway: service.gateway, databaseUrl });
      try {
        expect((await send(key, body, idempotencyKey, third)).text).toBe(first.text);
      } finally {
        await third.close();
      }
    } finally {
      await second.close().catch(() => undefined);
    }
  });
});

it('keeps test keys and live keys of an account apart', async () => {
  const { key, userId } = await createAccount(service);
  const { key: testKey } = await service.app
    .get(ApiKeysService)
    .create(userId, { name: 'uji', mode: 'test' });
  const [body, idempotencyKey] = [sendBody(), newKey()];
  await send(testKey, body, idempotencyKey);
  const before = service.gateway.requests.accepted;
  const live = await send(key, body, idempotencyKey);
  expect(live.body.data).toMatchObject({ credit_used: 200 });
  expect(service.gateway.requests.accepted - before).toBe(1);
});

it('may come again when there was no device after all', async () => {
  const { key, userId } = await createAccount(service, 200);
  const [body, idempotencyKey] = [sendBody(), newKey()];
  vi.spyOn(service.app.get(DevicePool), 'pick').mockResolvedValueOnce(undefined);
  expect((await send(key, body, idempotencyKey)).body.code).toBe('no_device');
  expect(await send(key, body, idempotencyKey)).toAnswer(200);
  expect(await service.database.read.countBy(Message, { userId, status: 'sent' })).toBe(1);
});

describe('an Idempotency-Key on a top-up', () => {
  it('is refused for another account', async () => {
    const login = await service.api.post('/api/auth/login', {
      username: 'admin',
      password: 'admin-password',
    });
    const { token } = login.body.data as { token: string };
    const [one, other] = [await createAccount(service, 0), await createAccount(service, 0)];
    const headers = { 'idempotency-key': newKey() };
    const body = { amount: 500, note: 'Transfer' };
    const topUp = (userId: number) =>
      service.api.post(`/api/admin/users/${userId}/credit`, body, { token, headers });
    const codes = [(await topUp(one.userId)).status, (await topUp(other.userId)).body.code];
    expect(codes).toEqual([200, 'idempotency_mismatch']);
  });

  it('moves the credit once', async () => {
    const login = await service.api.post('/api/auth/login', {
      username: 'admin',
      password: 'admin-password',
    });
    const { token } = login.body.data as { token: string };
    const { userId } = await createAccount(service, 0);
    const topUp = (key: string) =>
      service.api.post(
        `/api/admin/users/${userId}/credit`,
        { amount: 500, note: 'Transfer' },
        {
          token,
          headers: { 'idempotency-key': key },
        },
      );
    const key = newKey();
    const answers = [await topUp(key), await topUp(key)];
    expect(answers.map(({ text }) => text)).toEqual([answers[0]?.text, answers[0]?.text]);
    expect((await topUp(newKey())).body.data).toMatchObject({ credit_balance: 1000 });
  });
});
