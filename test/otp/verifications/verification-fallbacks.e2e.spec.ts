import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { Retention } from '../../../src/otp/retention.js';
import { CodeSender } from '../../../src/otp/verifications/code-sender.js';
import { VerificationFallback } from '../../../src/otp/verifications/verification.entities.js';
import { VerificationFallbacks } from '../../../src/otp/verifications/verification-fallbacks.js';
import { VerificationRows } from '../../../src/otp/verifications/verification-rows.js';
import { DAY_SECONDS } from '../../../src/platform/time/clock.js';
import { signedCallback, statusEvent } from '../../callbacks/signed-callback.js';
import { keepBooks } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { gate, holdAnswer } from '../../support/gates.js';
import { deliver } from '../../webhook/support.js';
import { ChannelBench, NO_WHATSAPP } from '../channels/channel-bench.js';
import { dataOf, expire, notThe, recover, ROOT, type Sent, Verifier } from './verifications.js';

const SECONDS = 30;
const RETENTION_DAYS = 30;
const BOTH = { channels: ['whatsapp', 'sms'], fallback_after_seconds: SECONDS };
const PHONE = '081277001122';
const ACCEPTED = { outcome: 'accepted', reason: null };

let bench: ChannelBench;
beforeAll(async () => {
  bench = await ChannelBench.start({
    ...{ RECOVERY_SECONDS: '3600', RECIPIENT_ATTEMPTS_MAX: '4' },
    MESSAGE_RETENTION_DAYS: String(RETENTION_DAYS),
  });
});
afterAll(() => bench.close());
beforeEach(() => bench.calm());
afterEach(() => {
  vi.restoreAllMocks();
  bench.service.clock.reset();
});
keepBooks(() => bench.service);

/** A round of the job, so many seconds later. */
async function later(seconds: number): Promise<void> {
  bench.service.clock.advance(seconds);
  await bench.service.app.get(VerificationFallbacks).sendDue();
}

/** Returns how many messages SMS took meanwhile. */
async function smsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = bench.sms.taken.length;
  await work();
  return bench.sms.taken.length - before;
}

const stepsOf = (id: string) =>
  bench.service.database.read.find(VerificationFallback, {
    where: { verification: id },
    order: { id: 'ASC' },
  });
const phonesOf = async (id: string) =>
  (await stepsOf(id)).flatMap(({ phone, dueAt }) => (phone === null && dueAt === null ? [] : [phone]));

/** The codes on the phone, in the order of the account's messages. */
async function codesOf(verifier: Verifier): Promise<string[]> {
  const taken = [...bench.sms.taken, ...bench.telegram.taken];
  return (await verifier.messages()).map(({ channel, reference, gatewayMessageId }) => {
    const text =
      channel === 'whatsapp'
        ? bench.service.gateway.find(reference)?.text
        : taken.find(({ id }) => id === gatewayMessageId)?.text;
    return /[0-9]{6}/.exec(text ?? '')?.[0] ?? '';
  });
}

async function delivered({ message_id }: Sent): Promise<void> {
  const { api, config, clock } = bench.service;
  const event = statusEvent(message_id, 'delivered');
  const callback = signedCallback(event, config.webhookSecrets[0] ?? '', clock.now());
  expect(await api.post(bench.whatsappAddress, undefined, callback)).toAnswer(200);
}

