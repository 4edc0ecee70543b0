import { createHmac, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { balanceOf, messagesOf } from './support.js';

const ANSWER_MS = 400;
const SENT = { success: true, message: 'OTP berhasil dikirim.' };
const BRAND = '&brand=Toko%20Budi';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { HOOK_ANSWER_MS: String(ANSWER_MS) } });
});
afterAll(() => service.close());
afterEach(() => {
  service.clock.reset();
  service.gateway.behave({ refuse: 'never' });
});
keepBooks(() => service);

const international = () => newPhone().replace(/^0/, '+62');
const post = (key: string | undefined, query: string, body: unknown) =>
  service.api.post(`/api/hooks/generic?${query}`, body, key === undefined ? {} : { token: key });
const lastMessage = () => service.gateway.accepted.at(-1);

interface Payload {
  query: string;
  body: (to: string, code: string) => object;
}

/** What these servers post, from their sources and documents; docs/auth-servers.md says at which version. */
const PAYLOADS: Record<string, Payload> = {
  'ZITADEL, OTP by SMS': {
    query: 'to=$.contextInfo.recipientPhoneNumber&code=$.args.code',
    body: (to, code) => ({
      contextInfo: {
        eventType: 'user.human.otp.sms.code.added',
        provider: { id: '285181292935381355', description: 'Sandi' },
        recipientPhoneNumber: to,
      },
      templateData: {
        title: '',
        preHeader: '',
        subject: '',
        greeting: '',
        text: `${code} is your one-time-password for example.com. Use it within the next 5m0s.`,
        url: '',
        buttonText: '',
        primaryColor: '#5469d4',
      },
      args: {
        code,
        oTP: code,
        domain: 'example.com',
        expiry: 300_000_000_000,
        lastPhone: to,
        verifiedPhone: to,
        loginNames: ['budi'],
        preferredLoginName: 'budi',
      },
    }),
  },
  'authentik, its own payload': {
    query: 'to=$.To&code=$.Body',
    body: (To, token) => ({
      From: 'authentik',
      To,
      Body: token,
      Message: `Use this code to authenticate in authentik: ${token}`,
    }),
  },
  'authentik, a sentence of a mapping': {
    query: 'to=$.To&code=$.Body',
    body: (To, token) => ({ From: 'authentik', To, Body: `Kode masuk Anda ${token}, berlaku 10 menit.` }),
  },
  'Keycloak with the SMS authenticator': {
    query: 'to=$.to&code=$.text',
    body: (to, code) => ({
      text: `Your SMS code is ${code} and is valid for 5 minutes.`,
      to,
      from: 'Keycloak',
    }),
  },
  'Keycloak with receivers in a list': {
    query: "to=$.recipients[0]['msisdn']&code=$.text",
    body: (msisdn, code) => ({ text: `Ihr SMS-Code: ${code}`, recipients: [{ msisdn }], from: 'Keycloak' }),
  },
  FusionAuth: {
    query: 'to=$.phoneNumber&code=$.code',
    body: (phoneNumber, code) => ({
      code,
      phoneNumber,
      message: `Your verification code is ${code}`,
      textMessage: `Two Factor Code: ${code}`,
      type: 'SMS',
      userId: '00000000-0000-0000-0000-000000000042',
    }),
  },
  nhost: {
    query: 'to=$.to&code=$.body',
    body: (to, code) => ({ to, body: `Your code is ${code}.` }),
  },
};

describe.each(Object.entries(PAYLOADS))('a generic hook of %s', (_server, { query, body }) => {
  it('sends its code, charged and recorded like any other', async () => {
    const account = await createAccount(service);
    const to = international();
    const answer = await post(account.key, query + BRAND, body(to, '00482913'));
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual(SENT);
    expect(await messagesOf(service, account.userId)).toMatchObject([
      { status: 'sent', creditUsed: 200, companyName: 'Toko Budi' },
    ]);
    expect(lastMessage()).toMatchObject({ to: to.slice(1) });
    expect(lastMessage()?.text).toContain('*00482913*');
    expect(await balanceOf(service, account.key)).toBe(9_800);
  });

  it('that is repeated sends and charges once, and succeeds again', async () => {
    const account = await createAccount(service);
    const same = body(international(), '482913');
    for (let i = 0; i < 2; i++) expect(await post(account.key, query + BRAND, same)).toAnswer(200);
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
  });
});

