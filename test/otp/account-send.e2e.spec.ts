import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { keepBooks } from '../support/app.js';
import { actorOf, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);

interface Owner {
  userId: number;
  token: string;
  /** Of a live key. */
  keyId: number;
  key: string;
}

async function newOwner(on = service, credit = 10_000): Promise<Owner> {
  const { userId, key } = await createAccount(on, credit);
  const [live] = await on.app.get(ApiKeysService).list(userId);
  return { userId, token: await userToken(on, userId), keyId: live?.id ?? 0, key };
}

const newKey = (owner: Owner, request: Record<string, unknown> = {}, on = service) =>
  on.app.get(ApiKeysService).create(owner.userId, { name: 'lain', ...request });

const send = ({ token, keyId }: Owner, overrides: Record<string, unknown> = {}, on = service) =>
  on.api.post('/api/account/otp/send', sendBody({ api_key_id: keyId, ...overrides }), { token });

describe('a send by the owner in person', () => {
  it('is the send of the key: charged, in its history, with the same answer', async () => {
    const owner = await newOwner();
    const answer = await send(owner, { phone: '081234567890' });
    expect(answer).toAnswer(200, { message: 'OTP berhasil dikirim.' });
    expect(answer.body.data).toEqual({
      message_id: expect.any(String) as string,
      recipient: '6281****7890',
      credit_used: 200,
      credit_balance: 9800,
      reference: expect.stringMatching(/^otp_/) as string,
      external_id: null,
      metadata: null,
    });
    const history = await service.api.get('/api/otp/history', { token: owner.key });
    expect(history.body.data).toMatchObject({ total: 1, items: [{ recipient: '6281****7890' }] });
  });

  it('with a test key sends nothing and costs nothing', async () => {
    const owner = await newOwner();
    const { id } = await newKey(owner, { mode: 'test' });
    const before = service.gateway.accepted.length;
    const answer = await send(owner, { api_key_id: id });
    expect(answer.body.data).toMatchObject({ credit_used: 0, credit_balance: 10_000 });
    expect(service.gateway.accepted.length).toBe(before);
  });

  it('with a test key meets every magic number, those of API keys too', async () => {
    const owner = await newOwner();
    const { id } = await newKey(owner, { mode: 'test' });
    const codes = ['20', '21', '22', '33'].map(
      async (digits) => (await send(owner, { api_key_id: id, phone: `080000000${digits}` })).body.code,
    );
    expect(await Promise.all(codes)).toEqual([
      'api_key_missing',
      'api_key_invalid',
      'rate_limited',
      'insufficient_credit',
    ]);
  });

  it('fails as the send of the key does', async () => {
    const owner = await newOwner(service, 100);
    const poor = await send(owner);
    expect(poor).toAnswer(402, { code: 'insufficient_credit', credit_balance: 100 });
    expect((await send(owner, { phone: '12' })).body.code).toBe('phone_invalid');
    expect((await send(owner, { otp_code: '12' })).body.code).toBe('otp_code_invalid');
    const missing = await send(owner, { api_key_id: null });
    expect([missing.body.code, missing.body['fields']]).toEqual(['parameter_missing', ['api_key_id']]);
    for (const api_key_id of ['7', 0, 1.5, true, {}])
      expect((await send(owner, { api_key_id })).body.code).toBe('parameter_invalid');
  });

  it('does not repeat a code that the key has just sent', async () => {
    const owner = await newOwner();
    const body = sendBody();
    await service.api.post('/api/otp/send', body, { token: owner.key });
    expect((await send(owner, body)).body.code).toBe('duplicate');
  });

  it('is repeated under one Idempotency-Key without a second message', async () => {
    const owner = await newOwner();
    const body = sendBody({ api_key_id: owner.keyId });
    const once = () =>
      service.api.post('/api/account/otp/send', body, {
        token: owner.token,
        headers: { 'idempotency-key': 'coba-1' },
      });
    const [first, second] = [await once(), await once()];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const other = await service.api.post('/api/account/otp/send', sendBody({ api_key_id: owner.keyId }), {
      token: owner.token,
      headers: { 'idempotency-key': 'coba-1' },
    });
    expect(other.body.code).toBe('idempotency_mismatch');
  });
});

