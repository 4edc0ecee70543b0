import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { balanceOf, messagesOf } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => service.gateway.behave({ refuse: 'never' }));
keepBooks(() => service);

/** What whoever logs in may read of anything between the account and us. */
const NEUTRAL = 'Layanan sedang tidak tersedia. Coba lagi nanti.';
const COMPANY = '?company_name=Toko%20Maju';

const logtoBody = ({ to = newPhone().replace(/^0/, '62'), code = '123456' } = {}) => ({
  to,
  type: 'SignIn',
  payload: { code, locale: 'id' },
  ip: '203.0.113.9',
});

/** The members that Kratos' default body has in every message, null where they do not apply. */
const kratosBody = (members: object) => ({
  recipient: newPhone().replace(/^0/, '+62'),
  template_type: 'verification_code_valid',
  to: null,
  recovery_code: null,
  recovery_url: null,
  verification_url: null,
  verification_code: null,
  subject: null,
  body: null,
  ...members,
});

const ROUTES = [
  ['logto', 'OTP berhasil dikirim.', logtoBody],
  [
    'kratos',
    'Hook diterima.',
    ({ to, code }: { to?: string; code?: string } = {}) =>
      kratosBody({ verification_code: code ?? '123456', ...(to ? { recipient: to } : {}) }),
  ],
] as const;

describe.each(ROUTES)('a hook of %s', (name, message, bodyOf) => {
  const SENT = { success: true, message };
  const address = `/api/hooks/${name}`;
  const post = (token: string | undefined, body: object, query = COMPANY) =>
    service.api.post(address + query, body, token === undefined ? {} : { token });

  it('sends its code, charged and recorded like any other', async () => {
    const account = await createAccount(service);
    const to = newPhone();
    const answer = await post(account.key, bodyOf({ to, code: '482913' }));
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual(SENT);
    expect(await messagesOf(service, account.userId)).toMatchObject([
      { status: 'sent', creditUsed: 200, companyName: 'Toko Maju' },
    ]);
    expect(service.gateway.accepted.at(-1)).toMatchObject({ to: to.replace(/^0/, '62') });
    expect(service.gateway.accepted.at(-1)?.text).toContain('482913');
  });

  it('without a company is a 400, and the key does not lend its name', async () => {
    const account = await createAccount(service);
    const answer = await post(account.key, bodyOf(), '');
    expect(answer).toAnswer(400, { code: 'parameter_missing', fields: ['company_name'] });
    expect(await messagesOf(service, account.userId)).toEqual([]);
  });

  it('names the company of its address, else the one that is stored with the secret', async () => {
    const account = await createAccount(service);
    const token = await userToken(service, account.userId);
    const { body } = await service.api.get('/api/account/api-keys', { token });
    const [{ id }] = body.data as [{ id: number }];
    const stored = await service.api.post(
      `/api/account/api-keys/${id}/hook-secret`,
      { company_name: ' Toko Tersimpan ' },
      { token },
    );
    expect(stored.body.data).toMatchObject({ company_name: 'Toko Tersimpan' });
    await post(account.key, bodyOf(), '');
    await post(account.key, bodyOf());
    expect(await messagesOf(service, account.userId)).toMatchObject([
      { companyName: 'Toko Tersimpan' },
      { companyName: 'Toko Maju' },
    ]);
  });

  it('that is repeated sends and charges once, and succeeds again', async () => {
    const account = await createAccount(service);
    const body = bodyOf();
    expect(await post(account.key, body)).toAnswer(200);
    expect(await post(account.key, body)).toAnswer(200);
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
    expect(await balanceOf(service, account.key)).toBe(9_800);
  });

  it('whose outcome nobody knows succeeds: the code may arrive', async () => {
    const account = await createAccount(service);
    service.gateway.script([{ dropAnswer: 'after' }]);
    expect((await post(account.key, bodyOf())).body).toEqual(SENT);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ status: 'pending' }]);
  });

  it('with a test key costs nothing', async () => {
    const account = await createAccount(service);
    const { key } = await service.app
      .get(ApiKeysService)
      .create(account.userId, { name: 'uji', mode: 'test' });
    expect(await post(key, bodyOf())).toAnswer(200);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ livemode: false, creditUsed: 0 }]);
  });

  it('fails as a send does', async () => {
    const account = await createAccount(service);
    const poor = await createAccount(service, 199);
    const result = async ({ key }: Partial<Account>, body: object, query = COMPANY) => {
      const answer = await post(key, body, query);
      return `${answer.status} ${answer.body.code}`;
    };
    expect(await result({}, bodyOf())).toBe('401 api_key_missing');
    expect(await result({ key: 'x' }, bodyOf())).toBe('401 api_key_invalid');
    expect(await result(poor, bodyOf())).toBe('503 hook_unavailable');
    expect(await result(account, bodyOf({ to: '+14155550123' }))).toBe('400 phone_invalid');
    expect(await result(account, bodyOf({ code: 'ABC123' }))).toBe('400 otp_code_invalid');
    expect(await result(account, bodyOf(), `?company_name=${'x'.repeat(21)}`)).toBe(
      '400 company_name_too_long',
    );
    expect(await result(account, {})).toBe('400 parameter_missing');
    service.gateway.behave({ refuse: { status: 422, error: 'not on WhatsApp' } });
    expect(await result(account, bodyOf())).toBe('503 hook_unavailable');
    expect(await balanceOf(service, account.key)).toBe(10_000);
  });

  it('tells whoever logs in neither of money nor of devices', async () => {
    const poor = await createAccount(service, 199);
    const { body, headers } = await post(poor.key, bodyOf());
    expect(body).toEqual({
      success: false,
      message: NEUTRAL,
      code: 'hook_unavailable',
      request_id: headers.get('x-request-id'),
      doc_url: expect.stringContaining('/docs/errors#hook_unavailable') as string,
    });
    const log = service.logs.find((line) => line.includes(String(headers.get('x-request-id'))));
    expect(log).toMatch(new RegExp(`insufficient_credit \\(user ${poor.userId}, API key \\d+\\)`));
  });

  it('takes 200 kB, and members that could pass for machinery', async () => {
    const account = await createAccount(service);
    const large = {
      ...bodyOf({ code: '482914' }),
      extra: { list: Array(10_000).fill('twenty characters...') },
    };
    const odd = '"constructor":{"name":1},"prototype":null,"__proto__":{"to":"x"}';
    const raw = JSON.stringify(large).replace('"extra":{', `${odd},"extra":{${odd},`);
    expect(raw.length).toBeGreaterThan(200_000);
    const answer = await service.api.post(address + COMPANY, undefined, { token: account.key, raw });
    expect(answer).toAnswer(200);
    expect(service.gateway.accepted.at(-1)?.text).toContain('482914');
    const tooLarge = { ...bodyOf(), extra: 'x'.repeat(262_144) };
    expect((await post(account.key, tooLarge)).body.code).toBe('body_too_large');
  });
});

