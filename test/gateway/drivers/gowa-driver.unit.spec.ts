import { describe, expect, it } from 'vitest';
import { NO_FAILURE } from '../../../src/gateway/drivers/callbacks.rules.js';
import { gowaDriver } from '../../../src/gateway/drivers/gowa.driver.js';
import { sendOutcomeOf } from '../../../src/gateway/failure-reasons.js';
import { closedPort, deviceAt, message, within } from '../support.js';
import { deliveryOf, jsonIn, type Reply } from './fakes/fake.js';
import { GOWA, receipt, signed, startGowa } from './fakes/gowa.js';
import { hasPublished, publishedRequest } from './published.js';

const PHONE = '6281234567890';
const at = (url: string, token = GOWA.token, settings = GOWA.settings) => deviceAt(url, token, settings);
const sendTo = (url: string) => gowaDriver.send(at(url), message(), within(2000));
const KEYS = { secrets: [GOWA.secret], acceptsUnsigned: false, urlKeys: ['x'] };

describe('a send through GOWA', () => {
  it('names device, phone and text, and is accepted with the bare id', async () => {
    const gowa = await startGowa();
    const outcome = await sendTo(gowa.url);
    expect(gowa.taken).toEqual([{ id: expect.any(String), to: PHONE, text: '482910 adalah kode OTP Toko.' }]);
    expect(outcome).toEqual({ kind: 'accepted', id: gowa.taken[0]?.id });
    expect(gowa.requests[0]).toMatchObject({ method: 'POST', path: '/send/message' });
    expect(gowa.requests[0]?.headers['content-type']).toBe('application/json');
  });

  it.skipIf(!hasPublished)('is as the published document wants it', { timeout: 60_000 }, async () => {
    const gowa = await startGowa();
    await sendTo(gowa.url);
    const errorsIn = publishedRequest('gowa-openapi.yaml', '/send/message');
    expect(gowa.requests.map(jsonIn).flatMap(errorsIn)).toEqual([]);
    expect(errorsIn({ phone: 6281234567890 })).not.toEqual([]);
  });

  it('fails over from a device that is logged out, which is no wrong password', async () => {
    const gowa = await startGowa();
    gowa.isConnected = false;
    expect(await sendTo(gowa.url)).toMatchObject({
      kind: 'refused',
      retryElsewhere: true,
      fault: 'unreachable',
    });
    const refused = await gowaDriver.send(at(gowa.url, 'otp:another'), message(), within(2000));
    expect(refused).toEqual({
      kind: 'refused',
      reason: 'the gateway refused user or password',
      retryElsewhere: true,
      fault: 'unusable',
    });
  });

  it('benches an account that WhatsApp holds back', async () => {
    const gowa = await startGowa();
    gowa.isRestricted = true;
    expect(await sendTo(gowa.url)).toMatchObject({
      kind: 'refused',
      retryElsewhere: true,
      fault: 'restricted',
    });
  });

  it('gives up on a number only when a second question says that it is not there', async () => {
    const gowa = await startGowa();
    gowa.absent.add(PHONE);
    expect(await sendTo(gowa.url)).toEqual({
      kind: 'refused',
      reason: 'the number is not on WhatsApp',
      failureReason: 'not_on_whatsapp',
      retryElsewhere: false,
    });
    gowa.absent.clear();
    gowa.hasBrokenLookup = true;
    const outcome = await sendTo(gowa.url);
    // It may be its own look-up that failed: nobody is to be told that a number is not there for that.
    expect(outcome).toMatchObject({ kind: 'refused', retryElsewhere: true, failureReason: 'unknown' });
    expect(outcome).not.toHaveProperty('fault');
  });

  const error = (status: number, code: string, words = 'words'): Reply => ({
    status,
    body: { code, message: words, results: null },
  });
  it.each([
    [
      error(400, 'VALIDATION_ERROR'),
      { kind: 'refused', retryElsewhere: false, failureReason: 'gateway_fault' },
    ],
    [
      error(400, 'VALIDATION_ERROR', 'phone: the length must be between 10 and 25.'),
      { kind: 'refused', retryElsewhere: false, failureReason: 'not_on_whatsapp' },
    ],
    [error(400, 'DEVICE_ID_REQUIRED'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [error(404, 'DEVICE_NOT_FOUND'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [error(503, 'DEVICE_MANAGER_UNAVAILABLE'), { kind: 'refused', retryElsewhere: true, fault: 'busy' }],
    [
      error(500, 'INVALID_WA_CLI', 'your WhatsApp CLI is invalid or empty'),
      { kind: 'refused', retryElsewhere: true, fault: 'unreachable' },
    ],
    [
      error(500, 'INTERNAL_SERVER_ERROR', 'Whatsapp client is not initialized'),
      { kind: 'refused', retryElsewhere: true, fault: 'unreachable' },
    ],
    [error(500, 'INTERNAL_SERVER_ERROR', 'websocket: Whatsapp client is not here'), { kind: 'unknown' }],
    [error(500, 'INTERNAL_SERVER_ERROR'), { kind: 'unknown', failureReason: 'gateway_fault' }],
    [error(504, 'GATEWAY_TIMEOUT'), { kind: 'unknown', failureReason: 'gateway_timeout' }],
    [error(400, 'SOMETHING_NEW'), { kind: 'unknown' }],
    [error(200, 'INVALID_JID'), { kind: 'unknown' }],
    [{ status: 200, body: { code: 'SUCCESS', results: null } }, { kind: 'unknown' }],
    [{ status: 200, body: { code: 'SUCCESS', results: { message_id: '' } } }, { kind: 'unknown' }],
    [{ status: 502, body: '<html>' }, { kind: 'unknown' }],
  ] satisfies [Reply, object][])('reads %j', async (reply, outcome) => {
    const gowa = await startGowa();
    gowa.script.push({ takes: false, reply });
    const read = await sendTo(gowa.url);
    expect({ ...read, ...sendOutcomeOf(read) }).toMatchObject(outcome);
  });

  it('is unknown when the message is taken and no answer comes', async () => {
    const gowa = await startGowa();
    gowa.script.push({ takes: true, reply: 'none' });
    expect(await gowaDriver.send(at(gowa.url), message(), within(150))).toMatchObject({ kind: 'unknown' });
    expect(gowa.taken).toHaveLength(1);
  });

  it('tells of a failure without phone, code or any part of the token', async () => {
    const gowa = await startGowa();
    const words = `no ${PHONE} for 482910 by basic-auth-password`;
    gowa.script.push({ takes: false, reply: error(400, 'VALIDATION_ERROR', words) });
    expect(await sendTo(gowa.url)).toMatchObject({
      reason: '400 VALIDATION_ERROR: no **** for **** by ****',
    });
  });
});

describe('a GOWA device', () => {
  it('is as its gateway says when it is asked, since no event tells', async () => {
    const gowa = await startGowa();
    const health = (url: string, settings = GOWA.settings) =>
      gowaDriver.health(at(url, GOWA.token, settings), within(500));
    expect(await health(gowa.url)).toEqual({
      connection: 'connected',
      detail: null,
      number: '6281100000001',
    });
    gowa.isConnected = false;
    expect(await health(gowa.url)).toEqual({ connection: 'disconnected', detail: 'logged out' });
    expect(await health(gowa.url, { device_id: 'otp-02' })).toEqual({
      connection: 'disconnected',
      detail: 'no such device',
      fault: 'unusable',
    });
    expect(await health(gowa.url, { device_id: '6281100000001@s.whatsapp.net' })).toEqual({
      connection: 'disconnected',
      detail: 'logged out',
    });
    expect(await health(`http://${await closedPort()}`)).toMatchObject({ connection: 'unreachable' });
    expect(await gowaDriver.health(at(gowa.url, 'a:b'), within(500))).toEqual({
      connection: 'disconnected',
      detail: 'the gateway refused user or password',
      fault: 'unusable',
    });
  });

  it('says whether a number is there', async () => {
    const gowa = await startGowa();
    const check = () => gowaDriver.checkNumber(at(gowa.url), message().phone, within(500));
    expect(await check()).toBe('registered');
    gowa.absent.add(PHONE);
    expect(await check()).toBe('unregistered');
    gowa.hasBrokenLookup = true;
    expect(await check()).toBe('unknown');
  });
});

describe('a GOWA callback', () => {
  const read = (callback = receipt(['3EB0'], 'delivered'), settings = GOWA.settings) =>
    gowaDriver.parseCallback(deliveryOf(callback), { settings });

  it.each(['delivered', 'read'])('%s settles every id in it, whoever the chat is', (type) => {
    expect(read(receipt(['3EB0AA', '3EB0BB'], type)).statuses).toEqual(
      ['3EB0AA', '3EB0BB'].map((id) => ({
        gatewayMessageId: id,
        reference: null,
        status: 'delivered',
        ...NO_FAILURE,
      })),
    );
  });

  it.each([
    receipt(['3EB0'], 'read-self'),
    receipt(['3EB0'], 'played'),
    receipt([], 'delivered'),
    receipt(['', 'x'.repeat(256)], 'delivered'),
    receipt(['3EB0'], 'delivered', { event: 'message' }),
    receipt(['3EB0'], 'delivered', { payload: null }),
    receipt(['3EB0'], 'delivered', { session_id: 'otp-02' }),
  ])('of another kind or another device changes nothing: $body', (callback) => {
    expect(read(callback)).toEqual({ statuses: [] });
  });

  it('of a version that names the device by its number only is read', () => {
    const old = receipt(['3EB0'], 'delivered', { session_id: undefined });
    expect(read(old).statuses).toHaveLength(1);
    const byJid = { device_id: '6281100000001@s.whatsapp.net' };
    expect(read(undefined, byJid).statuses).toHaveLength(1);
  });

  it('is a JSON object', () => {
    expect(() => read({ headers: {}, body: '{' })).toThrow(
      expect.objectContaining({ code: 'malformed_json' }),
    );
    expect(() => read({ headers: {}, body: '[]' })).toThrow(
      expect.objectContaining({ code: 'callback_invalid' }),
    );
  });
});

describe('the signature of GOWA', () => {
  const BODY =
    '{"device_id":"6281100000001@s.whatsapp.net","event":"message.ack","payload":{"chat_id":"6281234567890@s.whatsapp.net","from":"6281234567890@s.whatsapp.net","ids":["3EB0AABBCCDDEEFF0011"],"receipt_type":"delivered","receipt_type_description":"test"},"session_id":"otp-01","timestamp":"2026-01-01T00:00:05Z"}';
  const SIGNATURE = 'sha256=f099977d40456de5a0edb5d54ae66041aa1a4c4af0ec10fe062c3d2186d61174';
  const verify = (body: string, signature?: string, keys = KEYS) =>
    gowaDriver.verifyCallback(
      deliveryOf({ headers: signature === undefined ? {} : { 'x-hub-signature-256': signature }, body }),
      keys,
    );

  it('is the one of the contract, by either of two secrets', () => {
    expect(verify(BODY, SIGNATURE)).toBe(true);
    expect(verify(BODY, SIGNATURE, { ...KEYS, secrets: ['another-secret', GOWA.secret] })).toBe(true);
  });

  it('covers the bytes as they came', () => {
    expect(verify(JSON.stringify(JSON.parse(BODY), null, 1), SIGNATURE)).toBe(false);
    expect(verify(BODY.replace('delivered', 'read'), SIGNATURE)).toBe(false);
  });

  it.each([
    undefined,
    '',
    'sha256=',
    SIGNATURE.slice(7),
    SIGNATURE.replace('sha256', 'sha512'),
    `${SIGNATURE}00`,
    signed(BODY, 'secret'),
  ])('is not %j', (signature) => {
    expect(verify(BODY, signature)).toBe(false);
  });

  it('may be missing only where that is allowed, and must be right where it is there', () => {
    const open = { ...KEYS, secrets: [], acceptsUnsigned: true };
    expect(verify(BODY, undefined, open)).toBe(true);
    expect(verify(BODY, SIGNATURE, open)).toBe(false);
  });
});
