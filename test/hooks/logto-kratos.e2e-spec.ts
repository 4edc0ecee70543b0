import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone, type Account } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { balanceOf, messagesOf } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => service.gateway.behave({ refuse: 'never' }));
keepBooks(() => service);

const SENT = { success: true, message: 'OTP berhasil dikirim.' };

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
  ['logto', logtoBody],
  [
    'kratos',
    ({ to, code }: { to?: string; code?: string } = {}) =>
      kratosBody({ verification_code: code ?? '123456', ...(to ? { recipient: to } : {}) }),
  ],
] as const;

describe.each(ROUTES)('a hook of %s', (name, bodyOf) => {
  const address = `/api/hooks/${name}`;
  const post = (token: string | undefined, body: object, query = '') =>
    service.api.post(address + query, body, token === undefined ? {} : { token });

  it('sends its code, charged and recorded like any other', async () => {
    const account = await createAccount(service);
    const to = newPhone();
    const { status, body } = await post(account.key, bodyOf({ to, code: '482913' }));
    expect([status, body]).toEqual([200, SENT]);
    expect(await messagesOf(service, account.userId)).toMatchObject([
      { status: 'sent', creditUsed: 200, companyName: 'uji' },
    ]);
    expect(service.gateway.accepted.at(-1)).toMatchObject({ to: to.replace(/^0/, '62') });
    expect(service.gateway.accepted.at(-1)?.text).toContain('482913');
  });

  it('names the company of its address', async () => {
    const account = await createAccount(service);
    await post(account.key, bodyOf(), '?company_name=Toko%20Budi');
    expect(await messagesOf(service, account.userId)).toMatchObject([{ companyName: 'Toko Budi' }]);
  });

  it('that is repeated sends and charges once, and succeeds again', async () => {
    const account = await createAccount(service);
    const body = bodyOf();
    expect((await post(account.key, body)).status).toBe(200);
    expect((await post(account.key, body)).status).toBe(200);
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
    expect((await post(key, bodyOf())).status).toBe(200);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ livemode: false, creditUsed: 0 }]);
  });

  it('fails as a send does', async () => {
    const account = await createAccount(service);
    const poor = await createAccount(service, 199);
    const result = async ({ key }: Partial<Account>, body: object, query = '') => {
      const answer = await post(key, body, query);
      return `${answer.status} ${answer.body.code}`;
    };
    expect(await result({}, bodyOf())).toBe('401 api_key_missing');
    expect(await result({ key: 'x' }, bodyOf())).toBe('401 api_key_invalid');
    expect(await result(poor, bodyOf())).toBe('402 insufficient_credit');
    expect(await result(account, bodyOf({ to: '+14155550123' }))).toBe('400 phone_invalid');
    expect(await result(account, bodyOf({ code: 'ABC123' }))).toBe('400 otp_code_invalid');
    expect(await result(account, bodyOf(), `?company_name=${'x'.repeat(21)}`)).toBe(
      '400 company_name_too_long',
    );
    expect(await result(account, {})).toBe('400 parameter_missing');
    service.gateway.behave({ refuse: { status: 422, error: 'not on WhatsApp' } });
    expect(await result(account, bodyOf())).toBe('502 gateway_error');
    expect(await balanceOf(service, account.key)).toBe(10_000);
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
    const { status, body } = await service.api.post(
      '/api/hooks/logto',
      { ...logtoBody(), ...members },
      { token: key },
    );
    expect([status, body.code]).toEqual([400, code]);
    expect(await messagesOf(service, userId)).toEqual([]);
  });
});

describe('a message of Ory Kratos', () => {
  const post = (key: string, members: object) =>
    service.api.post('/api/hooks/kratos', kratosBody(members), { token: key });

  const CODES = ['verification_code', 'login_code', 'registration_code', 'recovery_code'];

  it.each(CODES)('that carries a %s sends it, from the default body or from template_data', async (field) => {
    const { key } = await createAccount(service);
    const template_type = `${field}_valid`;
    expect((await post(key, { template_type, [field]: '481516' })).status).toBe(200);
    expect(service.gateway.accepted.at(-1)?.text).toContain('481516');
    const identity = { id: 'x', traits: { phone: '+6281234567890' } };
    const template_data = { to: '+6281234567890', [field]: '234242', identity, expires_in_minutes: 60 };
    expect((await post(key, { template_type, template_data })).status).toBe(200);
    expect(service.gateway.accepted.at(-1)?.text).toContain('234242');
  });

  it.each(['verification_valid', 'recovery_valid', 'login_code_invalid', 'stub', 'constructor'])(
    'of the type %s has no code to send, and is refused',
    async (template_type) => {
      const { key, userId } = await createAccount(service);
      const { status, body } = await post(key, { template_type, verification_url: 'https://example.com/v' });
      expect([status, body.code, body['fields']]).toEqual([400, 'parameter_invalid', ['template_type']]);
      expect(await messagesOf(service, userId)).toEqual([]);
    },
  );

  it('does not send the code of another message', async () => {
    const { key } = await createAccount(service);
    const { status, body } = await post(key, { template_type: 'login_code_valid', recovery_code: '123456' });
    expect([status, body.code]).toEqual([400, 'parameter_missing']);
  });
});