describe('a generic hook', () => {
  const result = async (account: Partial<Account>, query: string, body: unknown) => {
    const answer = await post(account.key, query, body);
    return [answer.status, answer.body.code, answer.body['fields']];
  };
  const sent = (members: object = {}) => ({ to: international(), text: '482913', ...members });
  const PLACES = `to=$.to&code=$.text${BRAND}`;

  it.each([
    ['code=$.text', 'parameter_missing', ['to']],
    ['to=$.to', 'parameter_missing', ['code']],
    ['to=to&code=$.text', 'parameter_invalid', ['to']],
    ['to=$.to&code=$..text', 'parameter_invalid', ['code']],
    ['to=$.to&to=$.to&code=$.text', 'parameter_invalid', ['to']],
    ['to=$.to&code=$.text&language=de', 'parameter_invalid', ['language']],
    ['to=$.elsewhere&code=$.text', 'parameter_missing', ['to']],
    ['to=$.to&code=$.elsewhere', 'parameter_missing', ['code']],
    ['to=$.constructor.name&code=$.text', 'parameter_missing', ['to']],
    ['to=$.to.length&code=$.text', 'parameter_missing', ['to']],
  ])('at %s is a 400 that says where', async (query, code, fields) => {
    const account = await createAccount(service);
    expect(await result(account, query + BRAND, sent())).toEqual([400, code, fields]);
    expect(await messagesOf(service, account.userId)).toEqual([]);
  });

  it.each([
    ['no code', { text: 'hello' }, 'otp_code_invalid'],
    ['several codes', { text: 'Code 4829 or 4830' }, 'otp_code_invalid'],
    ['a code of letters too', { text: '0M53RF' }, 'otp_code_invalid'],
    ['a code that is a number', { text: 482913 }, 'otp_code_invalid'],
    ['a number of another country', { to: '+14155550123' }, 'phone_invalid'],
    ['a number that is a list', { to: ['+6281234567890'] }, 'phone_invalid'],
    ['a blank number', { to: '' }, 'parameter_missing'],
  ])('with %s is a 400', async (_what, members, code) => {
    const account = await createAccount(service);
    expect((await result(account, PLACES, sent(members))).slice(0, 2)).toEqual([400, code]);
    expect(await messagesOf(service, account.userId)).toEqual([]);
  });

  it('without a brand is a 400, and the key does not lend its name', async () => {
    const account = await createAccount(service);
    const missing = [400, 'parameter_missing', ['company_name']];
    expect(await result(account, 'to=$.to&code=$.text', sent())).toEqual(missing);
  });

  it('tells whoever logs in neither of money nor of devices', async () => {
    const poor = await createAccount(service, 0);
    const answer = await post(poor.key, PLACES, sent());
    expect(answer).toAnswer(503, { message: 'Layanan sedang tidak tersedia. Coba lagi nanti.' });
  });

  it('reads the language at its place, and takes Indonesian for one it does not know', async () => {
    const account = await createAccount(service);
    const words = async (language: string, locale: unknown) => {
      expect(await post(account.key, `${PLACES}&language=${language}`, sent({ locale }))).toAnswer(200);
      return lastMessage()?.text ?? '';
    };
    expect(await words('$.locale', 'en_US')).toContain('is your');
    expect(await words('$.locale', 'id-ID')).toContain('adalah kode');
    expect(await words('$.locale', 'fr')).toContain('adalah kode');
    expect(await words('en', 'id')).toContain('is your');
  });

  it('takes a key from its header and from nowhere else', async () => {
    const { key } = await createAccount(service);
    expect(await result({}, `${PLACES}&key=${key}&api_key=${key}`, { ...sent(), key })).toEqual([
      401,
      'api_key_missing',
      undefined,
    ]);
    expect((await result({ key: 'x' }, PLACES, sent()))[1]).toBe('api_key_invalid');
  });

  it('is answered before its caller gives up, and its send goes on', async () => {
    const account = await createAccount(service);
    service.gateway.script([{ answerDelayMs: ANSWER_MS * 3 }]);
    expect(await post(account.key, PLACES, sent())).toAnswer(200);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ status: 'pending' }]);
    await expect.poll(() => messagesOf(service, account.userId)).toMatchObject([{ status: 'sent' }]);
  });

  it('leaves neither code nor number in the log or the database', async () => {
    const account = await createAccount(service);
    const to = international();
    await post(account.key, PLACES, { to, text: 'Kode 7391826450' });
    await post(account.key, PLACES, { to, text: 'Kode 7391826450 atau 7391826451' });
    const rows: unknown = await service.database.read.query('SELECT * FROM messages');
    const kept = service.logs.join('\n') + JSON.stringify(rows);
    for (const secret of [to.slice(3), '739182645', account.key]) expect(kept).not.toContain(secret);
  });
});