describe('without a delivered report in time', () => {
  it.each([0, 1])(
    'a new code goes by the next channel at its own price, and each counts: %s',
    async (shown) => {
      const verifier = await Verifier.with(bench.service);
      const phone = newPhone();
      const key = { 'idempotency-key': `fallback-${shown}` };
      const body = { ...BOTH, phone, external_id: `masuk-${shown}`, company_name: 'Toko Uji' };
      const answer = await verifier.post('', body, key);
      expect(answer).toAnswer(201);
      const sent = dataOf<Sent>(answer);
      const id = sent.verification_id;
      expect(dataOf(await verifier.get(id))).toMatchObject({
        ...{ channel: 'whatsapp', attempts: [{ channel: 'whatsapp', ...ACCEPTED }] },
      });
      const [sealed] = await phonesOf(id);
      expect(sealed).toMatch(/^v1\./);
      expect(sealed).not.toContain(phone.slice(1));
      expect(await smsDuring(() => later(SECONDS - 1))).toBe(0);
      expect(await smsDuring(() => later(1))).toBe(1);
      expect(await phonesOf(id)).toEqual([]);
      expect(await bench.ledger(verifier.account)).toEqual([
        ['charge', -200],
        ['charge', -350],
      ]);
      const messages = await verifier.messages();
      expect(messages).toMatchObject([
        { status: 'sent', channel: 'whatsapp', creditUsed: 200, verification: id },
        { status: 'sent', channel: 'sms', creditUsed: 350, verification: id, externalId: body.external_id },
      ]);
      const attempts = [
        { channel: 'whatsapp', ...ACCEPTED },
        { channel: 'sms', ...ACCEPTED },
      ];
      const view = dataOf<Sent>(await verifier.get(id));
      expect(view).toMatchObject({
        ...{ status: 'pending', channel: 'sms', attempts, reference: messages[1]?.reference },
        ...{ expires_at: sent.expires_at, attempts_left: 5 },
      });
      const query = `${ROOT}?external_id=${body.external_id}`;
      const list = await bench.service.api.get(query, { token: verifier.token });
      expect(dataOf<{ items: object[] }>(list).items).toEqual([view]);
      // The request's response stays, and sends nothing.
      const again = await verifier.post('', body, key);
      expect(dataOf(again)).toEqual(sent);
      expect(await smsDuring(() => later(500))).toBe(0);

      const codes = await codesOf(verifier);
      expect(await verifier.told(id, notThe(codes[0] ?? '', 7))).toEqual(['pending', 4]);
      expect(await verifier.told(id, codes[shown] ?? '')).toEqual(['approved', 4]);
      expect(await verifier.told(id, codes[1 - shown] ?? '')).toEqual(['verification_over', 0]);
      const right = messages[shown];
      const told = { channel: right?.channel, reference: right?.reference, attempts };
      expect(dataOf(await verifier.get(id))).toMatchObject({ status: 'approved', ...told });
      expect(await verifier.events()).toMatchObject([{ type: 'verification.approved', data: told }]);
      expect((await verifier.messages()).map(({ convertedAt }) => convertedAt !== null)).toEqual(
        [0, 1].map((nth) => nth === shown),
      );
    },
  );

  it('each step waits again, the next one goes by the channel after it, and all codes count', async () => {
    const verifier = await Verifier.with(bench.service);
    const channels = ['whatsapp', 'telegram', 'sms'];
    const { verification_id: id } = await verifier.created({ ...BOTH, channels });
    await later(SECONDS);
    expect(await phonesOf(id)).toHaveLength(1);
    expect(await smsDuring(() => later(SECONDS - 1))).toBe(0);
    expect(await smsDuring(() => later(1))).toBe(1);
    expect(await phonesOf(id)).toEqual([]);
    expect((await verifier.messages()).map(({ channel }) => channel)).toEqual(channels);
    const [first, second] = await codesOf(verifier);
    expect(await verifier.told(id, second ?? '')).toEqual(['approved', 5]);
    expect(first).not.toBe(second);
    expect((await bench.ledger(verifier.account)).map(([, amount]) => amount)).toEqual([-200, -120, -350]);
  });

  it('a code goes after an unknown outcome, and none while the gateway has not answered', async () => {
    const verifier = await Verifier.with(bench.service);
    bench.service.gateway.script([{ dropAnswer: 'after' }]);
    const unknown = await verifier.create(BOTH);
    expect(unknown).toAnswer(504, 'gateway_unknown');
    expect(await smsDuring(() => later(SECONDS))).toBe(1);
    await recover(bench.service);

    const held = holdAnswer(bench.service);
    const sending = verifier.create({ ...BOTH, fallback_after_seconds: 15 });
    await held.arrived;
    expect(await smsDuring(() => later(16))).toBe(0);
    held.letGo();
    expect(await sending).toAnswer(201);
    expect(await smsDuring(() => later(6))).toBe(1);
  });

  it('a refused code is refunded by itself, the first stays valid, and a low balance sends none', async () => {
    const verifier = await Verifier.with(bench.service);
    const { verification_id: id } = await verifier.created(BOTH);
    bench.refuseSms();
    await later(SECONDS);
    expect(await bench.ledger(verifier.account)).toEqual([
      ['charge', -200],
      ['charge', -350],
      ['refund', 350],
    ]);
    expect(dataOf(await verifier.get(id))).toMatchObject({
      ...{ status: 'pending', channel: 'sms' },
      attempts: [{ channel: 'whatsapp' }, { channel: 'sms', outcome: 'refused' }],
    });
    const [code] = await codesOf(verifier);
    expect(await verifier.told(id, code ?? '')).toEqual(['approved', 5]);

    const poor = await Verifier.with(bench.service, 549);
    const sent = await poor.created(BOTH);
    expect(await smsDuring(() => later(SECONDS))).toBe(0);
    expect(await bench.ledger(poor.account)).toEqual([['charge', -200]]);
    expect(await poor.messages()).toMatchObject([{ status: 'sent', creditUsed: 200 }]);
    expect(await phonesOf(sent.verification_id)).toEqual([]);
    expect((await poor.get(sent.verification_id)).body.data).toMatchObject({ status: 'pending' });
  });
});

