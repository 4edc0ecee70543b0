import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { CreditThresholds } from '../../src/credit/index.js';
import { Message } from '../../src/otp/message.entities.js';
import { reportStatus } from '../callbacks/report-status.js';
import { refunded } from '../otp/deliveries-after-refund.js';
import { createdInbound } from '../otp/inbound/inbound.js';
import { Verifier } from '../otp/verifications/verifications.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';
import { NOTICE_SECONDS, setPrice } from './set-price.js';

const DAY_SECONDS = 86_400;
const WHATSAPP = { channel: 'whatsapp' } as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { PRICE_SMS: '350', RECOVERY_SECONDS: '3600' } });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

interface ChannelPrice {
  channel: string;
  price: number;
  since_utc: string | null;
  next: { price: number; valid_from_utc: string }[];
}

const inSeconds = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000).toISOString();
const send = ({ key: token }: Account) => service.api.post('/api/otp/send', sendBody(), { token });

/** What a message costs now, by the answer to its send. */
async function cost(account: Account): Promise<number> {
  const answer = await send(account);
  expect(answer).toAnswer(200);
  return (answer.body.data as { credit_used: number }).credit_used;
}

async function shown({ userId }: Account, channel = 'whatsapp'): Promise<ChannelPrice | undefined> {
  const answer = await service.api.get('/api/account/prices', { token: await userToken(service, userId) });
  expect(answer).toAnswer(200);
  return (answer.body.data as { items: ChannelPrice[] }).items.find((one) => one.channel === channel);
}

/** The kinds and amounts of an account's lines about messages. */
async function ledger({ userId }: Account): Promise<[string, number][]> {
  const lines = await service.database.read.find(CreditEntry, { where: { userId }, order: { id: 'ASC' } });
  return lines.flatMap(({ kind, amount, messageId }) => (messageId === null ? [] : [[kind, amount]]));
}

