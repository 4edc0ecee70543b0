import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SwitchesPatch } from '../../../simulator/gateway.js';
import type { Device } from '../../../src/gateway/device.entities.js';
import { GatewayDispatcher } from '../../../src/gateway/index.js';
import { Recovery } from '../../../src/otp/recovery.js';
import { signedCallback, statusEvent } from '../../callbacks/signed-callback.js';
import { NOTICE_SECONDS, setPrice } from '../../credit/set-price.js';
import { clearDevices } from '../../gateway/devices.js';
import { event as smsEvent } from '../../gateway/drivers/fakes/android-sms.js';
import { refusal } from '../../gateway/drivers/fakes/telegram.js';
import { keepBooks } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { holdAnswer } from '../../support/gates.js';
import { byChannel, ChannelBench, NO_WHATSAPP } from './channel-bench.js';

let bench: ChannelBench;
beforeAll(async () => {
  bench = await ChannelBench.start();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.service.clock.reset();
  await bench.calm();
});
keepBooks(() => bench.service);

const BOTH = { channels: ['whatsapp', 'sms'] };
const REFUSED: [name: string, switches: SwitchesPatch, device: Partial<Device>, reason: string][] = [
  ['a number without WhatsApp', NO_WHATSAPP, {}, 'not_on_whatsapp'],
  ['a busy gateway', { refuse: { status: 503 } }, {}, 'device_unavailable'],
  ['a wrong token', { refuse: { status: 401, error: 'wrong token' } }, {}, 'device_unavailable'],
  ['a disconnected phone', { disconnected: true }, {}, 'device_unavailable'],
  ['a restricted device', {}, { restrictedUntil: new Date('2099-01-01') }, 'device_unavailable'],
  ['no device', {}, { state: 'draining' }, 'device_unavailable'],
];

