import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import { NotOnWhatsapp } from '../../src/otp/message.entities.js';
import { signedCallback } from '../callbacks/signed-callback.js';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { Verifier } from './verifications/verifications.js';

const MAX = 20;
const WINDOW_SECONDS = 600;
const NOBODY = {
  refuse: { status: 400, error: 'number is not on WhatsApp' },
  reason: 'not_on_whatsapp',
} as const;
const ALL_RIGHT = { refuse: 'never', reason: 'none', answerDelayMs: 0 } as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.clock.reset();
  service.gateway.behave(ALL_RIGHT);
});
keepBooks(() => service);

const send = (token: string, body: object = {}, at = service) =>
  at.api.post('/api/otp/send', sendBody({ ...body }), { token });
const codeOf = async (token: string, body: object = {}) => {
  const answer = await send(token, body);
  return answer.status === 200 ? 'sent' : answer.body.code;
};
const inTurn = async (count: number, turn: () => Promise<unknown>) => {
  const results: unknown[] = [];
  for (let left = count; left > 0; left--) results.push(await turn());
  return results;
};
const failedOf = (userId: number) => service.database.read.countBy(NotOnWhatsapp, { userId });

describe('sends to numbers without WhatsApp', () => {
  it('are so many in ten minutes per account; then every key of it is refused, and nothing is charged', async () => {
    const { key, userId } = await createAccount(service, 100_000);
    service.gateway.behave(NOBODY);
    expect(new Set(await inTurn(MAX - 1, () => codeOf(key)))).toEqual(new Set(['gateway_error']));
    service.clock.advance(60);
    expect(await codeOf(key)).toBe('gateway_error');
    const refused = await send(key);
    expect(refused).toAnswer(429, 'not_on_whatsapp_limited');
    expect(refused.body.message).toMatch(/^Rate limit tercapai/);
    expect(refused.headers.get('retry-after')).toBe(String(WINDOW_SECONDS - 60));
    // A number that has WhatsApp makes no difference, neither does another key.
    service.gateway.behave(ALL_RIGHT);
    expect(await codeOf(key)).toBe('not_on_whatsapp_limited');
    const verifier = await Verifier.with(service);
    expect(await codeOf(verifier.token)).toBe('sent');
    const [balance] = await service.database.read.query<{ balance: number }[]>(
      `SELECT balance FROM credit_balances WHERE user_id = ${userId}`,
    );
    expect(Number(balance?.balance)).toBe(100_000);

    service.clock.advance(WINDOW_SECONDS - 60);
    expect(await codeOf(key)).toBe('sent');
  });

  it('do not exceed the limit in parallel', async () => {
    const { key, userId } = await createAccount(service, 100_000);
    service.gateway.behave({ ...NOBODY, answerDelayMs: 20 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => codeOf(key)));
    expect(answers.filter((code) => code === 'gateway_error')).toHaveLength(MAX);
    expect(answers.filter((code) => code === 'not_on_whatsapp_limited')).toHaveLength(200 - MAX);
    expect(await failedOf(userId)).toBe(MAX);
  });

  it('leave parallel sends alone whose numbers are right', async () => {
    const { key } = await createAccount(service, 100_000);
    service.gateway.behave({ answerDelayMs: 20 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => codeOf(key)));
    expect(new Set(answers)).toEqual(new Set(['sent']));
  });

  it('are at most a share of the sends, once there are enough of these', async () => {
    const { key } = await createAccount(service, 100_000);
    await inTurn(14, () => codeOf(key));
    service.gateway.behave(NOBODY);
    expect(await inTurn(5, () => codeOf(key))).not.toContain('not_on_whatsapp_limited');
    expect(await inTurn(2, () => codeOf(key))).toEqual(['gateway_error', 'not_on_whatsapp_limited']);
  });

  it('are within the share where most sends arrive', async () => {
    const { key } = await createAccount(service, 100_000);
    await inTurn(40, () => codeOf(key));
    service.gateway.behave(NOBODY);
    await inTurn(10, () => codeOf(key));
    expect(await codeOf(key)).toBe('gateway_error');
  });

  it('count when a callback reports them, once each', async () => {
    const { key, userId } = await createAccount(service, 100_000);
    const ids = await inTurn(MAX, async () => (await send(key)).body.data?.['message_id']);
    const secret = service.config.webhookSecrets[0] ?? '';
    const report = (id: unknown) => {
      const payload = { id, status: 'failed', error: 'not on WhatsApp', reason: 'not_on_whatsapp' };
      const event = { event: 'message.status', payload };
      return service.api.post(
        '/api/webhook/gateway',
        undefined,
        signedCallback(event, secret, service.clock.now()),
      );
    };
    for (const id of [...ids.slice(1), ...ids.slice(1)]) expect(await report(id)).toAnswer(200);
    expect(await failedOf(userId)).toBe(MAX - 1);
    await report(ids[0]);
    expect(await failedOf(userId)).toBe(MAX);
    expect(await codeOf(key)).toBe('not_on_whatsapp_limited');
  });

  it('count for verifications, resends, hooks and the dashboard, which are refused alike', async () => {
    const verifier = await Verifier.with(service, 100_000);
    const phone = newPhone();
    const { verification_id } = await verifier.created({ phone });
    const { userId, key } = verifier.account;
    const token = await userToken(service, userId);
    const { id } = await service.database.read.findOneByOrFail(ApiKey, { userId });
    const ways = [
      () => verifier.create({}),
      () => verifier.resend(verification_id, phone),
      () => send(key),
      () => service.api.post('/api/account/otp/send', sendBody({ api_key_id: id }), { token }),
      () =>
        service.api.post(
          '/api/hooks/generic?to=$.to&code=$.code&brand=Toko%20Budi',
          { to: newPhone().replace(/^0/, '+62'), code: '482913' },
          { token: key },
        ),
    ];
    service.clock.advance(120);
    service.gateway.behave(NOBODY);
    for (const way of ways) await way();
    expect(await failedOf(userId)).toBe(ways.length);
    await inTurn(MAX - ways.length, () => send(key));
    service.clock.advance(120);
    const codes: unknown[] = [];
    for (const way of ways) codes.push((await way()).body.code);
    expect(codes).toEqual([
      'not_on_whatsapp_limited',
      'not_on_whatsapp_limited',
      'not_on_whatsapp_limited',
      'not_on_whatsapp_limited',
      'hook_unavailable',
    ]);
  });

  it('do not count for test keys, whatever number plays the part', async () => {
    const { userId, key } = await createAccount(service, 100_000);
    const verifier = await Verifier.with(service);
    const test = await verifier.withKey({ mode: 'test' });
    const body = { phone: '628000000010' };
    expect(await inTurn(MAX + 5, () => codeOf(test.token, body))).not.toContain('not_on_whatsapp_limited');
    service.clock.advance(60);
    await inTurn(3, () => codeOf(test.token, { phone: '628000000008' }));
    expect(await service.database.read.countBy(NotOnWhatsapp, { userId: verifier.account.userId })).toBe(0);
    expect(await codeOf(test.token, { phone: '628000000045' })).toBe('not_on_whatsapp_limited');
    service.gateway.behave(NOBODY);
    await inTurn(MAX, () => codeOf(key));
    expect(await failedOf(userId)).toBe(MAX);
  });

  it('do not count failures of other reasons', async () => {
    const { key } = await createAccount(service, 100_000);
    service.gateway.behave({ refuse: { status: 400, error: 'text refused' }, reason: 'template_rejected' });
    expect(await inTurn(MAX + 5, () => codeOf(key))).not.toContain('not_on_whatsapp_limited');
  });

  it.runIf(inject('engine') !== 'sqlite')('count across instances', async () => {
    const second = await startTestService({
      gateway: service.gateway,
      clock: service.clock,
      databaseUrl: service.config.DATABASE_URL,
    });
    try {
      const { key, userId } = await createAccount(service, 100_000);
      service.gateway.behave(NOBODY);
      for (let n = 0; n < MAX / 2; n++) {
        await send(key);
        await send(key, {}, second);
      }
      expect(await failedOf(userId)).toBe(MAX);
      expect([(await send(key)).body.code, (await send(key, {}, second)).body.code]).toEqual([
        'not_on_whatsapp_limited',
        'not_on_whatsapp_limited',
      ]);
    } finally {
      await second.close();
    }
  });
});

it('the limit of sends to numbers without WhatsApp is off where it is 0', async () => {
  const free = await startTestService({ gateway: service.gateway, env: { NOT_ON_WHATSAPP_MAX: '0' } });
  try {
    const { key } = await createAccount(free, 100_000);
    service.gateway.behave(NOBODY);
    for (let n = 0; n < MAX + 5; n++) expect((await send(key, {}, free)).body.code).toBe('gateway_error');
  } finally {
    await free.close();
  }
});
