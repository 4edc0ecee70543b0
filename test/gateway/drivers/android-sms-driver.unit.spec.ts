import { describe, expect, it } from 'vitest';
import { settingsOf, wrongSettings } from '../../../src/gateway/device-settings.rules.js';
import type { CallbackKeys } from '../../../src/gateway/driver.js';
import { androidSmsDriver } from '../../../src/gateway/drivers/android_sms.driver.js';
import { Secret } from '../../../src/platform/text/secret.js';
import { closedPort, deviceAt, message, within } from '../support.js';
import { ANDROID_SMS, event, signedEvent, startAndroidSms } from './fakes/android-sms.js';
import { deliveryOf, jsonIn } from './fakes/fake.js';

const at = (url: string, settings: Record<string, string> = {}, token = ANDROID_SMS.token) =>
  deviceAt(url, token, settingsOf(androidSmsDriver.info, settings));
const sendTo = (url: string, settings: Record<string, string> = {}, reference = 'otp_1') =>
  androidSmsDriver.send(at(url, settings), message(reference), within(2000));

describe('an SMS by a phone', () => {
  it('is a plain text under our reference, and first of its queue', async () => {
    const phone = await startAndroidSms();
    const marked = { ...message('otp_1'), text: new Secret('*482910* adalah kode “Toko”.') };
    const settings = { sim: '2', ttl: '60' };
    expect(await androidSmsDriver.send(at(phone.url, settings), marked, within(2000))).toEqual({
      kind: 'accepted',
      id: 'otp_1',
    });
    expect(phone.requests.map((request) => [request.path, jsonIn(request)])).toEqual([
      [
        '/message',
        {
          id: 'otp_1',
          textMessage: { text: '482910 adalah kode "Toko".' },
          phoneNumbers: ['+6281234567890'],
          withDeliveryReport: true,
          priority: 100,
          ttl: 60,
          simNumber: 2,
        },
      ],
    ]);
  });

  it('goes to the cloud, and to the name of the list that the server knows', async () => {
    const cloud = await startAndroidSms('cloud');
    const settings = { server: 'cloud', device_id: 'PHONE-1' };
    expect(await sendTo(cloud.url, settings)).toMatchObject({ kind: 'accepted' });
    cloud.paths = ['/3rdparty/v1/message'];
    expect(await sendTo(cloud.url, settings, 'otp_2')).toMatchObject({ kind: 'accepted' });
    expect(cloud.requests.map(({ path }) => path)).toEqual([
      '/3rdparty/v1/messages',
      '/3rdparty/v1/messages',
      '/3rdparty/v1/message',
    ]);
    expect(cloud.requests.map((request) => jsonIn(request)['deviceId'])).toEqual(Array(3).fill('PHONE-1'));
  });

  it.each([
    [400, { message: 'failed to parse phone' }, { kind: 'refused', retryElsewhere: true }],
    [401, '', { kind: 'refused', fault: 'unusable' }],
    [403, { message: 'scope required' }, { kind: 'refused', fault: 'unusable' }],
    [409, { message: 'Message with such ID already exists' }, { kind: 'unknown', id: 'otp_1' }],
    [500, { message: 'failed to handle request' }, { kind: 'unknown', id: 'otp_1' }],
    [503, { message: 'queue limit exceeded' }, { kind: 'refused', fault: 'busy' }],
    [202, {}, { kind: 'unknown', id: 'otp_1' }],
  ])('that is answered %d %j', async (status, body, outcome) => {
    const phone = await startAndroidSms();
    phone.script.push({ takes: false, reply: { status, body } });
    expect(await sendTo(phone.url)).toMatchObject(outcome);
  });

  it('is looked up by our reference, under both names of the list', async () => {
    const phone = await startAndroidSms();
    const lookup = () => androidSmsDriver.lookup(at(phone.url), 'otp_1', within(500));
    expect(await lookup()).toEqual({ kind: 'never_accepted' });
    expect(phone.requests.map(({ path }) => path)).toEqual(['/message/otp_1', '/messages/otp_1']);
    await sendTo(phone.url);
    for (const [state, status] of [
      ['Pending', 'sent'],
      ['Processed', 'sent'],
      ['Sent', 'sent'],
      ['Delivered', 'delivered'],
    ] as const) {
      phone.states.set('otp_1', { state });
      expect(await lookup()).toEqual({
        kind: 'found',
        id: 'otp_1',
        status,
        error: null,
        failureReason: null,
      });
    }
    phone.states.set('otp_1', { state: 'Failed', error: 'TTL expired for 081234567890' });
    expect(await lookup()).toEqual({
      kind: 'found',
      id: 'otp_1',
      status: 'failed',
      error: 'TTL expired for ****',
      failureReason: 'expired',
    });
    phone.states.set('otp_1', { state: 'Postponed' });
    expect(await lookup()).toMatchObject({ kind: 'unknown' });
    phone.isConnected = false;
    expect(await lookup()).toMatchObject({ kind: 'unknown' });
    expect(
      await androidSmsDriver.lookup(at(`http://${await closedPort()}`), 'otp_1', within(500)),
    ).toMatchObject({
      kind: 'unknown',
    });
  });
});

