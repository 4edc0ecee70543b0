import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { Message } from '../../src/otp/message.entities.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { RECOVERY_SECONDS: '3600' } });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const CODE = '482913';
const WRONG = ['111111', '222222', '333333', '444444', '555555'];

const check = (token: string, phone: unknown, otp_code: unknown = CODE) =>
  service.api.post('/api/otp/check', { phone, otp_code }, { token });
/** `true`, `false` or the code of the failure. */
const resultOf = async (...call: Parameters<typeof check>): Promise<string | boolean> => {
  const { status, body } = await check(...call);
  return status === 200 ? (body.data as { valid: boolean }).valid : body.code;
};
const resultsOf = async (token: string, phone: string, codes: string[]) => {
  const found: unknown[] = [];
  for (const code of codes) found.push(await resultOf(token, phone, code));
  return found;
};

/** An account whose code has been sent. */
async function sent(code = CODE) {
  const account = await createAccount(service);
  const phone = newPhone();
  const send = (otp_code: string) =>
    service.api.post('/api/otp/send', sendBody({ phone, otp_code }), { token: account.key });
  await send(code);
  return { ...account, phone, send };
}
const messageOf = ({ userId }: Account) =>
  service.database.read.findOneOrFail(Message, { where: { userId }, order: { id: 'DESC' } });

describe('the check of a code', () => {
  it('is true once for the code that was sent, and false ever after', async () => {
    const account = await sent();
    const answer = await check(account.key, account.phone);
    expect(answer).toAnswer(200);
    expect(answer.body.data).toEqual({ valid: true });
    expect(await resultsOf(account.key, account.phone, [CODE, CODE])).toEqual([false, false]);
    expect((await messageOf(account)).convertedAt).not.toBeNull();
  });

  it('knows the phone however it is written', async () => {
    const { key, phone } = await sent();
    expect(await resultOf(key, `+62 ${phone.slice(1, 4)}-${phone.slice(4)}`)).toBe(true);
  });

  it('is false for another code, phone, account or mode, and says no more', async () => {
    const { key, phone, userId } = await sent();
    const stranger = await createAccount(service);
    const { key: testKey } = await service.app
      .get(ApiKeysService)
      .create(userId, { name: 'uji', mode: 'test' });
    const answers = [
      await check(key, phone, '000000'),
      await check(key, newPhone()),
      await check(stranger.key, phone),
      await check(testKey, phone),
    ];
    for (const answer of answers) {
      expect(answer).toAnswer(200);
      expect(answer.body).toEqual({ success: true, data: { valid: false } });
    }
    expect(await resultOf(key, phone)).toBe(true);
  });

  it('costs nothing', async () => {
    const { key, phone } = await sent();
    await check(key, phone);
    const credit = await service.api.get('/api/otp/credit', { token: key });
    expect(credit.body.data).toMatchObject({ credit_balance: 9800 });
  });

  it('refuses every code, the right one too, after five wrong ones, until the message is old', async () => {
    const { key, phone } = await sent();
    expect(await resultsOf(key, phone, WRONG)).toEqual(Array(5).fill(false));
    for (const code of [CODE, '666666']) {
      const answer = await check(key, phone, code);
      expect(answer).toAnswer(429, 'check_limited');
      expect(answer.headers.get('retry-after')).toBe('600');
    }
    service.clock.advance(601);
    expect(await resultOf(key, phone)).toBe(false);
  });

  it('gives guesses at once no more tries than guesses one by one', async () => {
    const account = await sent();
    const guesses = Array.from({ length: 20 }, (_, i) =>
      resultOf(account.key, account.phone, `9${1000 + i}`),
    );
    const found = await Promise.all(guesses);
    expect(found.filter((each) => each === false)).toHaveLength(5);
    expect(found.filter((each) => each === 'check_limited')).toHaveLength(15);
    expect((await messageOf(account)).checkTries).toBe(5);
  });

  it('is true for one of many right checks at once', async () => {
    const { key, phone } = await sent();
    const found = await Promise.all(Array.from({ length: 10 }, () => resultOf(key, phone)));
    expect(found.filter((each) => each === true)).toHaveLength(1);
    expect(found.filter((each) => each === false)).toHaveLength(9);
  });

  it('takes a new code when the tries of the old one are gone', async () => {
    const { key, phone, send } = await sent();
    await resultsOf(key, phone, WRONG);
    await send('777777');
    expect(await resultsOf(key, phone, [CODE, '777777'])).toEqual([false, true]);
  });

  it('takes either of two codes, and a wrong one counts against both', async () => {
    const { key, phone, send } = await sent();
    await send('777777');
    expect(await resultsOf(key, phone, [...WRONG.slice(0, 4), CODE])).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(await resultsOf(key, phone, ['777777'])).toEqual([true]);
  });

  it('is true once for a code that was sent twice', async () => {
    const { key, phone, send } = await sent();
    service.clock.advance(301);
    expect(await send(CODE)).toAnswer(200);
    expect(await resultsOf(key, phone, [CODE, CODE])).toEqual([true, false]);
  });

  it('takes a code for ten minutes', async () => {
    const { key, phone } = await sent();
    service.clock.advance(590);
    const late = await sent();
    service.clock.advance(11);
    expect([await resultOf(key, phone), await resultOf(late.key, late.phone)]).toEqual([false, true]);
  });

  it('takes the code of a message whose outcome is unknown, and none of one that failed', async () => {
    const [unknown, refused, reported] = [await sent('000001'), await sent('000002'), await sent()];
    service.gateway.script([{ dropAnswer: 'after' }, { refuse: { status: 400, error: 'no' } }]);
    expect(await unknown.send(CODE)).toAnswer(504);
    expect(await refused.send(CODE)).toAnswer(502);
    const { gatewayMessageId } = await messageOf(reported);
    await service.gateway.callback(gatewayMessageId ?? '', 'failed');
    expect(await resultOf(unknown.key, unknown.phone)).toBe(true);
    expect(await resultOf(refused.key, refused.phone)).toBe(false);
    expect(await resultOf(reported.key, reported.phone)).toBe(false);
    await service.gateway.callback(gatewayMessageId ?? '', 'delivered');
    expect(await resultOf(reported.key, reported.phone)).toBe(true);
  });

  it('asks for both fields, and has the rules of a send for them', async () => {
    const { key } = await createAccount(service);
    const answer = await service.api.post('/api/otp/check', { otp_code: ' ' }, { token: key });
    expect(answer.body).toMatchObject({ code: 'parameter_missing', fields: ['phone', 'otp_code'] });
    expect(await resultOf(key, '12', '1')).toBe('phone_invalid');
    expect(await resultOf(key, newPhone(), 123456)).toBe('otp_code_invalid');
    const nobody = await service.api.post('/api/otp/check', { phone: newPhone(), otp_code: CODE });
    expect(nobody.body.code).toBe('api_key_missing');
  });
});