/** An account whose key holds `signing_key`, as an auth server that makes its own is set up. */
async function signedAccount(signing_key: string, credit?: number) {
  const account = await createAccount(service, credit);
  const token = await userToken(service, account.userId);
  const [{ id }] = (await service.api.get('/api/account/api-keys', { token })).body.data as [{ id: number }];
  const path = `/api/account/api-keys/${id}/hook-signing-key`;
  const answer = await service.api.put(path, { signing_key, company_name: 'Toko Budi' }, { token });
  expect(answer).toAnswer(200);
  const { url } = answer.body.data as { url: string };
  expect(url).toBe(`${service.config.publicUrl}/api/hooks/generic?key_id=${id}`);
  return {
    ...account,
    token,
    path,
    places: `key_id=${id}&to=$.contextInfo.recipientPhoneNumber&code=$.args.code`,
  };
}

const deliver = (query: string, raw: string, headers: Record<string, string>) =>
  service.api.post(`/api/hooks/generic?${query}`, undefined, { raw, headers });

describe('a hook that ZITADEL signs', () => {
  const KEY = 'K3yOfZitadelK3yOfZitadelK3yOfZitadel';
  const zitadelHeader = (raw: string, key = KEY, at = service.clock.now()) => {
    const seconds = Math.floor(at.getTime() / 1000);
    const signature = createHmac('sha256', key).update(`${seconds}.${raw}`).digest('hex');
    return { 'zitadel-signature': `t=${seconds},v1=${signature}` };
  };
  const bodyOf = (to = international()) =>
    JSON.stringify({ contextInfo: { recipientPhoneNumber: to }, args: { code: '12345678' } });

  it('holds as its own code wrote it, and sends under the brand that is stored with the key', async () => {
    const account = await signedAccount(KEY);
    // Of pkg/actions/signing.go at 0e7a14e, run for this second.
    const raw = '{"contextInfo":{"recipientPhoneNumber":"+6281234567890"},"args":{"code":"12345678"}}';
    const signature = 't=1769841600,v1=6bebe78b595e304f7e750d751a45306593a8d050395542c7ca3ba8ed481612d4';
    service.clock.advance(1_769_841_600 - Date.now() / 1000);
    const answer = await deliver(account.places, raw, { 'ZITADEL-Signature': signature });
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual(SENT);
    expect(lastMessage()).toMatchObject({ to: '6281234567890' });
    expect(await messagesOf(service, account.userId)).toMatchObject([{ companyName: 'Toko Budi' }]);
  });

  it('sends once when it is repeated', async () => {
    const account = await signedAccount(KEY);
    const raw = bodyOf();
    for (let i = 0; i < 2; i++) expect(await deliver(account.places, raw, zitadelHeader(raw))).toAnswer(200);
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
  });

  it('by another key, over other bytes, too old, or not at all, leaves no trace', async () => {
    const account = await signedAccount(KEY);
    const raw = bodyOf();
    const refusal = async (body: string, headers: Record<string, string>, query = account.places) => {
      const answer = await deliver(query, body, headers);
      return `${answer.status} ${answer.body.code}`;
    };
    const old = new Date(service.clock.now().getTime() - 301_000);
    expect(await refusal(raw, zitadelHeader(raw, 'AnotherKeyOfSixteen'))).toBe('401 signature_invalid');
    expect(await refusal(`${raw} `, zitadelHeader(raw))).toBe('401 signature_invalid');
    expect(await refusal(raw, zitadelHeader(raw, KEY, old))).toBe('401 signature_invalid');
    expect(await refusal(raw, {})).toBe('401 api_key_missing');
    expect(await refusal(raw, zitadelHeader(raw), 'to=$.a&code=$.b')).toBe('401 api_key_missing');
    const other = await signedAccount('AnotherKeyOfSixteen');
    expect(await refusal(raw, zitadelHeader(raw), other.places)).toBe('401 signature_invalid');
    expect(await messagesOf(service, account.userId)).toEqual([]);
  });

  it('is refused once another key is stored, which nobody reads anywhere', async () => {
    const account = await signedAccount(KEY);
    const raw = bodyOf();
    const { token, path } = account;
    await service.api.put(path, { signing_key: 'NewKeyOfZitadel0' }, { token });
    expect(await deliver(account.places, raw, zitadelHeader(raw))).toAnswer(401);
    const headers = zitadelHeader(raw, 'NewKeyOfZitadel0');
    expect(await deliver(account.places, raw, headers)).toAnswer(200);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ companyName: 'Toko Budi' }]);
    const rows: unknown = await service.database.read.query('SELECT * FROM api_keys');
    expect(JSON.stringify(rows) + service.logs.join('\n')).not.toContain('NewKeyOfZitadel0');
  });
});

