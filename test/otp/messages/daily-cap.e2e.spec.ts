import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { NewApiKey } from '../../../src/api-keys/api-keys.dto.js';
import { ApiKeyUsage, Message } from '../../../src/otp/message.entities.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { Calendar } from '../../../src/platform/time/calendar.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

const PATH = '/api/account/api-keys';

let service: TestService;
/** A second process's worth of service on the same database; on SQLite there can be but one. */
let instances: TestService[];
beforeAll(async () => {
  service = await startTestService({ env: { RECOVERY_SECONDS: '3600' } });
  const databaseUrl = service.config.DATABASE_URL;
  const { gateway, clock } = service;
  const second = inject('engine') === 'mysql' && (await startTestService({ gateway, databaseUrl, clock }));
  instances = second ? [service, second] : [service];
});
afterAll(async () => {
  for (const instance of instances.toReversed()) await instance.close();
});
afterEach(() => service.clock.reset());
keepBooks(() => service);

/** A key with a cap, of an account of its own. */
async function capped(daily_cap: number | null, credit = 10_000, mode = 'live') {
  const account = await createAccount(service, credit);
  const token = await userToken(service, account.userId);
  const made = await service.api.post(PATH, { name: 'Berbatas', daily_cap, mode }, { token });
  const { id, key } = made.body.data as NewApiKey;
  return {
    ...account,
    other: account.key,
    id,
    key,
    token,
    patch: (body: object) => service.api.patch(`${PATH}/${id}`, body, { token }),
  };
}

const send = (token: string, body: unknown = sendBody(), at = service) =>
  at.api.post('/api/otp/send', body, { token });
const codes = async (token: string, count: number) => {
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const { status, body } = await send(token);
    found.push(body.code ?? String(status));
  }
  return found;
};