describe('the key of such a send', () => {
  it('is an own one: that of another account, a deleted or unknown one is a 404', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const deleted = await newKey(owner);
    await service.app.get(ApiKeysService).remove(actorOf(owner.userId), deleted.id);
    for (const api_key_id of [other.keyId, deleted.id, 2_000_000_000]) {
      const answer = await send(owner, { api_key_id });
      expect(answer).toAnswer(404, 'not_found');
    }
  });

  it('must be in force: a deactivated or expired one is refused', async () => {
    const owner = await newOwner();
    const keys = service.app.get(ApiKeysService);
    await keys.update(actorOf(owner.userId), owner.keyId, { active: false });
    const off = await send(owner);
    expect(off).toAnswer(409, 'api_key_not_live');
    const soon = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const brief = await newKey(owner, { expires_at: soon });
    expect(await send(owner, { api_key_id: brief.id })).toAnswer(200);
    service.clock.advance(61);
    expect((await send(owner, { api_key_id: brief.id })).body.code).toBe('api_key_not_live');
    service.clock.reset();
  });

  it('needs no address of its list: the owner is there in person', async () => {
    const owner = await newOwner();
    const { id, key } = await newKey(owner, { allowed_ips: ['203.0.113.7'] });
    expect((await service.api.post('/api/otp/send', sendBody(), { token: key })).body.code).toBe(
      'api_key_invalid',
    );
    expect(await send(owner, { api_key_id: id })).toAnswer(200);
  });

  it('keeps its daily cap, together with what it sends itself', async () => {
    const owner = await newOwner();
    const { id, key } = await newKey(owner, { daily_cap: 2 });
    expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
    expect(await send(owner, { api_key_id: id })).toAnswer(200);
    expect((await send(owner, { api_key_id: id })).body.code).toBe('daily_cap_reached');
  });

  it('was used, and says when', async () => {
    const owner = await newOwner();
    const lastUsed = async () => (await service.app.get(ApiKeysService).list(owner.userId))[0]?.last_used_at;
    expect(await lastUsed()).toBeNull();
    await send(owner);
    await expect.poll(lastUsed).toMatch(/^\d{4}-/);
  });
});

describe('the cap per minute', () => {
  it('counts both ways of an account together, and each account by itself', async () => {
    const capped = await startTestService({ env: { SEND_RATE_PER_MINUTE: '2' } });
    onTestFinished(() => capped.close());
    const [owner, other] = [await newOwner(capped), await newOwner(capped)];
    expect((await send(owner, {}, capped)).headers.get('ratelimit')).toContain('"send";r=1;');
    expect(await capped.api.post('/api/otp/send', sendBody(), { token: owner.key })).toAnswer(200);
    for (const answer of [
      await send(owner, {}, capped),
      await capped.api.post('/api/otp/send', sendBody(), { token: owner.key }),
    ])
      expect(answer).toAnswer(429, 'rate_limited');
    expect(await send(other, {}, capped)).toAnswer(200);
  });
});

it('takes a user, and no API key', async () => {
  const owner = await newOwner();
  expect((await send({ ...owner, token: owner.key })).body.code).toBe('token_invalid');
});

describe('a check by the owner in person', () => {
  const check = ({ token, keyId }: Owner, overrides: object = {}, on = service) =>
    on.api.post(
      '/api/account/otp/check',
      { api_key_id: keyId, phone: '081234567891', otp_code: '482913', ...overrides },
      { token },
    );

  it('is the check of the key: true once for what was sent, false for anything else', async () => {
    const owner = await newOwner();
    await send(owner, { phone: '081234567891', otp_code: '482913' });
    const answers = [await check(owner, { otp_code: '482914' }), await check(owner), await check(owner)];
    expect(answers.map(({ body }) => body.data)).toEqual([
      { valid: false },
      { valid: true },
      { valid: false },
    ]);
    expect((await check(await newOwner())).body.data).toEqual({ valid: false });
  });

  it('is refused as the key would be, and of a foreign key there is none', async () => {
    const owner = await newOwner();
    const codeOf = async (overrides: object) => (await check(owner, overrides)).body.code;
    expect(await codeOf({ phone: '12' })).toBe('phone_invalid');
    expect(await codeOf({ otp_code: 'x' })).toBe('otp_code_invalid');
    expect(await codeOf({ api_key_id: (await newOwner()).keyId })).toBe('not_found');
    const { id } = await newKey(owner, { allowed_operations: ['send'] });
    expect(await codeOf({ api_key_id: id })).toBe('operation_not_allowed');
    const { key } = owner;
    expect(await service.api.post('/api/account/otp/check', {}, { token: key })).toAnswer(401);
  });
});