describe('a price', () => {
  it('counts for messages from its moment on, an own one before the general one', async () => {
    const [general, own] = [await createAccount(service), await createAccount(service)];
    await setPrice(service, { ...WHATSAPP, price: 500 });
    await setPrice(service, { ...WHATSAPP, price: 450, valid_from: inSeconds(120) }, own.userId);
    await setPrice(service, { ...WHATSAPP, price: null, valid_from: inSeconds(180) }, own.userId);
    const costs = async () => [await cost(general), await cost(own)];
    expect(await costs()).toEqual([200, 200]);
    service.clock.advance(NOTICE_SECONDS - 1);
    expect(await costs()).toEqual([200, 200]);
    service.clock.advance(1);
    expect(await costs()).toEqual([500, 500]);
    service.clock.advance(60);
    expect(await costs()).toEqual([500, 450]);
    service.clock.advance(60);
    expect(await costs()).toEqual([500, 500]);
    expect(await ledger(own)).toEqual([200, 200, 500, 450, 500].map((price) => ['charge', -price]));
  });

  it('is shown to the owner with its date', async () => {
    const account = await createAccount(service);
    const since = inSeconds(NOTICE_SECONDS);
    const later = inSeconds(DAY_SECONDS);
    await setPrice(service, { channel: 'sms', price: 300 }, account.userId);
    await setPrice(service, { channel: 'sms', price: 320, valid_from: later }, account.userId);
    const next = [{ price: 320, valid_from_utc: later }];
    expect(await shown(account, 'sms')).toMatchObject({
      ...{ price: 350, since_utc: null },
      next: [{ price: 300, valid_from_utc: since }, ...next],
    });
    service.clock.advance(NOTICE_SECONDS);
    expect(await shown(account, 'sms')).toMatchObject({ price: 300, since_utc: since, next });
    expect(await shown(await createAccount(service), 'sms')).toMatchObject({ price: 350, next: [] });
  });

  it('is refunded as it was charged, whatever counts by then', async () => {
    const account = await createAccount(service, 1000);
    await setPrice(service, { ...WHATSAPP, price: 300 }, account.userId);
    await setPrice(service, { ...WHATSAPP, price: 700, valid_from: inSeconds(90) }, account.userId);
    service.clock.advance(NOTICE_SECONDS);
    const { message_id: id } = (await send(account)).body.data as { message_id: string };
    service.clock.advance(60);
    await reportStatus(service, id, 'failed');
    expect(await ledger(account)).toEqual([
      ['charge', -300],
      ['refund', 300],
    ]);
    // It arrives after all.
    await reportStatus(service, id, 'delivered');
    const path = `/api/admin/free-deliveries?user_id=${account.userId}`;
    const { data } = (await service.api.get(path, { token: await adminToken(service) })).body;
    expect(data).toMatchObject({ today: { deliveries: 1, credits: 300 } });
  });

  it('is what a balance is compared with', async () => {
    const account = await createAccount(service, 499);
    await setPrice(service, { ...WHATSAPP, price: 500 }, account.userId);
    service.clock.advance(NOTICE_SECONDS);
    const answer = await send(account);
    expect(answer).toAnswer(402, 'insufficient_credit');
    expect(answer.body).toMatchObject({ message: 'Kredit tidak cukup.', credit_balance: 499 });
    const low = await service.app.get(CreditThresholds).lowest(100);
    expect(low).not.toContainEqual(expect.objectContaining({ userId: account.userId }));
  });

  it('of 0 charges, refunds and needs nothing', async () => {
    const account = await createAccount(service, 0);
    await setPrice(service, { ...WHATSAPP, price: 0 }, account.userId);
    service.clock.advance(NOTICE_SECONDS);
    expect(await cost(account)).toBe(0);
    service.gateway.script([{ refuse: 400 }]);
    expect(await send(account)).toAnswer(502);
    await reportStatus(service, await refunded(service, account), 'delivered');
    const { userId } = account;
    expect(await service.database.read.findBy(Message, { userId })).toHaveLength(3);
    // Each message has its charge, so that the audit can count them.
    expect(await ledger(account)).toEqual(Array.from({ length: 3 }, () => ['charge', 0]));
    expect(await shown(account)).toMatchObject({ price: 0 });
    const path = `/api/admin/free-deliveries?user_id=${userId}`;
    const { data } = (await service.api.get(path, { token: await adminToken(service) })).body;
    expect(data).toMatchObject({ today: { deliveries: 0, credits: 0 } });
  });

  it('of inbound verifications is their own', async () => {
    const verifier = await Verifier.with(service, 1000);
    await setPrice(service, { channel: 'inbound', price: 150 }, verifier.account.userId);
    expect(await createdInbound(verifier)).toMatchObject({ credit_used: 0 });
    service.clock.advance(NOTICE_SECONDS);
    expect(await createdInbound(verifier)).toMatchObject({ credit_used: 150, credit_balance: 850 });
  });

  it('counts in how long a balance lasts, and in who has little left', async () => {
    const account = await createAccount(service, 5000);
    await setPrice(service, { ...WHATSAPP, price: 1000 }, account.userId);
    service.clock.advance(NOTICE_SECONDS);
    for (let sent = 0; sent < 3; sent++) await send(account);
    const isLow = async () =>
      (await service.app.get(CreditThresholds).lowest(1000)).some(({ userId }) => userId === account.userId);
    expect(await isLow()).toBe(false);
    await send(account);
    // 1,000 last less than two days at 4,000 a week.
    expect(await isLow()).toBe(true);
    service.clock.advance(2 * DAY_SECONDS);
    const token = await userToken(service, account.userId);
    expect((await service.api.get('/api/account/credit', { token })).body.data).toMatchObject({
      credit_balance: 1000,
      spending: { days: 2, credits: 4000, lasts_days: 0 },
    });
  });
});

