import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { HookSettings } from '../../src/auth-hooks/hook-settings.js';
import { keepBooks } from '../support/app.js';
import { actorOf, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import {
  balanceOf,
  delivery,
  messagesOf,
  type SupabaseAccount,
  supabaseAccount,
  supabaseBody,
} from './support.js';

const ANSWER_MS = 400;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { HOOK_ANSWER_MS: String(ANSWER_MS), TRUST_PROXY: '1' } });
});
afterAll(() => service.close());
afterEach(() => {
  service.clock.reset();
  service.gateway.behave({ refuse: 'never' });
});
keepBooks(() => service);

/** The answer as Supabase Auth takes it: its body counts for a 200 alone. */
async function call(
  account: SupabaseAccount,
  options: Parameters<typeof service.api.post>[2],
  address = account.address,
) {
  const { status, body, headers } = await service.api.post(address, undefined, options);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  return { status, body: body as { error?: { http_code: number; message: string } } };
}

const deliver = (account: SupabaseAccount, body?: object) => call(account, delivery(service, account, body));

const SENT = { status: 200, body: {} };
const refused = (http_code: number, message: unknown = expect.any(String)) => ({
  status: 200,
  body: { error: { http_code, message } },
});
/** All that whoever logs in may read of what is between the account and us. */
const UNAVAILABLE = refused(503, 'Layanan sedang tidak tersedia. Coba lagi nanti.');
const failed = (status: number) => ({
  status,
  body: { error: { http_code: status, message: expect.any(String) as string } },
});

describe('a hook of Supabase Auth', () => {
  it('sends its code, charged and recorded like any other', async () => {
    const account = await supabaseAccount(service);
    const phone = newPhone();
    expect(await deliver(account, supabaseBody({ phone, otp: '482913' }))).toEqual(SENT);
    const [message, ...others] = await messagesOf(service, account.userId);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ status: 'sent', creditUsed: 200, apiKeyId: account.keyId });
    expect(await balanceOf(service, account.key)).toBe(9_800);
    expect(service.gateway.accepted.at(-1)).toMatchObject({ to: phone.replace(/^0/, '62') });
    expect(service.gateway.accepted.at(-1)?.text).toContain('482913');
  });

  it('names the company of its address, else the one that is stored with its secret', async () => {
    const account = await supabaseAccount(service);
    await deliver(account);
    await call(account, delivery(service, account), `${account.address}&company_name=Toko%20Budi`);
    const messages = await messagesOf(service, account.userId);
    expect(messages.map(({ companyName }) => companyName)).toEqual(['Toko Maju', 'Toko Budi']);
  });

  it('without a company is a 400, and the key does not lend its name', async () => {
    const account = await supabaseAccount(service, { company: null });
    expect(await deliver(account)).toEqual(failed(400));
    expect(await messagesOf(service, account.userId)).toEqual([]);
  });

  it.each([
    ['en-US', '', 'is your'],
    ['id_ID', '', 'adalah kode'],
    ['fr', '', 'adalah kode'],
    [undefined, '', 'adalah kode'],
    ['en', '&language=id', 'adalah kode'],
    ['id', '&language=en', 'is your'],
  ])('to a user of the locale %s with "%s" reads "%s"', async (locale, query, words) => {
    const account = await supabaseAccount(service);
    const body = supabaseBody({ metadata: { locale } });
    expect(await call(account, delivery(service, account, body), account.address + query)).toEqual(SENT);
    expect(service.gateway.accepted.at(-1)?.text).toContain(words);
  });

  it('takes a user of 200 kB, with members that could pass for machinery', async () => {
    const account = await supabaseAccount(service);
    const metadata = { list: Array(10_000).fill('twenty characters...'), constructor: { prototype: 1 } };
    const body = supabaseBody({ metadata, otp: '482915' });
    expect(JSON.stringify(body).length).toBeGreaterThan(200_000);
    expect(await deliver(account, body)).toEqual(SENT);
    expect(service.gateway.accepted.at(-1)?.text).toContain('482915');
    expect(await deliver(account, supabaseBody({ metadata: { x: 'x'.repeat(262_144) } }))).toEqual(
      failed(413),
    );
  });

  it('goes to the new number of a user who changes it', async () => {
    const account = await supabaseAccount(service);
    const newNumber = newPhone().replace(/^0/, '62');
    expect(await deliver(account, supabaseBody({ newNumber }))).toEqual(SENT);
    expect(service.gateway.accepted.at(-1)).toMatchObject({ to: newNumber });
  });

  it('with a test key is validated and recorded, and costs nothing', async () => {
    const account = await supabaseAccount(service, { mode: 'test' });
    expect(await deliver(account)).toEqual(SENT);
    expect(await deliver(account, supabaseBody({ otp: '12' }))).toMatchObject(refused(400));
    const messages = await messagesOf(service, account.userId);
    expect(messages).toMatchObject([{ livemode: false, creditUsed: 0 }]);
    expect(await balanceOf(service, account.key)).toBe(10_000);
  });
});