it('a check that was right is counted where the message is: in its day, its mode, its account', async () => {
  const account = await sent();
  const stats = async () => (await service.api.get('/api/otp/stats', { token: account.key })).body.data;
  expect(await stats()).toMatchObject({ total_sent: 1, total_converted: 0, conversion_rate: 0 });
  await account.send('777777');
  await resultsOf(account.key, account.phone, [CODE, CODE, '000000']);
  expect(await stats()).toEqual({
    total_sent: 2,
    total_failed: 0,
    today_count: 2,
    total_converted: 1,
    conversion_rate: 0.5,
  });
  const token = await userToken(service, account.userId);
  const { data } = (await service.api.get('/api/account/stats?days=2', { token })).body as unknown as {
    data: { daily: object[] };
  };
  expect(data.daily).toMatchObject([{ converted: 0 }, { created: 2, converted: 1 }]);
  const other = (await service.api.get('/api/account/stats?mode=test', { token })).body.data;
  expect(other).toMatchObject({ today_count: 0, total_converted: 0, conversion_rate: null });
});

it('checks have a cap per minute of their own', async () => {
  const capped = await startTestService({ env: { CHECK_RATE_PER_MINUTE: '2', SEND_RATE_PER_MINUTE: '1' } });
  try {
    const { key } = await createAccount(capped);
    const post = () =>
      capped.api.post('/api/otp/check', { phone: newPhone(), otp_code: CODE }, { token: key });
    for (const remaining of [1, 0]) {
      const { headers } = await post();
      expect(headers.get('ratelimit-policy')).toBe('"check";q=2;w=60');
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"check";r=${remaining};t=\\d+$`));
    }
    const answer = await post();
    expect(answer).toAnswer(429, 'rate_limited');
    expect(await capped.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
  } finally {
    await capped.close();
  }
});
