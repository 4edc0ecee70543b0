import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../../src/api-keys/api-key.entity.js';
import { Device, DevicePool, SentMessages } from '../../../src/gateway/index.js';
import { DeviceHealthRecorder } from '../../../src/gateway/pool/device-health-recorder.js';
import { Fingerprints } from '../../../src/otp/index.js';
import { IdempotencyKey } from '../../../src/platform/idempotency/idempotency-key.entity.js';
import { Phone } from '../../../src/platform/text/phone.rules.js';
import { keepBooks } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';
import { dataOf, Verifier } from '../verifications/verifications.js';
import {
  codeOf,
  type CreatedInbound,
  createdInbound,
  createInbound,
  endDue,
  eventsOf,
  inboundRow,
  linesOf,
  statusOf,
} from './inbound.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => service.close());
afterEach(() => {
  service.clock.reset();
  service.config.PRICE_INBOUND = 0;
});
keepBooks(() => service);

const NUMBER = '6281100000001';
const written = (phone: string) => `62${phone.slice(1)}`;

/** A user who sends a text from a phone; null hides it. */
async function sends(phone: string | null, text: string): Promise<void> {
  const { answered } = await service.gateway.receive(phone === null ? null : written(phone), text);
  expect(answered).toBe(200);
}

describe('an inbound verification', () => {
  it('asks for a text that names the brand and warns, and is approved when the phone sends it', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const own = { external_id: 'pesanan-7', metadata: { cabang: 'Bandung' } };
    const answer = await createInbound(verifier, { phone, company_name: 'Toko Uji', ...own });
    expect(answer).toAnswer(201);
    expect(answer.body.message).toBe('Minta pengguna mengirim pesan ini lewat WhatsApp.');
    const created = dataOf<CreatedInbound>(answer);
    expect(created).toEqual({
      verification_id: expect.stringMatching(/^ver_in_[0-9A-Z]{26}$/),
      method: 'inbound',
      status: 'pending',
      recipient: `${written(phone).slice(0, 4)}****${phone.slice(-4)}`,
      wa_number: NUMBER,
      message: expect.stringMatching(/Toko Uji[^]*SANDI-[0-9A-Za-z]{20}[^]*akan masuk ke akun Toko Uji Anda/),
      wa_link: `https://wa.me/${NUMBER}?text=${encodeURIComponent(created.message)}`,
      expires_at: new Date(service.clock.now().getTime() + 600_000).toISOString(),
      credit_used: 0,
      credit_balance: 10_000,
      ...own,
    });
    const { verification_id: id, message } = created;
    await sends(phone, ` ${message.replace('\n', '\r\n')}\n`);
    expect(dataOf(await verifier.get(id))).toEqual({
      verification_id: id,
      method: 'inbound',
      status: 'approved',
      message_id: null,
      reference: null,
      recipient: created.recipient,
      channel: null,
      attempts: [],
      expires_at: created.expires_at,
      attempts_left: 0,
      created_at: expect.any(String),
      ...own,
    });
    await sends(phone, message);
    expect(await eventsOf(verifier, id)).toEqual(['verification.approved']);
    // Nothing in the ledger or the history, and nothing of the text in the database or the log.
    expect(await verifier.balance()).toBe(10_000);
    expect(await linesOf(service, id)).toEqual([]);
    expect(await verifier.messages()).toEqual([]);
    const token = /SANDI-(\w+)/.exec(message)?.[1] ?? '';
    expect(JSON.stringify([await inboundRow(service, id), service.logs])).not.toContain(token);
  });

  it('makes its recipient known to the device', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const recipient = service.app.get(Fingerprints).recipient(Phone.parse(phone) as Phone);
    const writtenTo = async () => (await service.app.get(SentMessages).contactsOf(recipient, 100)).writtenTo;
    const { message, verification_id: id } = await createdInbound(verifier, { phone });
    expect(await writtenTo()).toEqual([]);
    await sends(phone, message);
    expect(await writtenTo()).toEqual([(await inboundRow(service, id)).deviceId]);
  });

  it('stays pending for a text without its phone or from another one, and tells each once', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id, message } = await createdInbound(verifier, { phone });
    for (const from of [null, newPhone(), null, newPhone()]) await sends(from, message);
    const foreign = await service.gateway.receive('447700900123', message);
    expect(foreign.answered).toBe(200);
    expect(await statusOf(verifier, id)).toBe('pending');
    const unproved = ['phone_hidden', 'phone_differs'].map((why) => `verification.inbound_unproved ${why}`);
    expect(await eventsOf(verifier, id)).toEqual(unproved);
    await sends(phone, message);
    expect(await statusOf(verifier, id)).toBe('approved');
    expect(await eventsOf(verifier, id)).toEqual([...unproved, 'verification.approved']);
  });

  it.each([
    ['the token alone', (text: string) => /SANDI-\w+/.exec(text)?.[0] ?? ''],
    ['words of somebody else around the token', (text: string) => text.replace(/Jangan[^]*/, 'Hadiah!')],
    ['another token', (text: string) => text.replace(/SANDI-./, 'SANDI-_')],
  ])('takes no other text: %s', async (_, change) => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id, message } = await createdInbound(verifier, { phone });
    await sends(phone, change(message));
    expect(await statusOf(verifier, id)).toBe('pending');
    expect(await eventsOf(verifier, id)).toEqual([]);
  });

  it('is approved once, however many texts come at once', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id, message } = await createdInbound(verifier, { phone });
    await Promise.all(Array.from({ length: 5 }, () => sends(phone, message)));
    expect(await eventsOf(verifier, id)).toEqual(['verification.approved']);
  });

  it('takes no text from the gateway of another device', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id, message } = await createdInbound(verifier, { phone });
    const { deviceId } = await inboundRow(service, id);
    await service.database.tx((tx) =>
      tx.update(Device, { id: deviceId ?? 0 }, { webhookSecretSealed: 'v1.none' }),
    );
    await sends(phone, message);
    await service.database.tx((tx) =>
      tx.update(Device, { id: deviceId ?? 0 }, { webhookSecretSealed: null }),
    );
    expect(await statusOf(verifier, id)).toBe('pending');
  });

  it('ends at its time, and a text comes too late', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id, message } = await createdInbound(verifier, { phone, ttl_seconds: 60 });
    service.clock.advance(61);
    await sends(phone, message);
    expect(await statusOf(verifier, id)).toBe('expired');
    await Promise.all([endDue(service), endDue(service)]);
    expect(await eventsOf(verifier, id)).toEqual(['verification.expired']);
  });

  it('can be cancelled, has no code, and is another account’s to nobody', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id, message } = await createdInbound(verifier, { phone });
    for (const answer of [await verifier.check(id, '123456'), await verifier.resend(id, phone)]) {
      expect(answer).toAnswer(404, 'not_found');
      expect(answer.body.detail).toContain('method inbound');
    }
    const stranger = await Verifier.with(service);
    expect(await stranger.get(id)).toAnswer(404, 'not_found');
    expect(await stranger.cancel(id)).toAnswer(404, 'not_found');
    for (let time = 0; time < 2; time++)
      expect(dataOf(await verifier.cancel(id))).toMatchObject({ status: 'cancelled', method: 'inbound' });
    await sends(phone, message);
    expect(await statusOf(verifier, id)).toBe('cancelled');
    expect(await eventsOf(verifier, id)).toEqual([]);
  });

  it('answers a repeated request byte for byte, and keeps no token in clear for it', async () => {
    const verifier = await Verifier.with(service);
    const body = { phone: newPhone() };
    const headers = { 'idempotency-key': 'masuk-1' };
    const first = await createInbound(verifier, body, headers);
    const again = await createInbound(verifier, body, headers);
    expect(again).toAnswer(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const kept = await service.database.read.findBy(IdempotencyKey, { userId: verifier.account.userId });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain('SANDI-');
  });

  it('needs a connected device whose number is known', async () => {
    const verifier = await Verifier.with(service);
    const [device] = await service.database.read.find(Device);
    const change = async (number: string | null) => {
      await service.database.tx((tx) => tx.update(Device, { id: device?.id ?? 0 }, { number }));
      await service.app.get(DevicePool).refresh();
    };
    await change(null);
    expect(await createInbound(verifier)).toAnswer(503, 'no_device');
    await change(NUMBER);
    expect(await createInbound(verifier)).toAnswer(201);
    // A probe that comes in between finds the same.
    service.gateway.behave({ disconnected: true });
    service.app
      .get(DeviceHealthRecorder)
      .recordProbe(device as Device, { connection: 'disconnected', detail: null });
    expect(await createInbound(verifier)).toAnswer(503, 'no_device');
    service.gateway.behave({ disconnected: false });
    service.app
      .get(DeviceHealthRecorder)
      .recordProbe(device as Device, { connection: 'connected', detail: null });
  });

  it('checks its fields like a send', async () => {
    const verifier = await Verifier.with(service);
    for (const [body, code] of [
      [{ method: 'call' }, 'parameter_invalid'],
      [{ phone: '12' }, 'phone_invalid'],
      [{ company_name: 'x'.repeat(21) }, 'company_name_too_long'],
      [{ ttl_seconds: 10 }, 'parameter_invalid'],
    ] as const)
      expect(codeOf(await createInbound(verifier, body))).toBe(code);
  });
});