describe('no new code goes, and no phone stays', () => {
  it.each<[string, (verifier: Verifier, sent: Sent) => Promise<unknown>]>([
    [
      'approved',
      async (verifier, { verification_id: id }) => verifier.check(id, (await codesOf(verifier))[0]),
    ],
    ['cancelled', (verifier, { verification_id: id }) => verifier.cancel(id)],
    [
      'failed',
      async (verifier, { verification_id: id }) => {
        for (let nth = 1; nth <= 5; nth++)
          await verifier.check(id, notThe((await codesOf(verifier))[0] ?? '', nth));
      },
    ],
    [
      'expired',
      async () => {
        bench.service.clock.advance(901);
        await expire(bench.service);
      },
    ],
  ])('at once for a verification that is %s', async (status, end) => {
    const verifier = await Verifier.with(bench.service);
    const sent = await verifier.created(BOTH);
    expect(await phonesOf(sent.verification_id)).toHaveLength(1);
    await end(verifier, sent);
    expect(dataOf(await verifier.get(sent.verification_id))).toMatchObject({ status });
    expect(await phonesOf(sent.verification_id)).toEqual([]);
    expect(await smsDuring(() => later(SECONDS))).toBe(0);
  });

  it.each<[string, (verifier: Verifier, sent: Sent) => Promise<unknown>]>([
    ['was delivered', (_, sent) => delivered(sent)],
    [
      'came by a key that is gone',
      ({ account }) => {
        const { app, database } = bench.service;
        return database.tx((tx) => app.get(ApiKeysService).removeAll(tx, account.userId));
      },
    ],
    [
      'was replaced by a resend of one channel',
      (verifier, sent) => resent(verifier, sent, { channel: 'telegram' }),
    ],
  ])('at its time where the code %s', async (_, happens) => {
    const verifier = await Verifier.with(bench.service);
    const sent = await verifier.created({ ...BOTH, phone: PHONE });
    await happens(verifier, sent);
    expect(await smsDuring(() => later(SECONDS))).toBe(0);
    expect(await phonesOf(sent.verification_id)).toEqual([]);
  });

  it('where no verification exists', async () => {
    const verifier = await Verifier.with(bench.service);
    bench.service.gateway.behave(NO_WHATSAPP);
    bench.refuseSms();
    expect(await verifier.create(BOTH)).toAnswer(502, 'gateway_error');
    const [message] = await verifier.messages();
    expect(await stepsOf(message?.verification ?? '')).toEqual([]);
  });

  it('beyond the limit of its recipient', async () => {
    const verifier = await Verifier.with(bench.service);
    const phone = newPhone();
    const sent: Sent[] = [];
    for (let nth = 0; nth < 4; nth++) sent.push(await verifier.created({ ...BOTH, phone }));
    expect(await smsDuring(() => later(SECONDS))).toBe(0);
    for (const { verification_id: id } of sent) expect(await phonesOf(id)).toEqual([]);
  });
});

async function resent(verifier: Verifier, { verification_id: id }: Sent, body: object = {}) {
  const answer = await verifier.post(`/${id}/resend`, { phone: PHONE, ...body });
  expect(answer).toAnswer(200);
  return answer;
}

it('a resend starts the wait again, ends the codes before, and is refused while a fallback is being sent', async () => {
  const verifier = await Verifier.with(bench.service);
  const sent = await verifier.created({ ...BOTH, phone: PHONE });
  const id = sent.verification_id;
  bench.service.clock.advance(SECONDS - 5);
  await resent(verifier, sent);
  expect(await smsDuring(() => later(5))).toBe(0);
  const held = holdAnswer(bench.service);
  const falling = later(SECONDS - 5);
  await held.arrived;
  const during = await verifier.post(`/${id}/resend`, { phone: PHONE });
  expect(during).toAnswer(409, 'resend_in_flight');
  held.letGo();
  await falling;
  const [first, second, third] = await codesOf(verifier);
  expect(await verifier.told(id, first ?? '')).toEqual(['pending', 4]);
  expect([second, third]).not.toContain('');
  expect(await verifier.told(id, second ?? '')).toEqual(['approved', 4]);
});

it.each([0, 1])('a resend that is refused leaves every code of before right: %s', async (shown) => {
  const verifier = await Verifier.with(bench.service);
  const phone = newPhone();
  const { verification_id: id } = await verifier.created({ ...BOTH, phone });
  await later(SECONDS);
  const codes = await codesOf(verifier);
  expect(codes).toHaveLength(2);
  bench.refuseSms();
  const answer = await verifier.post(`/${id}/resend`, { phone, channel: 'sms' });
  expect(answer).toAnswer(502, 'gateway_error');
  expect(await verifier.told(id, notThe(codes[0] ?? ''))).toEqual(['pending', 4]);
  expect(await verifier.told(id, codes[shown] ?? '')).toEqual(['approved', 4]);
});

