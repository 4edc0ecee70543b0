import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { NewApiKey } from '../../src/api-keys/api-keys.dto.js';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

const PATH = '/api/account/api-keys';
const ACCOUNT_RATE = 6;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { SEND_RATE_PER_MINUTE: String(ACCOUNT_RATE) } });
});
afterAll(() => service.close());
keepBooks(() => service);

/** A key with a rate, of an account of its own. */
async function limited(rate_per_minute: number | null, on = service) {
  const account = await createAccount(on);
  const token = await userToken(on, account.userId);
  const made = await on.api.post(PATH, { name: 'Pelan', rate_per_minute }, { token });
  const { id, key } = made.body.data as NewApiKey;
  return {
    id,
    key,
    token,
    other: account.key,
    patch: (body: object) => on.api.patch(`${PATH}/${id}`, body, { token }),
    rotate: async () => {
      const answer = await on.api.post(`${PATH}/${id}/rotate`, { overlap_seconds: 60 }, { token });
      return answer.body.data as NewApiKey;
    },
    inPerson: (api_key_id: number) =>
      on.api.post('/api/account/otp/send', sendBody({ api_key_id }), { token }),
  };
}

const send = (token: string, on = service) => on.api.post('/api/otp/send', sendBody(), { token });
async function codes(count: number, request: () => ReturnType<typeof send>) {
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const { status, body } = await request();
    found.push(body.code ?? String(status));
  }
  return found;
}

describe('the rate of a key', () => {
  it('is told beside that of the account, and refuses with its own figures', async () => {
    const { key } = await limited(2);
    const first = await send(key);
    expect(first).toAnswer(200);
    expect(first.headers.get('ratelimit-policy')).toBe(`"send";q=${ACCOUNT_RATE};w=60, "key";q=2;w=60`);
    expect(first.headers.get('ratelimit')).toMatch(/^"send";r=5;t=\d+, "key";r=1;t=\d+$/);
    expect(await send(key)).toAnswer(200);
    const refused = await send(key);
    expect(refused).toAnswer(429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get('ratelimit-policy')).toBe('"key";q=2;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  });

  it('that is exceeded uses up nothing of the account, and the account refusing uses up nothing of it', async () => {
    const { key, other } = await limited(2);
    expect(await codes(20, () => send(key))).toEqual([
      '200',
      '200',
      ...Array<string>(18).fill('rate_limited'),
    ]);
    expect(await codes(5, () => send(other))).toEqual([...Array<string>(4).fill('200'), 'rate_limited']);

    const fast = await limited(ACCOUNT_RATE);
    await codes(ACCOUNT_RATE, () => send(fast.other));
    const refused = await send(fast.key);
    expect(refused.headers.get('ratelimit-policy')).toBe(`"send";q=${ACCOUNT_RATE};w=60`);
    expect(await fast.patch({ rate_per_minute: 1 })).toAnswer(200);
    // Were it counted, the key's own rate would be what refuses.
    expect((await send(fast.key)).headers.get('ratelimit-policy')).toBe(`"send";q=${ACCOUNT_RATE};w=60`);
  });

  it('is one for a key and its rotations', async () => {
    const { key, rotate } = await limited(3);
    expect(await codes(2, () => send(key))).toEqual(['200', '200']);
    const fresh = await rotate();
    expect(fresh.rate_per_minute).toBe(3);
    expect(await codes(2, () => send(fresh.key))).toEqual(['200', 'rate_limited']);
    expect(await codes(1, () => send(key))).toEqual(['rate_limited']);
  });

  it('counts sends of its owner in person with it, and checks apart', async () => {
    const { id, key, inPerson } = await limited(1);
    const other = await limited(null);
    expect(await codes(1, () => inPerson(id))).toEqual(['200']);
    expect(await codes(2, () => inPerson(id))).toEqual(['rate_limited', 'rate_limited']);
    expect(await codes(1, () => send(key))).toEqual(['rate_limited']);
    const check = () =>
      service.api.post('/api/otp/check', { phone: '081234567890', otp_code: '123456' }, { token: key });
    expect(await codes(2, check)).toEqual(['200', 'rate_limited']);
    expect(await codes(1, () => send(other.key))).toEqual(['200']);
  });

  it('can be raised, lowered and taken away, and what was used stays used', async () => {
    const { key, patch } = await limited(2);
    await codes(2, () => send(key));
    expect((await patch({ rate_per_minute: 3 })).body.data).toMatchObject({ rate_per_minute: 3 });
    expect(await codes(2, () => send(key))).toEqual(['200', 'rate_limited']);
    expect((await patch({ rate_per_minute: 1 })).body.data).toMatchObject({ rate_per_minute: 1 });
    expect(await codes(1, () => send(key))).toEqual(['rate_limited']);
    expect((await patch({ rate_per_minute: null })).body.data).toMatchObject({ rate_per_minute: null });
    expect(await codes(1, () => send(key))).toEqual(['200']);
  });

  it.each([0, -1, 1.5, '5', true, 1_000_001])('of %j is refused', async (rate_per_minute) => {
    const { token, patch } = await limited(null);
    const answers = [
      await service.api.post(PATH, { name: 'x', rate_per_minute }, { token }),
      await patch({ rate_per_minute }),
    ];
    for (const answer of answers)
      expect(answer).toAnswer(400, { code: 'parameter_invalid', fields: ['rate_per_minute'] });
  });
});

describe.skipIf(!inject('redisUrl'))('the rate of a key over Redis', () => {
  it('is one for all instances, whatever it was before', async () => {
    // A busy machine is no lost store.
    const env = { REDIS_URL: String(inject('redisUrl')), REDIS_TIMEOUT_MS: '5000' };
    const { gateway } = service;
    const shared = { gateway, databaseUrl: service.config.DATABASE_URL, env };
    const instances =
      inject('engine') === 'mysql'
        ? [await startTestService(shared), await startTestService(shared)]
        : [await startTestService({ env })];
    try {
      const [one, other = one] = instances as [TestService, TestService?];
      const { key, patch, rotate } = await limited(3, one);
      const fresh = await rotate();
      expect(await codes(2, () => send(key, one))).toEqual(['200', '200']);
      expect(await codes(2, () => send(fresh.key, other))).toEqual(['200', 'rate_limited']);
      await patch({ rate_per_minute: 4 });
      expect(await codes(2, () => send(key, other))).toEqual(['200', 'rate_limited']);
    } finally {
      for (const instance of instances.toReversed()) await instance.close();
    }
  });
});