describe('a test key', () => {
  it.each([
    ['628000000040', 'approved', ['verification.approved']],
    ['628000000043', 'failed', ['verification.failed']],
    ['628000000044', 'cancelled', []],
  ])('%s ends by itself after five seconds as %s', async (phone, status, events) => {
    const verifier = await (await Verifier.with(service)).testing();
    const { verification_id: id, wa_number } = await createdInbound(verifier, { phone });
    expect(wa_number).toBe('628000000000');
    service.clock.advance(4);
    expect(await statusOf(verifier, id)).toBe('pending');
    service.clock.advance(2);
    expect(await statusOf(verifier, id)).toBe(status);
    await endDue(service);
    expect((await inboundRow(service, id)).status).toBe(status);
    expect(await eventsOf(verifier, id)).toEqual(events);
  });

  it('fails as magic numbers say, and its texts prove nothing', async () => {
    const verifier = await (await Verifier.with(service)).testing();
    expect(await createInbound(verifier, { phone: '628000000033' })).toAnswer(402, 'insufficient_credit');
    expect(await createInbound(verifier, { phone: '628000000036' })).toAnswer(503, 'no_device');
    const phone = newPhone();
    const { verification_id: id, message } = await createdInbound(verifier, { phone });
    await sends(phone, message);
    expect(await statusOf(verifier, id)).toBe('pending');
  });
});

