import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import { wholeDocument } from '../support/openapi.js';
import { startTestService, type TestService } from '../support/service.js';
import { LANGUAGES, Sdk, type SdkCall } from './support/languages.js';
import { vectors } from './support/vectors.js';

const CLASSES = vectors<Record<string, string>>('errors');
const NUMBERS = vectors<Record<string, string>>('test-numbers');
/** Numbers that answer a failure are named like its code. */
const FAILING = Object.entries(NUMBERS).filter(([name]) => name in CLASSES && name !== 'gateway_unknown');
/** What may have been done when the SDK gives up. */
const LEFT_OPEN = ['idempotency_in_flight', 'internal_error', 'unavailable'];

let service: TestService;
let account: Account;
let testKey: string;
beforeAll(async () => {
  service = await startTestService();
  account = await createAccount(service);
  const { key } = await service.app.get(ApiKeysService).create(account.userId, { name: 'uji', mode: 'test' });
  testKey = key;
});
afterAll(() => service.close());
keepBooks(() => service);

it('every code that a key may meet has a class, and no other', async () => {
  const { paths } = await wholeDocument(service.url);
  const routes = Object.entries(paths).filter(([path]) => path.startsWith('/api/otp/'));
  const lists = JSON.stringify(routes).matchAll(/"code":\{"type":"string","enum":(\[[^\]]+\])\}/g);
  const documented = new Set([...lists].flatMap(([, list = '']) => JSON.parse(list) as string[]));
  expect(documented.size).toBeGreaterThan(30);
  // Of any address, and so of no operation.
  documented.add('method_not_allowed');
  expect([...documented].toSorted()).toEqual(Object.keys(CLASSES).toSorted());
});

describe.each(LANGUAGES)('the SDK in $name, against the service', (language) => {
  let sdk: Sdk;
  beforeAll(() => {
    sdk = new Sdk(language);
  });
  afterAll(() => sdk.close());

  const ask = (call: string, args: object, rest: Partial<SdkCall> = {}) =>
    sdk.call({ url: service.url, key: account.key, timeout: 30, call, args, ...rest });

  it('sends, checks the code once, finds the message again and reads the balance', async () => {
    const phone = newPhone();
    const externalId = randomUUID();
    const message = {
      phone,
      otp_code: '482913',
      company_name: 'Toko Budi',
      external_id: externalId,
      metadata: { cabang: 'Bandung' },
    };
    const { value: sent } = await ask('send', message);
    expect(sent).toMatchObject({
      status: 'sent',
      credit_used: 200,
      external_id: externalId,
      metadata: { cabang: 'Bandung' },
    });
    expect(service.gateway.accepted.at(-1)?.text).toContain('482913');

    expect((await ask('check', { phone, otp_code: '482914' })).value).toBe(false);
    expect((await ask('check', { phone, otp_code: '482913' })).value).toBe(true);
    expect((await ask('check', { phone, otp_code: '482913' })).value).toBe(false);

    const { reference, credit_balance: balance } = sent as { reference: string; credit_balance: number };
    const { value: story } = await ask('messages.get', { id: reference });
    expect(story).toMatchObject({ reference, status: 'sent', external_id: externalId });
    const { value: found } = await ask('messages.list', { external_id: externalId, limit: 1 });
    expect(found).toMatchObject({ items: [{ reference }] });
    const { value: searched } = await ask('messages.search', { phone: `+62 ${phone.slice(1)}` });
    expect(searched).toMatchObject({ items: [{ reference }], next_cursor: null });
    expect((await ask('credit', {})).value).toMatchObject({ credit_balance: balance, currency: 'IDR' });
    expect((await ask('send', message)).error).toMatchObject({ class: 'DuplicateError', code: 'duplicate' });
  });

  it('sends once when it is asked twice with one key', async () => {
    const message = {
      phone: newPhone(),
      otp_code: '482913',
      company_name: 'Toko Budi',
      idempotency_key: randomUUID(),
    };
    const before = service.gateway.accepted.length;
    const first = await ask('send', message);
    expect((await ask('send', message)).value).toEqual(first.value);
    expect(service.gateway.accepted.length).toBe(before + 1);
  });

  it('has Sandi make a code and check it, once, and a new one instead of an old one', async () => {
    const phone = newPhone();
    const { value } = await ask('verifications.create', { phone, company_name: 'Toko Budi', code_length: 5 });
    expect(value).toMatchObject({ delivery: 'sent', status: 'pending', credit_used: 200 });
    const { verification_id: id } = value as { verification_id: string };
    const codeSent = () => /\b\d{5}\b/.exec(service.gateway.accepted.at(-1)?.text ?? '')?.[0] ?? '';
    const old = codeSent();
    const again = await ask('verifications.resend', { verification_id: id, phone });
    expect(again.value).toMatchObject({ delivery: 'sent', verification_id: id });
    const stranger = await ask('verifications.resend', { verification_id: id, phone: newPhone() });
    expect(stranger.error).toMatchObject({ class: 'PhoneMismatchError' });

    const check = async (code: string) =>
      (await ask('verifications.check', { verification_id: id, otp_code: code })).value;
    const wrong = codeSent() === '12345' || old === '12345' ? '54321' : '12345';
    expect(await check(wrong)).toMatchObject({ status: 'pending', attempts_left: 4 });
    expect(await check(codeSent())).toMatchObject({ status: 'approved' });
    expect(await check(codeSent())).toMatchObject({ status: 'expired' });
    expect((await ask('verifications.get', { verification_id: id })).value).toMatchObject({
      status: 'approved',
    });
  });

  it('cancels a verification, and knows one whose code may have been sent', async () => {
    const args = { phone: NUMBERS['unknown_then_failed'], company_name: 'Toko Budi' };
    const { value } = await ask('verifications.create', args, { key: testKey });
    expect(value).toMatchObject({ delivery: 'unknown', status: 'pending', code: 'gateway_unknown' });
    const { verification_id: id } = value as { verification_id: string };
    const cancelled = await ask('verifications.cancel', { verification_id: id }, { key: testKey });
    expect(cancelled.value).toMatchObject({ verification_id: id, status: 'cancelled' });
  });

  it('says that a send is unknown, with its reference', async () => {
    const args = { phone: NUMBERS['unknown_then_delivered'], otp_code: '482913', company_name: 'Toko Budi' };
    const { value } = await ask('send', args, { key: testKey });
    expect(value).toMatchObject({
      status: 'unknown',
      code: 'gateway_unknown',
      reason: 'gateway_timeout',
      reference: expect.stringMatching(/^otp_/),
    });
  });

  it.each(FAILING)('meets %s as an error of its own', async (code, phone) => {
    const args = { phone, otp_code: '482913', company_name: 'Toko Budi' };
    const { value, error } = await ask('send', args, { key: testKey });
    if (LEFT_OPEN.includes(code)) expect(value).toMatchObject({ status: 'unknown', code });
    else expect(error).toMatchObject({ code, class: CLASSES[code], maybe_done: false });
  });
});