describe('one process sends', () => {
  it('however many look at once', async () => {
    const verifier = await Verifier.with(bench.service);
    await verifier.created(BOTH);
    bench.service.clock.advance(SECONDS);
    const job = bench.service.app.get(VerificationFallbacks);
    expect(await smsDuring(() => Promise.all(Array.from({ length: 5 }, () => job.sendDue())))).toBe(1);
    expect(await verifier.messages()).toHaveLength(2);
  });

  it('and another one after it where it died before the charge', async () => {
    const verifier = await Verifier.with(bench.service);
    await verifier.created(BOTH);
    vi.spyOn(bench.service.app.get(CodeSender), 'send').mockRejectedValueOnce(new Error('the process died'));
    await expect(later(SECONDS)).rejects.toThrow('died');
    expect(await smsDuring(() => later(29))).toBe(0);
    expect(await smsDuring(() => later(1))).toBe(1);
  });

  it('and one that lost its lease after the charge is refunded unsent', async () => {
    const verifier = await Verifier.with(bench.service);
    const { verification_id: id } = await verifier.created(BOTH);
    const [there, free] = [gate(), gate()];
    const rows = bench.service.app.get(VerificationRows);
    const add = rows.addFallback.bind(rows);
    vi.spyOn(rows, 'addFallback').mockImplementationOnce(async (...given) => {
      there.open();
      await free.opened;
      return add(...given);
    });
    const late = later(SECONDS);
    await there.opened;
    expect(await smsDuring(() => later(31))).toBe(1);
    free.open();
    expect(await smsDuring(() => late)).toBe(0);
    expect(await bench.ledger(verifier.account)).toEqual([
      ['charge', -200],
      ['charge', -350],
      ['charge', -350],
      ['refund', 350],
    ]);
    const codes = await codesOf(verifier);
    expect(await verifier.told(id, codes[2] ?? '')).toEqual(['approved', 5]);
  });
});

it('keeps the books right while only the message with the right code is old enough to be purged', async () => {
  const { app, clock } = bench.service;
  const verifier = await Verifier.with(bench.service);
  const { verification_id: id } = await verifier.created(BOTH);
  await later(SECONDS);
  const [first] = await codesOf(verifier);
  expect(await verifier.told(id, first ?? '')).toEqual(['approved', 5]);
  await deliver(bench.service);
  clock.advance(RETENTION_DAYS * DAY_SECONDS - SECONDS / 2);
  await app.get(Retention).purgeExpired();
  expect(await verifier.messages()).toMatchObject([{ channel: 'sms', convertedAt: null }]);
});

it('a test key plays it with a number that is never reported as delivered, and pays nothing', async () => {
  const verifier = await Verifier.with(bench.service);
  const testing = await verifier.testing();
  const { verification_id: id } = await testing.created({ ...BOTH, phone: '628000000005' });
  const other = await testing.created({ ...BOTH, phone: '628000000001' });
  await later(SECONDS);
  expect(dataOf(await testing.get(id))).toMatchObject({
    ...{ channel: 'sms', attempts: [{ channel: 'whatsapp' }, { channel: 'sms', outcome: 'accepted' }] },
  });
  expect(dataOf(await testing.get(other.verification_id))).toMatchObject({ channel: 'whatsapp' });
  expect(await testing.told(id, '000000')).toEqual(['approved', 5]);
  expect(await bench.ledger(verifier.account)).toEqual([]);
});

it.each([
  { fallback_after_seconds: 30 },
  { fallback_after_seconds: 30, channels: ['sms'] },
  { fallback_after_seconds: 14, channels: ['whatsapp', 'sms'] },
  { fallback_after_seconds: 121, channels: ['whatsapp', 'sms'] },
  { fallback_after_seconds: '30', channels: ['whatsapp', 'sms'] },
  { fallback_after_seconds: null, channels: ['whatsapp', 'sms'] },
  { fallback_after_seconds: 60, channels: ['whatsapp', 'sms'], ttl_seconds: 60 },
  { fallback_after_seconds: 30, channels: ['whatsapp', 'sms'], method: 'inbound' },
])('is refused: %j', async (body) => {
  const verifier = await Verifier.with(bench.service);
  expect(await verifier.create(body)).toAnswer(400, {
    code: 'parameter_invalid',
    fields: ['fallback_after_seconds'],
  });
});