describe('a delivery that comes again', () => {
  it('sends and charges once, and is answered the same', async () => {
    const account = await supabaseAccount(service);
    const same = delivery(service, account);
    expect(await call(account, same)).toEqual(SENT);
    expect(await call(account, same)).toEqual(SENT);
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
    expect(await balanceOf(service, account.key)).toBe(9_800);
  });

  it('sends once when both come at the same time', async () => {
    const account = await supabaseAccount(service);
    const same = delivery(service, account);
    expect(await Promise.all([call(account, same), call(account, same)])).toEqual([SENT, SENT]);
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
  });

  it('sends once when Supabase repeats it under a new id', async () => {
    const account = await supabaseAccount(service);
    const body = supabaseBody();
    expect([await deliver(account, body), await deliver(account, body)]).toEqual([SENT, SENT]);
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
    expect(await balanceOf(service, account.key)).toBe(9_800);
  });

  it('is refused again after it was refused', async () => {
    const account = await supabaseAccount(service);
    const same = delivery(service, account);
    service.gateway.behave({ refuse: { status: 422, error: 'not on WhatsApp' } });
    expect(await call(account, same)).toEqual(UNAVAILABLE);
    service.gateway.behave({ refuse: 'never' });
    expect(await call(account, same)).toEqual(UNAVAILABLE);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ status: 'failed', creditUsed: 0 }]);
  });

  it('is not taken under the id of another', async () => {
    const account = await supabaseAccount(service);
    const id = 'one-and-the-same';
    await call(account, delivery(service, account, supabaseBody(), { id }));
    const other = delivery(service, account, supabaseBody(), { id });
    expect(await call(account, other)).toEqual(failed(422));
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
  });
});

describe('a send that does not end in time', () => {
  it('is answered as sent before Supabase gives up, and goes on', async () => {
    const account = await supabaseAccount(service);
    service.gateway.script([{ answerDelayMs: ANSWER_MS * 3 }]);
    expect(await deliver(account)).toEqual(SENT);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ status: 'pending' }]);
    await expect.poll(() => messagesOf(service, account.userId)).toMatchObject([{ status: 'sent' }]);
  });

  it('whose outcome nobody knows is answered as sent', async () => {
    const account = await supabaseAccount(service);
    service.gateway.script([{ dropAnswer: 'after' }]);
    expect(await deliver(account)).toEqual(SENT);
    expect(await messagesOf(service, account.userId)).toMatchObject([{ status: 'pending', creditUsed: 200 }]);
  });
});

describe('a refusal', () => {
  it('is told in the form that Supabase hands on', async () => {
    const poor = await supabaseAccount(service, { credit: 199 });
    expect(await deliver(poor)).toEqual(UNAVAILABLE);
    const account = await supabaseAccount(service);
    expect(await deliver(account, supabaseBody({ phone: '14155550123' }))).toEqual(
      refused(400, 'Nomor telepon tidak valid.'),
    );
    expect(await deliver(account, supabaseBody({ otp: '123' }))).toEqual(
      refused(400, 'Kode OTP harus 4-10 digit angka.'),
    );
    const long = `${account.address}&company_name=${'x'.repeat(21)}`;
    expect(await call(account, delivery(service, account), long)).toEqual(failed(400));
    service.gateway.behave({ refuse: { status: 422, error: 'not on WhatsApp' } });
    expect(await deliver(account)).toEqual(UNAVAILABLE);
    expect(await balanceOf(service, account.key)).toBe(10_000);
  });

  it('comes at the sixth code for one number in ten minutes', async () => {
    const account = await supabaseAccount(service);
    const phone = newPhone();
    for (let code = 1000; code < 1005; code++)
      expect(await deliver(account, supabaseBody({ phone, otp: String(code) }))).toEqual(SENT);
    expect(await deliver(account, supabaseBody({ phone, otp: '1005' }))).toEqual(refused(429));
  });

  it.each([
    ['without a user', { sms: { otp: '123456' } }],
    ['without a code', { user: { phone: '6281234567890' }, sms: {} }],
    ['without a phone', { user: {}, sms: { otp: '123456' } }],
    ['with a list for a user', { user: ['6281234567890'], sms: { otp: '123456' } }],
    ['with a text for an SMS', { user: { phone: '6281234567890' }, sms: '123456' }],
  ])('is a 400 for a body %s', async (_what, body) => {
    const account = await supabaseAccount(service);
    expect(await deliver(account, body)).toEqual(failed(400));
    expect(await messagesOf(service, account.userId)).toEqual([]);
  });

  it('is a 400 for a signed body that is no JSON', async () => {
    const account = await supabaseAccount(service);
    expect(await deliver(account, [1, 2])).toEqual(failed(400));
  });
});

