import { describe, expect, it } from 'vitest';
import { settingsOf, wrongSettings } from '../../../src/gateway/device-settings.rules.js';
import type { CallbackKeys } from '../../../src/gateway/driver.js';
import { telegramDriver } from '../../../src/gateway/drivers/telegram.driver.js';
import { sendOutcomeOf } from '../../../src/gateway/failure-reasons.js';
import { effectOnDevice } from '../../../src/gateway/pool/send-failures.rules.js';
import { Secret } from '../../../src/platform/text/secret.js';
import { closedPort, deviceAt, message, within } from '../support.js';
import { deliveryOf, jsonIn } from './fakes/fake.js';
import { refusal, report, signedReport, startTelegram, TELEGRAM } from './fakes/telegram.js';

const at = (url: string, settings: Record<string, string> = {}, token = TELEGRAM.token) =>
  deviceAt(url, token, settingsOf(telegramDriver.info, settings));
const sendTo = (url: string, settings: Record<string, string> = {}) =>
  telegramDriver.send(at(url, settings), message(), within(2000));
const methods = (requests: readonly { path: string }[]) => requests.map(({ path }) => path.slice(1));

describe('a code by Telegram', () => {
  it('is sent as it is, with our reference, its time and the address of reports', async () => {
    const telegram = await startTelegram();
    const sent = await telegramDriver.send(
      at(telegram.url, { ttl: '60', sender_username: 'tokobudi' }),
      message('otp_1'),
      within(2000),
    );
    expect(sent).toEqual({ kind: 'accepted', id: telegram.taken[0]?.id, cost: 'USD 10000' });
    expect(telegram.requests.map(jsonIn)).toEqual([
      {
        phone_number: '+6281234567890',
        code: '482910',
        ttl: 60,
        payload: 'otp_1',
        callback_url: 'https://otp.example.com/api/webhook/gateway/1?key=0f5e2b7c',
        sender_username: 'tokobudi',
      },
    ]);
  });

  it('goes without the address where Telegram would not take it', async () => {
    const telegram = await startTelegram();
    for (const callbackUrl of ['http://otp.example.com/x', `https://otp.example.com/${'x'.repeat(250)}`])
      expect(
        await telegramDriver.send({ ...at(telegram.url), callbackUrl }, message(), within(2000)),
      ).toMatchObject({ kind: 'accepted' });
    for (const request of telegram.requests) expect(jsonIn(request)).not.toHaveProperty('callback_url');
  });

  it.each(['482', '482910736', '4829107365'])(
    'of other than 4 to 8 digits is refused here: %s',
    async (code) => {
      const telegram = await startTelegram();
      const outcome = await telegramDriver.send(
        at(telegram.url),
        { ...message(), code: new Secret(code) },
        within(2000),
      );
      expect(outcome).toMatchObject({ kind: 'refused', retryElsewhere: false });
      expect(telegram.requests).toEqual([]);
    },
  );

  it('asks first whether the phone has Telegram only where that is set, and pays once', async () => {
    const telegram = await startTelegram();
    await sendTo(telegram.url);
    expect(methods(telegram.requests)).toEqual(['sendVerificationMessage']);
    await sendTo(telegram.url, { check_first: 'on' });
    expect(methods(telegram.requests).slice(1)).toEqual(['checkSendAbility', 'sendVerificationMessage']);
    expect(telegram.charged.size).toBe(2);
    telegram.absent.add('6281234567890');
    expect(await sendTo(telegram.url, { check_first: 'on' })).toMatchObject({
      kind: 'refused',
      reason: 'PHONE_NUMBER_NOT_FOUND',
    });
    expect(methods(telegram.requests).slice(3)).toEqual(['checkSendAbility']);
  });

  it('is provably unsent while only the check was made, whatever became of that', async () => {
    for (const [status, body] of [
      [500, 'oops'],
      [200, '{"ok":true}'],
    ] as const) {
      const http = { call: () => Promise.resolve({ kind: 'answer' as const, status, body }) };
      const device = { ...at('http://x', { check_first: 'on' }), http };
      expect(await telegramDriver.send(device, message(), within(2000))).toMatchObject({
        kind: 'refused',
        retryElsewhere: true,
        fault: 'unreachable',
      });
    }
    const http = {
      call: () =>
        Promise.resolve({ kind: 'cut' as const, reason: 'late', failureReason: 'gateway_timeout' as const }),
    };
    const cut = await telegramDriver.send(
      { ...at('http://x', { check_first: 'on' }), http },
      message(),
      within(50),
    );
    expect(cut).toMatchObject({ kind: 'refused', retryElsewhere: true });
    expect(await telegramDriver.send({ ...at('http://x'), http }, message(), within(50))).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('an answer of Telegram', () => {
  it.each([
    ['PHONE_NUMBER_INVALID', { kind: 'refused', retryElsewhere: false }, 'neither'],
    ['PHONE_NUMBER_NOT_FOUND', { kind: 'refused', retryElsewhere: false }, 'neither'],
    ['PHONE_NUMBER_NOT_AVAILABLE', { kind: 'refused', retryElsewhere: false }, 'neither'],
    ['FLOOD_WAIT_37', { kind: 'refused', retryElsewhere: true, fault: 'busy' }, 'failed'],
    ['BALANCE_NOT_ENOUGH', { kind: 'refused', retryElsewhere: true, fault: 'unusable' }, 'failed'],
    ['ACCESS_TOKEN_INVALID', { kind: 'refused', retryElsewhere: true, fault: 'unusable' }, 'failed'],
    ['SENDER_NOT_VERIFIED', { kind: 'refused', retryElsewhere: true, fault: 'unusable' }, 'failed'],
    ['TTL_INVALID', { kind: 'refused', retryElsewhere: false }, 'failed'],
    ['MESSAGE_ALREADY_SENT', { kind: 'unknown' }, 'failed'],
    ['not a name of theirs', { kind: 'unknown' }, 'failed'],
  ])('of %s', async (error, outcome, effect) => {
    const telegram = await startTelegram();
    telegram.script.push({ takes: false, reply: refusal(error) });
    const sent = await sendTo(telegram.url);
    expect(sent).toMatchObject(outcome);
    expect(effectOnDevice(sent)).toBe(effect);
    const told = sendOutcomeOf(sent);
    expect(told).not.toHaveProperty('isOfRecipient');
    expect(told).not.toMatchObject({ failureReason: 'not_on_whatsapp' });
  });

  it('without a request id, or of a server that failed, is unknown', async () => {
    const telegram = await startTelegram();
    for (const reply of [
      { status: 200, body: { ok: true, result: {} } },
      refusal('INTERNAL_ERROR', 500),
      { status: 200, body: { ok: false } },
    ]) {
      telegram.script.push({ takes: false, reply });
      expect(await sendTo(telegram.url)).toMatchObject({ kind: 'unknown' });
    }
    expect(await sendTo(`http://${await closedPort()}`)).toMatchObject({
      kind: 'refused',
      fault: 'unreachable',
    });
  });

  it('tells of the health whether the token is right, at no cost', async () => {
    const telegram = await startTelegram();
    const healthOf = (token?: string) => telegramDriver.health(at(telegram.url, {}, token), within(500));
    expect(await healthOf()).toEqual({ connection: 'connected', detail: null });
    expect(await healthOf('another-token')).toEqual({
      connection: 'disconnected',
      detail: 'ACCESS_TOKEN_INVALID',
      fault: 'unusable',
    });
    expect(telegram.charged.size).toBe(0);
  });
});

const VECTOR = '227329f47bc8dc0895052a52b7f1c5b9786d36cc4c23cd8462ff523cee7b862e';

describe('a report of Telegram', () => {
  const NOW = new Date('2026-11-28T00:00:00Z');
  const keys: CallbackKeys = { secrets: [TELEGRAM.token], acceptsUnsigned: false, urlKeys: [] };
  const isTaken = (callback: ReturnType<typeof report>, receivedAt = NOW) =>
    telegramDriver.verifyCallback(deliveryOf(callback, {}, receivedAt), keys);

  it('is proved by the token, over its time and its bytes', () => {
    const callback = report('r-1', 'delivered', NOW);
    expect(isTaken(callback)).toBe(true);
    expect(isTaken({ ...callback, body: `${callback.body} ` })).toBe(false);
    expect(isTaken(signedReport(callback.body, NOW, 'another-token'))).toBe(false);
    expect(isTaken({ ...callback, headers: {} })).toBe(false);
    expect(isTaken({ ...callback, headers: { ...callback.headers, 'x-request-timestamp': '1' } })).toBe(
      false,
    );
    const { 'x-request-signature': signature = '' } = callback.headers;
    expect(isTaken({ ...callback, headers: { 'x-request-signature': signature } })).toBe(false);
  });

  it('is of now: an old one is not taken again', () => {
    const callback = report('r-1', 'delivered', NOW);
    expect(isTaken(callback, new Date(NOW.getTime() + 299_000))).toBe(true);
    expect(isTaken(callback, new Date(NOW.getTime() + 301_000))).toBe(false);
  });

  /** By hand, with other tools: `printf '%s\n%s' 1700000000 '{"request_id":"1"}'`, keyed with the hash of `token`. */
  it('has the signature of the page on the API', () => {
    const signed = signedReport('{"request_id":"1"}', new Date(1_700_000_000_000), 'token');
    expect(signed.headers['x-request-signature']).toBe(VECTOR);
  });

  it.each([
    ['sent', { status: 'sent', error: null, failureReason: null, cost: 'USD 10000' }],
    ['delivered', { status: 'delivered', error: null, failureReason: null, cost: 'USD 10000' }],
    ['read', { status: 'delivered', error: null, failureReason: null, cost: 'USD 10000' }],
    ['expired', { status: 'failed', failureReason: 'expired', cost: 'free' }],
    ['revoked', { status: 'failed', failureReason: 'unknown', cost: 'USD 10000' }],
  ])('of %s', (status, expected) => {
    const parsed = telegramDriver.parseCallback(deliveryOf(report('r-1', status, NOW, { payload: 'otp_1' })));
    expect(parsed.statuses).toMatchObject([{ gatewayMessageId: 'r-1', reference: 'otp_1', ...expected }]);
  });

  it.each([
    [{ request_cost: 0.0125 }, 'USD 12500'],
    [{ request_cost: 0 }, 'USD 0'],
    [{ is_refunded: true }, 'free'],
    [{ request_cost: '0.01' }, undefined],
    [{ request_cost: -1 }, undefined],
    [{ request_cost: null }, undefined],
  ])('with %j costs that much', (rest, cost) => {
    const parsed = telegramDriver.parseCallback(deliveryOf(report('r-1', 'delivered', NOW, rest)));
    expect(parsed.statuses[0]?.cost).toBe(cost);
  });

  it('of anything else changes nothing, and one without a request is refused', () => {
    const parse = (body: string) => telegramDriver.parseCallback(deliveryOf({ headers: {}, body }));
    expect(parse(report('r-1', 'toString', NOW).body)).toEqual({ statuses: [] });
    expect(parse('{"request_id":"r-1","verification_status":{"status":"code_valid"}}')).toEqual({
      statuses: [],
    });
    expect(() => parse('{}')).toThrow(expect.objectContaining({ code: 'callback_invalid' }) as Error);
  });
});

it('the settings are checked', () => {
  const wrong = (settings: Record<string, string>) => wrongSettings(telegramDriver.info, settings);
  expect(wrong({})).toEqual([]);
  for (const ttl of ['30', '99', '3599', '3600']) expect(wrong({ ttl })).toEqual([]);
  for (const ttl of ['29', '3601', '4000', '030', '']) expect(wrong({ ttl })).toEqual(['ttl']);
  expect(wrong({ sender_username: '@x', check_first: 'yes' })).toEqual(['check_first', 'sender_username']);
});
