import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Message } from '../../../src/otp/message.entities.js';
import { delivery, messagesOf, supabaseAccount, supabaseBody } from '../../auth-hooks/support.js';
import { signedCallback, statusEvent } from '../../callbacks/signed-callback.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

let service: TestService;
let tokens: Record<'stranger' | 'key' | 'user' | 'admin', string | undefined>;
beforeAll(async () => {
  service = await startTestService();
  const { key, userId } = await createAccount(service);
  const user = await userToken(service, userId);
  tokens = { stranger: undefined, key, user, admin: await userToken(service, 1) };
});
afterAll(() => service.close());
keepBooks(() => service);

const NAMES = ['__proto__', 'constructor', 'prototype'];
const holding = (name: string) => [`{"${name}":1}`, `{"${name}":null}`, `{"a":[{"b":{"${name}":{}}}]}`];

type Who = keyof typeof tokens;
const OURS: [string, string, Who, string][] = [
  ['POST', '/api/auth/login', 'stranger', 'username'],
  ['POST', '/api/auth/register', 'stranger', 'username'],
  ['POST', '/api/auth/google', 'stranger', 'google_id'],
  ['POST', '/api/auth/forgot-password', 'stranger', 'email'],
  ['POST', '/api/auth/reset-password', 'stranger', 'token'],
  ['PATCH', '/api/auth/me', 'user', 'name'],
  ['POST', '/api/otp/send', 'key', 'phone'],
  ['POST', '/api/otp/check', 'key', 'phone'],
  ['POST', '/api/account/otp/send', 'user', 'phone'],
  ['POST', '/api/account/api-keys', 'user', 'allowed_ips'],
  ['POST', '/api/account/webhooks', 'user', 'events'],
  ['POST', '/api/admin/devices', 'admin', 'settings'],
  ['PATCH', '/api/admin/devices/1', 'admin', 'limits'],
  ['POST', '/api/admin/users/1/credit', 'admin', 'amount'],
];

describe.each(OURS)('a body of ours with a name of JavaScript in it: %s %s', (method, path, who, field) => {
  it.each(NAMES)('is a 400: %s', async (name) => {
    const bodies = holding(name).flatMap((value) => [value, `{"${field}":${value}}`, `{"other":${value}}`]);
    for (const raw of bodies) {
      const answer = await service.api.call(method, path, { token: tokens[who], raw });
      expect(answer, raw).toAnswer(400, 'malformed_json');
    }
  });
});

describe('members that no form declares', () => {
  it('are dropped, whatever libraries would make of them', async () => {
    const undeclared = { toString: 1, valueOf: 1, then: 1, hasOwnProperty: 1, offset: 1, code: 1, toJSON: 1 };
    const answer = await service.api.post(
      '/api/otp/send',
      { ...sendBody(), ...undeclared, nested: undeclared },
      { token: tokens.key },
    );
    expect(answer).toAnswer(200);
  });

  it('are no text where text is asked for, whatever they would say of themselves', async () => {
    for (const hostile of [{ toString: 1, valueOf: 1 }, [{ toString: 1 }], { then: 1 }, { length: 1e9 }]) {
      const body = { recipient: newPhone(), template_type: hostile, login_code: '482913' };
      const answer = await service.api.post('/api/hooks/kratos', body, { token: tokens.key });
      expect(answer).toAnswer(400, 'parameter_invalid');
    }
  });

  it('are dropped from query strings too', async () => {
    const query = 'constructor=1&__proto__=1&prototype=1&constructor[prototype][a]=1&__proto__.a=1&limit=1';
    for (const path of ['/api/otp/history', '/api/account/webhooks', '/api/account/credit/entries']) {
      const token = path.startsWith('/api/otp') ? tokens.key : tokens.user;
      expect(await service.api.get(`${path}?${query}`, { token })).toAnswer(200);
    }
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});

/** The same object with members that no program has a reason to send, at its top and in its parts. */
const spoilt = (body: object): string =>
  JSON.stringify(body).replaceAll(
    '{"',
    '{"constructor":1,"\\u0070rototype":{"constructor":null},"__proto__":{"toString":1},"',
  );

describe('payloads that others compose are taken without such names, their signatures being over the bytes', () => {
  it('a callback moves its message', async () => {
    const { body } = await service.api.post('/api/otp/send', sendBody(), { token: tokens.key });
    const { message_id: id } = body.data as { message_id: string };
    const [secret = ''] = service.config.webhookSecrets;
    const callback = signedCallback(spoilt(statusEvent(id, 'delivered')), secret, service.clock.now());
    expect(await service.api.post('/api/webhook/gateway', undefined, callback)).toAnswer(200);
    const { status } = await service.database.read.findOneByOrFail(Message, { gatewayMessageId: id });
    expect(status).toBe('delivered');
  });

  it.each([
    ['logto', { to: newPhone(), type: 'SignIn', payload: { code: '482913' } }],
    [
      'kratos',
      { recipient: newPhone(), template_type: 'login_code_valid', template_data: { login_code: '482913' } },
    ],
  ])('the hook of %s sends', async (name, body) => {
    const account = await createAccount(service);
    const options = { token: account.key, raw: spoilt(body) };
    expect(await service.api.post(`/api/hooks/${name}?company_name=Toko`, undefined, options)).toAnswer(200);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ status: 'sent' }]);
  });

  it('the hook of Supabase sends', async () => {
    const account = await supabaseAccount(service);
    const signed = delivery(service, account, spoilt(supabaseBody()));
    const answer = await service.api.post(account.address, undefined, signed);
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual({});
    expect(await messagesOf(service, account.userId)).toMatchObject([{ status: 'sent' }]);
  });
});