describe('the language of a message', () => {
  const send = async (hook: string, body: object, query = '') => {
    const { key } = await createAccount(service);
    const { status } = await service.api.post(`/api/hooks/${hook}${COMPANY}${query}`, body, { token: key });
    return status === 200 ? languageOfLast() : status;
  };
  const languageOfLast = () => {
    const text = service.gateway.accepted.at(-1)?.text ?? '';
    return text.includes('is your') ? 'en' : text.includes('adalah kode') ? 'id' : text;
  };
  const LOCALES = [
    ['en', 'en'],
    ['en-US', 'en'],
    ['id_ID', 'id'],
    ['de', 'id'],
    [undefined, 'id'],
    [7, 'id'],
  ] as const;

  it.each(LOCALES)("is that of Logto's payload: %s is %s", async (locale, language) => {
    const body = { ...logtoBody(), payload: { code: '123456', locale } };
    expect(await send('logto', body)).toBe(language);
  });

  it.each(LOCALES)("is that of Kratos' identity: %s is %s", async (locale, language) => {
    const template_data = { verification_code: '123456', identity: { traits: { locale } } };
    expect(await send('kratos', kratosBody({ template_data }))).toBe(language);
  });

  it('is that of the address before any other, which is id, en or a 400', async () => {
    const body = () => ({ ...logtoBody(), payload: { code: '123456', locale: 'en' } });
    expect(await send('logto', body(), '&language=id')).toBe('id');
    expect(await send('kratos', kratosBody({ verification_code: '123456' }), '&language=en')).toBe('en');
    expect(await send('logto', body(), '&language=en-US')).toBe(400);
    expect(await send('logto', body(), '&language=id&language=en')).toBe(400);
  });
});

describe('a hook of logto', () => {
  it.each([
    ['without a code', { payload: { link: 'https://example.com' } }, 'parameter_missing'],
    ['with a code that is a number', { payload: { code: 123456 } }, 'otp_code_invalid'],
    ['with a text for a payload', { payload: '123456' }, 'parameter_invalid'],
    ['with a list of numbers', { to: ['6281234567890'] }, 'phone_invalid'],
  ])('%s is refused', async (_what, members, code) => {
    const { key, userId } = await createAccount(service);
    const answer = await service.api.post(
      `/api/hooks/logto${COMPANY}`,
      { ...logtoBody(), ...members },
      { token: key },
    );
    expect(answer).toAnswer(400, code);
    expect(await messagesOf(service, userId)).toEqual([]);
  });
});

describe('a message of Ory Kratos', () => {
  const post = (key: string, members: object) =>
    service.api.post(`/api/hooks/kratos${COMPANY}`, kratosBody(members), { token: key });

  const CODES = ['verification_code', 'login_code', 'registration_code', 'recovery_code'];

  it.each(CODES)('that carries a %s sends it, from the default body or from template_data', async (field) => {
    const { key } = await createAccount(service);
    const template_type = `${field}_valid`;
    expect(await post(key, { template_type, [field]: '481516' })).toAnswer(200);
    expect(service.gateway.accepted.at(-1)?.text).toContain('481516');
    const identity = { id: 'x', traits: { phone: '+6281234567890' } };
    const template_data = { to: '+6281234567890', [field]: '234242', identity, expires_in_minutes: 60 };
    expect(await post(key, { template_type, template_data })).toAnswer(200);
    expect(service.gateway.accepted.at(-1)?.text).toContain('234242');
  });

  it.each([
    'verification_valid',
    'recovery_valid',
    'recovery_code_invalid',
    'verifiable_address_changed',
    'authenticator_key_added',
    'stub',
    'constructor',
    '_code_valid',
  ])('of the type %s has no code: it is taken, and sends nothing', async (template_type) => {
    const { key, userId } = await createAccount(service);
    const answer = await post(key, { template_type, verification_url: 'https://example.com/v' });
    expect(answer).toAnswer(200);
    expect(await messagesOf(service, userId)).toEqual([]);
    expect(await balanceOf(service, key)).toBe(10_000);
  });

  it('without a type is a 400', async () => {
    const { key } = await createAccount(service);
    expect((await post(key, { template_type: null })).body.code).toBe('parameter_missing');
    expect((await post(key, { template_type: ['x'] })).body.code).toBe('parameter_invalid');
  });

  it('does not send the code of another message', async () => {
    const { key } = await createAccount(service);
    const answer = await post(key, { template_type: 'login_code_valid', recovery_code: '123456' });
    expect(answer).toAnswer(400, 'parameter_missing');
  });
});