it('the health of a phone is asked with its password, and at the cloud it has to be there', async () => {
  const phone = await startAndroidSms();
  const cloud = await startAndroidSms('cloud');
  const healthOf = (url: string, settings: Record<string, string> = {}, token?: string) =>
    androidSmsDriver.health(at(url, settings, token), within(500));
  const connected = { connection: 'connected', detail: null };
  expect(await healthOf(phone.url)).toEqual(connected);
  expect(await healthOf(phone.url, {}, 'sms:wrong')).toMatchObject({
    connection: 'disconnected',
    fault: 'unusable',
  });
  for (const device_id of ['', 'PHONE-1'])
    expect(await healthOf(cloud.url, { server: 'cloud', device_id })).toEqual(connected);
  expect(await healthOf(cloud.url, { server: 'cloud', device_id: 'PHONE-2' })).toEqual({
    connection: 'disconnected',
    detail: 'the account has no such phone',
  });
});

const VECTOR = '84dd5fae698a08e8f522c8e83f3456e3694941e19720719f2696b3c75b11a2db';

describe('an event of the app', () => {
  const NOW = new Date('2026-11-28T00:00:00Z');
  const keys: CallbackKeys = {
    secrets: ['other', ANDROID_SMS.secret],
    acceptsUnsigned: false,
    urlKeys: [],
  };
  const isTaken = (callback: ReturnType<typeof event>, receivedAt = NOW) =>
    androidSmsDriver.verifyCallback(deliveryOf(callback, {}, receivedAt), keys);

  it('is proved by the signing key, over its bytes followed by its time', () => {
    const callback = event('sms:delivered', 'otp_1', NOW);
    expect(isTaken(callback)).toBe(true);
    expect(isTaken({ ...callback, body: `${callback.body} ` })).toBe(false);
    expect(isTaken(signedEvent(callback.body, NOW, 'another-key'))).toBe(false);
    expect(isTaken({ ...callback, headers: {} })).toBe(false);
    expect(isTaken({ ...callback, headers: { ...callback.headers, 'x-timestamp': '1' } })).toBe(false);
    expect(isTaken(callback, new Date(NOW.getTime() + 301_000))).toBe(false);
  });

  /** By hand, with other tools: `printf '{"event":"x"}1700000000'`, keyed with `signing-key`. */
  it('has the signature of its source', () => {
    const signed = signedEvent('{"event":"x"}', new Date(1_700_000_000_000), 'signing-key');
    expect(signed.headers['x-signature']).toBe(VECTOR);
  });

  it.each([
    ['sms:sent', {}, { status: 'sent', error: null, failureReason: null }],
    ['sms:delivered', {}, { status: 'delivered', error: null, failureReason: null }],
    [
      'sms:failed',
      { reason: 'TTL expired' },
      { status: 'failed', error: 'TTL expired', failureReason: 'expired' },
    ],
    [
      'sms:failed',
      { reason: 'Send result: RESULT_ERROR_NO_SERVICE for 081234567890' },
      { status: 'failed', error: 'Send result: RESULT_ERROR_NO_SERVICE for ****', failureReason: 'unknown' },
    ],
    ['sms:failed', { reason: 'invalid number' }, { status: 'failed', failureReason: 'unknown' }],
    ['sms:cancelled', {}, { status: 'failed', error: 'the phone could not send it' }],
  ])('%s %j', (name, rest, expected) => {
    const parsed = androidSmsDriver.parseCallback(deliveryOf(event(name, 'otp_1', NOW, rest)));
    expect(parsed.statuses).toMatchObject([{ gatewayMessageId: 'otp_1', reference: 'otp_1', ...expected }]);
  });

  it('of another kind changes nothing, and one without a message is refused', () => {
    const parse = (body: string) => androidSmsDriver.parseCallback(deliveryOf({ headers: {}, body }));
    expect(parse('{"event":"sms:received","payload":{"message":"hi"}}')).toEqual({ statuses: [] });
    for (const body of ['{}', '{"event":"sms:sent"}', '{"event":"sms:sent","payload":{"messageId":7}}'])
      expect(() => parse(body)).toThrow(expect.objectContaining({ code: 'callback_invalid' }) as Error);
  });
});

it('the settings are checked', () => {
  const wrong = (settings: Record<string, string>) => wrongSettings(androidSmsDriver.info, settings);
  expect(wrong({})).toEqual([]);
  expect(wrong({ server: 'lan', device_id: 'a b', sim: '4', ttl: '5' })).toEqual([
    'server',
    'device_id',
    'sim',
    'ttl',
  ]);
});