describe('a hook signed as Standard Webhooks', () => {
  it('sends once under one id, and one id stands for one body', async () => {
    const secret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    const account = await signedAccount(secret);
    const send = (code: string, id: string, to = '+6281234567891') => {
      const raw = JSON.stringify({ contextInfo: { recipientPhoneNumber: to }, args: { code } });
      const at = service.clock.now();
      return deliver(account.places, raw, {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, raw),
      });
    };
    const id = randomUUID();
    expect(await send('482913', id)).toAnswer(200);
    expect(await send('482913', id)).toAnswer(200);
    expect((await send('482914', id)).body.code).toBe('idempotency_mismatch');
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
  });
});

describe('a signing key', () => {
  it.each([
    [{}, 'parameter_missing'],
    [{ signing_key: 'fifteen letters' }, 'parameter_invalid'],
    [{ signing_key: 'x'.repeat(129) }, 'parameter_invalid'],
    [{ signing_key: 'whsec_!!!!!!!!!!!!!!!!' }, 'parameter_invalid'],
    [{ signing_key: 'a key with spaces in it' }, 'parameter_invalid'],
    [{ signing_key: ['K3yOfZitadelK3yOfZitadel'] }, 'parameter_invalid'],
    [{ signing_key: 'K3yOfZitadelK3yOfZitadel', company_name: 'x'.repeat(21) }, 'company_name_too_long'],
    [{ signing_key: 'K3yOfZitadelK3yOfZitadel', company_name: 7 }, 'company_name_invalid'],
  ])('%j is refused', async (body, code) => {
    const { token, path } = await signedAccount('K3yOfZitadelK3yOfZitadel');
    const answer = await service.api.put(path, body, { token });
    expect(answer).toAnswer(400, code);
  });

  it("of another account's key is a 404, and takes nothing from it", async () => {
    const owner = await signedAccount('K3yOfZitadelK3yOfZitadel');
    const stranger = await signedAccount('K3yOfZitadelK3yOfZitadel');
    const body = { signing_key: 'K3yOfTheStrangerHere', company_name: null };
    expect(await service.api.put(owner.path, body, { token: stranger.token })).toAnswer(404);
    const keys = await service.api.get('/api/account/api-keys', { token: owner.token });
    expect(keys.body.data).toMatchObject([{ hook_company_name: 'Toko Budi' }]);
  });
});