describe('a signature that does not hold', () => {
  async function expectNoTrace(account: SupabaseAccount, answer: ReturnType<typeof call>) {
    expect(await answer).toEqual(failed(401));
    expect(await messagesOf(service, account.userId)).toEqual([]);
    expect(await balanceOf(service, account.key)).toBe(10_000);
  }

  it('of another secret, of other bytes, or none at all, leaves no trace', async () => {
    const account = await supabaseAccount(service);
    const other = await supabaseAccount(service);
    await expectNoTrace(account, call(account, delivery(service, other)));
    const signed = delivery(service, account);
    await expectNoTrace(account, call(account, { ...signed, raw: signed.raw.replace('123456', '654321') }));
    await expectNoTrace(account, call(account, { raw: signed.raw }));
    await expectNoTrace(account, call(account, { raw: signed.raw, token: account.key }));
  });

  it.each([-301, 301])('since it is %i s off leaves no trace', async (seconds) => {
    const account = await supabaseAccount(service);
    const at = new Date(service.clock.now().getTime() + seconds * 1000);
    await expectNoTrace(account, call(account, delivery(service, account, supabaseBody(), { at })));
  });

  it.each(['', '?key_id=', '?key_id=0', '?key_id=x', '?key_id=999999999', '?key_id=1&key_id=2'])(
    'for want of its key leaves no trace: "%s"',
    async (query) => {
      const account = await supabaseAccount(service);
      await expectNoTrace(account, call(account, delivery(service, account), `/api/hooks/supabase${query}`));
    },
  );

  it('since the secret was replaced leaves no trace', async () => {
    const account = await supabaseAccount(service);
    await service.app.get(HookSettings).renewSecret(actorOf(account.userId), account.keyId, {});
    await expectNoTrace(account, call(account, delivery(service, account)));
  });
});

describe('the API key behind a hook', () => {
  const keys = () => service.app.get(ApiKeysService);

  it('ends it when it is deactivated, deleted or expired', async () => {
    const inactive = await supabaseAccount(service);
    await keys().update(actorOf(inactive.userId), inactive.keyId, { active: false });
    expect(await deliver(inactive)).toEqual(failed(401));
    const deleted = await supabaseAccount(service);
    await keys().remove(actorOf(deleted.userId), deleted.keyId);
    expect(await deliver(deleted)).toEqual(failed(401));
    const expires_at = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const expiring = await supabaseAccount(service, { expires_at });
    service.clock.advance(61);
    expect(await deliver(expiring)).toEqual(failed(401));
  });

  it('holds it to its addresses', async () => {
    const account = await supabaseAccount(service, { allowed_ips: ['203.0.113.7'] });
    const from = (address: string) => {
      const { raw, headers } = delivery(service, account);
      return call(account, { raw, headers: { ...headers, 'x-forwarded-for': address } });
    };
    expect(await from('203.0.113.8')).toEqual(failed(401));
    expect(await from('203.0.113.7')).toEqual(SENT);
  });

  it('has no hook until its owner makes a secret, which is shown once and kept sealed', async () => {
    const account = await supabaseAccount(service);
    const { id } = await keys().create(account.userId, { name: 'tanpa hook' });
    const address = `/api/hooks/supabase?key_id=${id}`;
    expect(await call(account, delivery(service, account), address)).toEqual(failed(401));
    const token = await userToken(service, account.userId);
    const path = `/api/account/api-keys/${id}/hook-secret`;
    const made = await service.api.post(path, undefined, { token });
    expect(made).toAnswer(201);
    const { secret, url } = made.body.data as { secret: string; url: string };
    expect(url).toBe(`${service.config.publicUrl}${address}`);
    const withCompany = `${address}&company_name=Toko`;
    expect(await call(account, delivery(service, { secret }), withCompany)).toEqual(SENT);
    const rows: unknown = await service.database.read.query('SELECT * FROM api_keys');
    expect(JSON.stringify(rows)).not.toContain(secret.slice('v1,whsec_'.length));
    const stranger = await userToken(service, (await supabaseAccount(service)).userId);
    expect(await service.api.post(path, undefined, { token: stranger })).toAnswer(404);
  });
});

it('a hook counts for the account it is signed for, and a forged one for nobody', async () => {
  const own = await startTestService({ env: { SEND_RATE_PER_MINUTE: '2' } });
  try {
    const account = await supabaseAccount(own);
    const post = (options: ReturnType<typeof delivery>) => own.api.post(account.address, undefined, options);
    const forged = delivery(own, { secret: `v1,whsec_${Buffer.alloc(32).toString('base64')}` });
    for (let i = 0; i < 5; i++) expect(await post(forged)).toAnswer(401);
    for (let i = 0; i < 2; i++) expect((await post(delivery(own, account))).body).toEqual({});
    expect((await post(delivery(own, account))).body).toMatchObject({ error: { http_code: 429 } });
    expect(await messagesOf(own, account.userId)).toHaveLength(2);
  } finally {
    await own.close();
  }
});

it('neither code nor phone nor secret is in the log', async () => {
  const account = await supabaseAccount(service);
  const phone = newPhone().slice(1);
  await deliver(account, supabaseBody({ phone: `0${phone}`, otp: '73918264' }));
  await sleep(0);
  const log = service.logs.join('\n');
  for (const secret of [phone, '73918264', account.secret.slice(3), account.key])
    expect(log).not.toContain(secret);
});