describe('the daily cap of a key', () => {
  it('lets through exactly as many of many sends at once, on all instances together', async () => {
    const { key, userId, other } = await capped(5);
    const at = (i: number) => instances[i % instances.length];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(key, sendBody(), at(i))));
    const sent = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ body }) => body.code === 'daily_cap_reached');
    expect([sent.length, refused.length]).toEqual([5, 15]);
    expect(await service.database.read.countBy(Message, { userId })).toBe(5);
    const credit = await service.api.get('/api/otp/credit', { token: other });
    expect(credit.body.data).toMatchObject({ credit_balance: 10_000 - 5 * 200 });
  });

  it('ends at local midnight, and says so in Retry-After', async () => {
    const { key } = await capped(1);
    expect(await codes(key, 1)).toEqual(['200']);
    const answer = await send(key);
    expect(answer).toAnswer(429);
    const seconds = Number(answer.headers.get('retry-after'));
    const calendar = new Calendar('Asia/Jakarta');
    const today = calendar.day(service.clock.now());
    service.clock.advance(seconds - 1);
    expect(calendar.day(service.clock.now())).toBe(today);
    expect(await codes(key, 1)).toEqual(['daily_cap_reached']);
    service.clock.advance(1);
    expect(await codes(key, 2)).toEqual(['200', 'daily_cap_reached']);
  });

  it('stands after the limit of the recipient and before credit and duplicates', async () => {
    const { key } = await capped(1, 200);
    const body = sendBody();
    expect(await send(key, body)).toAnswer(200);
    expect((await send(key, body)).body.code).toBe('daily_cap_reached');
    for (let i = 0; i < 3; i++) await send(key, sendBody({ phone: body['phone'] }));
    expect((await send(key, body)).body.code).toBe('recipient_limited');
  });

  it('is used up by messages alone: what is refused before there is one costs none of it', async () => {
    const { key } = await capped(2, 200);
    const body = sendBody();
    expect((await send(key, sendBody({ phone: 'x' }))).body.code).toBe('phone_invalid');
    expect(await send(key, body)).toAnswer(200);
    expect(await codes(key, 3)).toEqual(Array(3).fill('insufficient_credit'));
  });

  it('counts a message that the gateway refused', async () => {
    const { key } = await capped(1);
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    expect(await codes(key, 2)).toEqual(['gateway_error', 'daily_cap_reached']);
  });

  it('counts a repetition under an Idempotency-Key once', async () => {
    const { key } = await capped(1);
    const options = { token: key, headers: { 'idempotency-key': `batas-${newPhone()}` } };
    const body = sendBody();
    for (const replayed of [null, 'true']) {
      const answer = await service.api.post('/api/otp/send', body, options);
      expect(answer).toAnswer(200);
      expect(answer.headers.get('idempotency-replayed')).toEqual(replayed);
    }
  });

  it('holds for test keys, and not for the other keys of the account', async () => {
    const { key, other } = await capped(1, 1000, 'test');
    expect(await codes(key, 2)).toEqual(['200', 'daily_cap_reached']);
    expect(await codes(other, 2)).toEqual(['200', '200']);
  });

  it('can be set, raised and taken away; from the next request on', async () => {
    const { key, patch } = await capped(null);
    expect(await codes(key, 2)).toEqual(['200', '200']);
    expect((await patch({ daily_cap: 1 })).body.data).toMatchObject({ daily_cap: 1 });
    expect(await codes(key, 2)).toEqual(['200', 'daily_cap_reached']);
    expect((await patch({ daily_cap: 2 })).body.data).toMatchObject({ daily_cap: 2 });
    expect(await codes(key, 2)).toEqual(['200', 'daily_cap_reached']);
    expect((await patch({ name: 'Tetap' })).body.data).toMatchObject({ name: 'Tetap', daily_cap: 2 });
    expect((await patch({ daily_cap: null })).body.data).toMatchObject({ daily_cap: null });
    expect(await codes(key, 1)).toEqual(['200']);
  });

  it('is one for a key and all its rotations, whichever of them sends, in the overlap and for the rest of the day', async () => {
    const first = await capped(5);
    const rotated = async (id: number, overlap_seconds: number) => {
      const answer = await service.api.post(
        `${PATH}/${id}/rotate`,
        { overlap_seconds },
        { token: first.token },
      );
      return answer.body.data as NewApiKey;
    };
    expect(await codes(first.key, 2)).toEqual(['200', '200']);
    const second = await rotated(first.id, 60);
    expect(second.daily_cap).toBe(5);
    expect(await codes(second.key, 1)).toEqual(['200']);
    expect(await codes(first.key, 1)).toEqual(['200']);
    const third = await rotated(second.id, 0);
    expect(await codes(third.key, 2)).toEqual(['200', 'daily_cap_reached']);
    expect(await codes(first.key, 1)).toEqual(['daily_cap_reached']);
    const calendar = new Calendar('Asia/Jakarta');
    const now = service.clock.now();
    service.clock.advance(Math.ceil((calendar.endOfDay(now).getTime() - now.getTime()) / 1000) + 1);
    expect(await codes(third.key, 6)).toEqual([...Array<string>(5).fill('200'), 'daily_cap_reached']);
  });

  it('lets through no more when an old key and its new one send at once, on all instances', async () => {
    const { key, id, token, userId } = await capped(5);
    const rotated = await service.api.post(`${PATH}/${id}/rotate`, { overlap_seconds: 60 }, { token });
    const keys = [key, (rotated.body.data as NewApiKey).key];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        send(String(keys[i % 2]), sendBody(), instances[(i >> 1) % instances.length]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await service.database.read.countBy(Message, { userId })).toBe(5);
  });

  it.each([0, -1, 1.5, '5', true, 1_000_000_001])('of %j is refused', async (daily_cap) => {
    const { token, patch } = await capped(null);
    const answers = [
      await service.api.post(PATH, { name: 'x', daily_cap }, { token }),
      await patch({ daily_cap }),
    ];
    for (const answer of answers)
      expect(answer).toAnswer(400, { code: 'parameter_invalid', fields: ['daily_cap'] });
  });

  it('forgets counts of the past, and keeps those of today', async () => {
    const [yesterday, today] = [await capped(5), await capped(5)];
    await codes(yesterday.key, 1);
    service.clock.advance(86_400);
    await codes(today.key, 1);
    await service.app.get(Sweepers).runOnce('the purge of the use of API keys');
    const usage = (apiKeyId: number) => service.database.read.countBy(ApiKeyUsage, { apiKeyId });
    expect([await usage(yesterday.id), await usage(today.id)]).toEqual([0, 1]);
  });
});