describe('an administrator', () => {
  const general = '/api/admin/prices';
  const ask = async (body: object, path = general) =>
    service.api.post(path, body, { token: await adminToken(service) });

  it('gives the password, unless the login was just now', async () => {
    const token = await adminToken(service);
    service.clock.advance(601);
    const body = { ...WHATSAPP, price: 450, valid_from: inSeconds(DAY_SECONDS) };
    const code = async (more: object) =>
      (await service.api.post(general, { ...body, ...more }, { token })).body.code;
    expect(await code({})).toBe('current_password_required');
    expect(await code({ current_password: 'salah' })).toBe('password_wrong');
    expect(await code({ current_password: 'admin-password' })).toBeUndefined();
    const set = (await service.api.get(general, { token })).body.data as { set: { id: number }[] };
    const path = `${general}/${set.set[0]?.id}`;
    expect(await service.api.call('DELETE', path, { token, body: {} })).toAnswer(403);
  });

  it.each<[string, object]>([
    ['parameter_missing', {}],
    ['parameter_missing', WHATSAPP],
    ['parameter_missing', { price: 200 }],
    ['parameter_invalid', { channel: 'fax', price: 200 }],
    ...[-1, 1_000_001, 1.5, '200', true].map((price): [string, object] => [
      'parameter_invalid',
      { ...WHATSAPP, price },
    ]),
    ...['besok', '2026-01-01', '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 5].map(
      (valid_from): [string, object] => ['parameter_invalid', { ...WHATSAPP, price: 200, valid_from }],
    ),
  ])('gets %s for %j', async (code, body) => {
    expect((await ask(body)).body.code).toBe(code);
  });

  it('sets no price for a moment that is near, taken, or of nobody', async () => {
    const { userId } = await createAccount(service);
    const path = `/api/admin/users/${userId}/prices`;
    const at = (seconds: number) => ({ ...WHATSAPP, price: 1, valid_from: inSeconds(seconds) });
    const near = await ask(at(NOTICE_SECONDS - 1), path);
    expect(near).toAnswer(400, 'parameter_invalid');
    expect(near.body.fields).toEqual(['valid_from']);
    expect(await ask(at(NOTICE_SECONDS), path)).toAnswer(200);
    expect(await ask(at(NOTICE_SECONDS), path)).toAnswer(400, 'parameter_invalid');
    expect(await ask({ ...WHATSAPP, price: 1 }, '/api/admin/users/999999/prices')).toAnswer(404);
    expect(
      await service.api.get('/api/admin/users/999999/prices', { token: await adminToken(service) }),
    ).toAnswer(404);
  });

  it('cancels one until shortly before it counts; both are audited', async () => {
    const account = await createAccount(service);
    const path = `/api/admin/users/${account.userId}/prices`;
    const made = await ask({ ...WHATSAPP, price: 900, valid_from: inSeconds(2 * NOTICE_SECONDS) }, path);
    const { set } = made.body.data as { set: { id: number; set_by: string; cancelable: boolean }[] };
    expect(set).toMatchObject([{ price: 900, set_by: 'admin', cancelable: true }]);
    await ask({ ...WHATSAPP, price: 800, valid_from: inSeconds(2 * NOTICE_SECONDS + 1) }, path);
    const cancel = async (id = 0) =>
      service.api.call('DELETE', `${general}/${id}`, { token: await adminToken(service), body: {} });
    expect(await cancel(set[0]?.id)).toAnswer(200);
    expect(await cancel(set[0]?.id)).toAnswer(404);
    service.clock.advance(NOTICE_SECONDS + 1);
    const { data } = (await service.api.get(path, { token: await adminToken(service) })).body;
    const [other] = (data as { set: { id: number; cancelable: boolean }[] }).set;
    expect(other).toMatchObject({ price: 800, cancelable: false });
    // Another process may know it for the last time.
    expect(await cancel(other?.id)).toAnswer(404);
    service.clock.advance(NOTICE_SECONDS);
    expect(await cost(account)).toBe(800);
    const audit = await service.api.get('/api/admin/audit?limit=100', { token: await adminToken(service) });
    const { items } = audit.body.data as { items: { action: string; target: string }[] };
    const ours = items.filter(({ target }) => target === `user:${account.userId}`);
    expect(ours.map(({ action }) => action)).toEqual(['price.cancel', 'price.set', 'price.set']);
    expect(ours[0]).toMatchObject({ detail: { channel: 'whatsapp', price: 900 } });
  });

  it('alone may', async () => {
    const { userId, key } = await createAccount(service);
    const token = await userToken(service, userId);
    for (const path of [general, `/api/admin/users/${userId}/prices`]) {
      expect(await service.api.get(path, { token })).toAnswer(403, 'forbidden');
      expect(await service.api.post(path, { ...WHATSAPP, price: 0 }, { token })).toAnswer(403, 'forbidden');
    }
    expect(await service.api.get('/api/account/prices', { token: key })).toAnswer(401);
  });
});