describe('a send that names channels', () => {
  it.each(REFUSED)('goes on after %s, at the price of the channel that takes it', async (...refused) => {
    const [, switches, device, reason] = refused;
    await bench.calm(device);
    bench.service.gateway.behave(switches);
    const account = await bench.account();
    const answer = await bench.send(account, BOTH);
    expect(answer).toAnswer(200);
    expect(answer.body.data).toMatchObject({ credit_used: 350, credit_balance: 9650 });
    expect(byChannel(answer)).toEqual({
      channel: 'sms',
      attempts: [
        { channel: 'whatsapp', outcome: 'refused', reason },
        { channel: 'sms', outcome: 'accepted', reason: null },
      ],
    });
    expect(await bench.ledger(account)).toEqual([
      ['charge', -200],
      ['adjustment', -150],
    ]);
    expect(await bench.messages(account)).toMatchObject([
      { status: 'sent', channel: 'sms', price: 350, creditUsed: 350 },
    ]);
    // A later channel took it.
    expect(await bench.unregistered(account)).toBe(0);
  });

  it.each<SwitchesPatch>([{ dropAnswer: 'after' }, { dropAnswer: 'before' }, { unreadable: 'garbage' }])(
    'never goes on after an unknown outcome: %j',
    async (switches) => {
      bench.service.gateway.behave(switches);
      const account = await bench.account();
      const answer = await bench.send(account, BOTH);
      expect(answer).toAnswer(504, 'gateway_unknown');
      expect(byChannel(answer)).toMatchObject({
        channel: 'whatsapp',
        attempts: [{ channel: 'whatsapp', outcome: 'unknown' }],
      });
      expect(bench.sms.taken).toEqual([]);
      expect(await bench.ledger(account)).toEqual([['charge', -200]]);
    },
  );

  it('has one line for each move, of either sign, and none where the price is the same', async () => {
    bench.service.gateway.behave(NO_WHATSAPP);
    bench.telegram.script.push({ takes: false, reply: refusal('PHONE_NUMBER_NOT_FOUND') });
    const account = await bench.account();
    const answer = await bench.send(account, { channels: ['whatsapp', 'telegram', 'sms'] });
    expect(answer).toAnswer(200);
    expect(byChannel(answer).attempts.map(({ channel }) => channel)).toEqual(['whatsapp', 'telegram', 'sms']);
    expect(answer.body.data).toMatchObject({ credit_used: 350, credit_balance: 9650 });
    expect(await bench.ledger(account)).toEqual([
      ['charge', -200],
      ['adjustment', 80],
      ['adjustment', -230],
    ]);
  });

  it('stays with the first channel where the balance is too low for the next one', async () => {
    bench.service.gateway.behave(NO_WHATSAPP);
    const account = await bench.account(349);
    const answer = await bench.send(account, BOTH);
    expect(answer).toAnswer(502, { code: 'gateway_error', reason: 'not_on_whatsapp' });
    expect(byChannel(answer).channel).toBe('whatsapp');
    expect(await bench.ledger(account)).toEqual([
      ['charge', -200],
      ['refund', 200],
    ]);
    expect(await bench.unregistered(account)).toBe(1);
    expect(await bench.send(await bench.account(350), BOTH)).toAnswer(200);
  });

  it('moves at the price of the moment when it was created, though another counts by then', async () => {
    const { service } = bench;
    const account = await bench.account();
    await setPrice(service, { channel: 'sms', price: 900 }, account.userId);
    service.gateway.behave(NO_WHATSAPP);
    service.clock.advance(NOTICE_SECONDS - 1);
    const held = holdAnswer(service);
    const sending = bench.send(account, BOTH);
    await held.arrived;
    service.clock.advance(2);
    held.letGo();
    expect((await sending).body.data).toMatchObject({ credit_used: 350, credit_balance: 9650 });
    vi.restoreAllMocks();
    expect((await bench.send(account, BOTH)).body.data).toMatchObject({ credit_used: 900 });
    expect(await bench.ledger(account)).toEqual([
      ['charge', -200],
      ['adjustment', -150],
      ['charge', -200],
      ['adjustment', -700],
    ]);
  });

  it('is refunded at what it cost by then where no channel takes it, and counts as one without WhatsApp', async () => {
    bench.service.gateway.behave(NO_WHATSAPP);
    bench.refuseSms();
    const account = await bench.account();
    const answer = await bench.send(account, BOTH);
    expect(answer).toAnswer(502, { code: 'gateway_error' });
    expect(byChannel(answer)).toMatchObject({
      channel: 'sms',
      attempts: [{ reason: 'not_on_whatsapp' }, { channel: 'sms', outcome: 'refused' }],
    });
    expect(await bench.ledger(account)).toEqual([
      ['charge', -200],
      ['adjustment', -150],
      ['refund', 350],
    ]);
    expect(await bench.messages(account)).toMatchObject([{ status: 'failed', price: 350, creditUsed: 0 }]);
    expect(await bench.unregistered(account)).toBe(1);
  });

  it('does not move to a channel without a device', async () => {
    bench.service.gateway.behave(NO_WHATSAPP);
    const account = await bench.account();
    await clearDevices(bench.service);
    const answer = await bench.send(account, BOTH);
    expect(answer).toAnswer(503, 'no_device');
    expect(answer.body['detail']).toBe(
      'Saat ini tidak ada device yang dapat mengirim lewat WhatsApp atau SMS.',
    );
    await bench.calm();
    expect(await bench.ledger(account)).toEqual([]);
  });

  it('that fails later gets back what it cost', async () => {
    bench.service.gateway.behave(NO_WHATSAPP);
    const account = await bench.account();
    const answer = await bench.send(account, BOTH);
    const { api, clock } = bench.service;
    const { headers, body: raw } = smsEvent(
      'sms:failed',
      String(answer.body.data?.['message_id']),
      clock.now(),
    );
    const [message] = await bench.messages(account);
    const address = `/api/webhook/gateway/${message?.deviceId}`;
    expect(await api.post(address, undefined, { headers, raw })).toAnswer(200);
    expect(await bench.ledger(account)).toEqual([
      ['charge', -200],
      ['adjustment', -150],
      ['refund', 350],
    ]);
    expect(await bench.unregistered(account)).toBe(0);
  });

  it('ignores what the gateway that refused it reports about it later', async () => {
    const { api, config, clock, gateway } = bench.service;
    gateway.behave(NO_WHATSAPP);
    let answerSms: () => void = () => undefined;
    bench.sms.beforeAnswer = () => new Promise((resolve) => (answerSms = resolve));
    const account = await bench.account();
    const sending = bench.send(account, BOTH);
    await expect.poll(() => bench.sms.taken.length).toBe(1);
    const [message] = await bench.messages(account);
    const event = statusEvent('refused-1', 'failed', message?.reference);
    const callback = signedCallback(event, config.webhookSecrets[0] ?? '', clock.now());
    expect(await api.post(bench.whatsappAddress, undefined, callback)).toAnswer(200);
    answerSms();
    expect(await sending).toAnswer(200);
    expect(await bench.messages(account)).toMatchObject([{ status: 'sent', creditUsed: 350 }]);
  });

  it('keeps the books where many share a balance that is too low for all', async () => {
    bench.service.gateway.behave(NO_WHATSAPP);
    const account = await bench.account(2_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bench.send(account, BOTH)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
    expect([...new Set(statuses)].every((status) => [200, 402, 502].includes(status))).toBe(true);
    const left = (await bench.ledger(account)).reduce((sum, [, amount]) => sum + amount, 2_000);
    expect(left).toBe(2_000 - 350 * statuses.filter((status) => status === 200).length);
  });

  it('gets the same response again for its Idempotency-Key', async () => {
    bench.service.gateway.behave(NO_WHATSAPP);
    const account = await bench.account();
    const body = { ...BOTH, phone: newPhone(), otp_code: '482913' };
    const [first, again] = [
      await bench.send(account, body, { 'idempotency-key': 'one' }),
      await bench.send(account, body, { 'idempotency-key': 'one' }),
    ];
    expect(first).toAnswer(200);
    expect(again.body.data).toEqual(first.body.data);
    expect(await bench.ledger(account)).toHaveLength(2);
  });
});

it('a sender that dies after the move is refunded at the price of the move, and its key gets the outcome', async () => {
  const { app, clock } = bench.service;
  bench.service.gateway.behave(NO_WHATSAPP);
  const account = await bench.account();
  const dispatcher = app.get(GatewayDispatcher);
  const send = dispatcher.send.bind(dispatcher);
  let reached: () => void;
  const moved = new Promise<void>((resolve) => (reached = resolve));
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const dying = vi.spyOn(dispatcher, 'send').mockImplementation(async (message, deadline) => {
    if (message.channel !== 'sms') return send(message, deadline);
    reached();
    await held;
    return send({ ...message, onlyDeviceId: -1 }, deadline);
  });
  const sending = bench.send(account, BOTH, { 'idempotency-key': 'dies' });
  await moved;
  expect(await bench.messages(account)).toMatchObject([
    { status: 'pending', channel: 'sms', creditUsed: 350 },
  ]);
  clock.advance(120);
  await app.get(Recovery).sweep();
  expect(await bench.messages(account)).toMatchObject([{ status: 'failed', creditUsed: 0 }]);
  expect((await bench.ledger(account)).at(-1)).toEqual(['refund', 350]);
  expect(await bench.unregistered(account)).toBe(1);
  release();
  const answer = await sending;
  dying.mockRestore();
  expect(answer).toAnswer(502, 'gateway_error');
  expect(byChannel(answer).attempts).toMatchObject([
    { channel: 'whatsapp', reason: 'not_on_whatsapp' },
    { channel: 'sms', outcome: 'refused' },
  ]);
});

describe('the list of channels', () => {
  it.each([[[]], [['sms', 'sms']], [['email']], ['sms'], [null], [['whatsapp', 'sms', 'telegram', 'sms']]])(
    'is refused: %j',
    async (channels) => {
      const account = await bench.account();
      expect(await bench.send(account, { channels })).toAnswer(400, {
        code: 'channels_invalid',
        fields: ['channels'],
      });
    },
  );

  it('leaves Telegram out for a code of 9 or 10 digits, which Telegram alone cannot take', async () => {
    const account = await bench.account();
    const alone = await bench.send(account, { channels: ['telegram'], otp_code: '123456789' });
    expect(alone).toAnswer(400, { code: 'channels_invalid', fields: ['channels'] });
    expect(alone.body.detail).toMatch(/^Telegram menerima kode/);
    const skipped = await bench.send(account, { channels: ['telegram', 'sms'], otp_code: '1234567890' });
    expect(byChannel(skipped)).toMatchObject({ channel: 'sms', attempts: [{ channel: 'sms' }] });
    const taken = await bench.send(account, { channels: ['telegram', 'sms'], otp_code: '12345678' });
    expect(byChannel(taken).channel).toBe('telegram');
    expect(await bench.ledger(account)).toEqual([
      ['charge', -350],
      ['charge', -120],
    ]);
  });

  it('is not needed: a send without it goes by WhatsApp alone, with the response of before', async () => {
    const account = await bench.account();
    const answer = await bench.send(account);
    expect(answer).toAnswer(200);
    expect(Object.keys(answer.body.data ?? {})).toEqual([
      ...['message_id', 'recipient', 'credit_used', 'credit_balance'],
      ...['reference', 'external_id', 'metadata'],
    ]);
    bench.service.gateway.behave(NO_WHATSAPP);
    const refused = await bench.send(account);
    expect(refused).toAnswer(502, 'gateway_error');
    expect(refused.body).not.toHaveProperty('attempts');
    expect(await bench.ledger(account)).toEqual([
      ['charge', -200],
      ['charge', -200],
      ['refund', 200],
    ]);
  });
});

describe('a phone that was not on WhatsApp', () => {
  const WEEK_SECONDS = 7 * 86_400;

  it('is sent to by the next channel at once for seven days, by any account', async () => {
    const phone = newPhone();
    bench.service.gateway.behave(NO_WHATSAPP);
    expect(await bench.send(await bench.account(), { phone })).toAnswer(502);
    await bench.calm();
    const other = await bench.account();
    const before = bench.service.gateway.requests.sends;
    const answer = await bench.send(other, { ...BOTH, phone });
    expect(byChannel(answer)).toMatchObject({ channel: 'sms', attempts: [{ channel: 'sms' }] });
    expect(bench.service.gateway.requests.sends).toBe(before);
    expect(await bench.ledger(other)).toEqual([['charge', -350]]);
    // Where no other channel is allowed after it, WhatsApp is tried.
    expect(byChannel(await bench.send(other, { channels: ['whatsapp'], phone })).channel).toBe('whatsapp');
    // Now it is known to have WhatsApp.
    expect(byChannel(await bench.send(other, { ...BOTH, phone })).channel).toBe('whatsapp');
  });

  it('is tried by WhatsApp again after seven days', async () => {
    const phone = newPhone();
    bench.service.gateway.behave(NO_WHATSAPP);
    const account = await bench.account();
    expect(byChannel(await bench.send(account, { ...BOTH, phone })).attempts).toHaveLength(2);
    expect(byChannel(await bench.send(account, { ...BOTH, phone })).attempts).toHaveLength(1);
    bench.service.clock.advance(WEEK_SECONDS + 1);
    expect(byChannel(await bench.send(account, { ...BOTH, phone })).attempts).toHaveLength(2);
  });
});