it('is made by the owner of a key too, who sees those of all modes', async () => {
  const { account } = await Verifier.with(service);
  const token = await userToken(service, account.userId);
  const [key] = await service.database.read.findBy(ApiKey, { userId: account.userId });
  const phone = newPhone();
  const create = (body: object) =>
    service.api.post(
      '/api/account/otp/inbound',
      { api_key_id: key?.id, phone, company_name: 'Toko', ...body },
      { token },
    );
  const answer = await create({});
  expect(answer).toAnswer(201);
  const { verification_id: id, message } = dataOf<CreatedInbound>(answer);
  await sends(phone, message);
  const read = (by: string) => service.api.get(`/api/account/otp/inbound/${id}`, { token: by });
  expect(dataOf(await read(token))).toMatchObject({ status: 'approved', method: 'inbound' });
  const stranger = await Verifier.with(service);
  expect(await read(await userToken(service, stranger.account.userId))).toAnswer(404, 'not_found');
  expect(codeOf(await create({ api_key_id: 999_999 }))).toBe('not_found');
});

describe('with a price', () => {
  it('is charged when it is created, and refunded once where it ends unapproved', async () => {
    service.config.PRICE_INBOUND = 300;
    const verifier = await Verifier.with(service, 1000);
    const phone = newPhone();
    const approved = await createdInbound(verifier, { phone });
    expect(approved).toMatchObject({ credit_used: 300, credit_balance: 700 });
    const [cancelled, expired] = [await createdInbound(verifier), await createdInbound(verifier)];
    const poor = await createInbound(verifier);
    expect(poor).toAnswer(402, 'insufficient_credit');
    expect(poor.body.credit_balance).toBe(100);
    // What it costs then is what was charged.
    service.config.PRICE_INBOUND = 50;
    await sends(phone, approved.message);
    await Promise.all([
      verifier.cancel(cancelled.verification_id),
      verifier.cancel(cancelled.verification_id),
    ]);
    service.clock.advance(601);
    await Promise.all([endDue(service), endDue(service), verifier.cancel(expired.verification_id)]);
    expect(await linesOf(service, approved.verification_id)).toEqual([['charge', -300]]);
    for (const { verification_id: id } of [cancelled, expired])
      expect(await linesOf(service, id)).toEqual([
        ['charge', -300],
        ['refund', 300],
      ]);
    expect(await verifier.balance()).toBe(700);
    expect(await verifier.messages()).toEqual([]);
  });

  it('costs a test key nothing', async () => {
    service.config.PRICE_INBOUND = 300;
    const verifier = await (await Verifier.with(service, 0)).testing();
    expect(await createdInbound(verifier)).toMatchObject({ credit_used: 0, credit_balance: 0 });
  });
});
