import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../../src/gateway/device-settings.rules.js';
import { wablasDriver } from '../../../src/gateway/drivers/wablas.driver.js';
import { sendOutcomeOf } from '../../../src/gateway/failure-reasons.js';
import { closedPort, deviceAt, message, within } from '../support.js';
import { deliveryOf, formIn, type Reply } from './fakes/fake.js';
import { refusal, report, singly, startWablas, WABLAS } from './fakes/wablas.js';

const ID = '00000000-0000-4000-8000-0000000000aa';
const at = (url: string, token = WABLAS.token) => deviceAt(url, token, settingsOf(wablasDriver.info, {}));
const sendTo = (url: string) => wablasDriver.send(at(url), message(), within(2000));

describe('a send through Wablas', () => {
  it('goes at once, under our reference, with nothing in the address', async () => {
    const wablas = await startWablas();
    const outcome = await wablasDriver.send(at(wablas.url), message('otp_1'), within(2000));
    expect(outcome).toEqual({ kind: 'accepted', id: wablas.taken[0]?.id });
    expect(wablas.requests).toMatchObject([
      { method: 'POST', path: '/api/send-message', headers: { authorization: WABLAS.token } },
    ]);
    expect(wablas.requests.map(formIn)).toEqual([
      { phone: '6281234567890', message: '482910 adalah kode OTP Toko.', flag: 'instant', ref_id: 'otp_1' },
    ]);
  });

  it('fails over from a phone that is not connected', async () => {
    const wablas = await startWablas();
    wablas.isConnected = false;
    expect(await sendTo(wablas.url)).toEqual({
      kind: 'refused',
      reason: 'your device is disconnected',
      retryElsewhere: true,
      fault: 'unreachable',
    });
  });

  it.each([
    [singly(ID), { kind: 'accepted', id: ID }],
    [singly(ID, 'rejected'), { kind: 'unknown', id: ID }],
    [{ ...singly(ID), status: 500 }, { kind: 'unknown' }],
    [refusal('secret key invalid'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [refusal('token invalid', 401), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [refusal('your device is expired'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [refusal('quota exceeded'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [
      refusal('phone number is not valid'),
      { kind: 'refused', retryElsewhere: false, failureReason: 'not_on_whatsapp' },
    ],
    [
      refusal('Invalid phone number'),
      { kind: 'refused', retryElsewhere: false, failureReason: 'not_on_whatsapp' },
    ],
    [
      refusal('phone is required'),
      { kind: 'refused', retryElsewhere: false, failureReason: 'gateway_fault' },
    ],
    [refusal('something new'), { kind: 'unknown' }],
    [{ status: 200, body: { message: 'token invalid' } }, { kind: 'unknown' }],
    [{ status: 200, body: { status: true, data: { messages: [] } } }, { kind: 'unknown' }],
    [{ status: 200, body: { status: true, data: null } }, { kind: 'unknown' }],
    [{ status: 500, body: '<html>' }, { kind: 'unknown' }],
  ] satisfies [Reply, object][])('reads %j', async (reply, outcome) => {
    const wablas = await startWablas();
    wablas.script.push({ takes: false, reply });
    const read = await sendTo(wablas.url);
    expect({ ...read, ...sendOutcomeOf(read) }).toMatchObject(outcome);
  });

  it('is unknown when the message is taken and no answer comes', async () => {
    const wablas = await startWablas();
    wablas.script.push({ takes: true, reply: 'none' });
    expect(await wablasDriver.send(at(wablas.url), message(), within(150))).toMatchObject({
      kind: 'unknown',
    });
  });

  it('tells of a failure without phone, code or any part of the token', async () => {
    const wablas = await startWablas();
    const words = 'no 6281234567890 for 482910 by wablas-secret-key';
    wablas.script.push({ takes: false, reply: refusal(words) });
    expect(await sendTo(wablas.url)).toMatchObject({
      reason: expect.stringContaining('no **** for **** by ****'),
    });
  });
});

describe('a Wablas device', () => {
  it('is as its gateway says, which is told no more than the token', async () => {
    const wablas = await startWablas();
    const health = (url: string, token = WABLAS.token) => wablasDriver.health(at(url, token), within(500));
    expect(await health(wablas.url)).toEqual({ connection: 'connected', detail: null });
    expect(wablas.requests[0]?.path).toBe('/api/device/info?token=wablas-token');
    wablas.isConnected = false;
    expect(await health(wablas.url)).toEqual({ connection: 'disconnected', detail: null });
    expect(await health(wablas.url, 'wrong.secret')).toEqual({
      connection: 'disconnected',
      detail: 'token invalid',
      fault: 'unusable',
    });
    expect(await health(`http://${await closedPort()}`)).toMatchObject({ connection: 'unreachable' });
  });
});

describe('a Wablas report', () => {
  const read = (members: object, given: Record<string, string> = {}) => {
    return wablasDriver.parseCallback(deliveryOf(report(members)), {
      settings: settingsOf(wablasDriver.info, given),
    });
  };

  it.each([
    ['sent', 'sent'],
    ['delivered', 'sent'],
    ['Received', 'delivered'],
    ['read', 'delivered'],
    ['cancel', 'failed'],
    ['reject', 'failed'],
    ['rejected', 'failed'],
  ])('%s means %s, until the device’s settings say otherwise', (word, status) => {
    expect(read({ id: ID, status: word }).statuses).toMatchObject([{ gatewayMessageId: ID, status }]);
    const given = { status_delivered: word.toLowerCase() };
    expect(read({ id: ID, status: word }, given).statuses).toMatchObject([{ status: 'delivered' }]);
  });

  it('says why a message failed, in scrubbed words', () => {
    const note = 'no WhatsApp at 6281234567890';
    expect(read({ id: ID, status: 'reject', note }).statuses).toMatchObject([
      { error: 'no WhatsApp at ****', failureReason: 'unknown' },
    ]);
    const offline = { id: ID, status: 'reject', note: 'device offline' };
    expect(read(offline).statuses).toMatchObject([{ failureReason: 'device_unavailable' }]);
    expect(read({ id: ID, status: 'cancel' }).statuses).toMatchObject([{ error: 'cancel' }]);
    expect(read({ id: ID, status: 'sent', note }).statuses).toMatchObject([{ error: null }]);
  });

  it.each([
    { id: ID, status: 'pending' },
    { id: ID, status: 'something new' },
    { id: ID, message: 'halo', pushName: 'Budi' },
    { id: 17, status: 'read' },
    { id: '', status: 'read' },
    { status: 'something new' },
  ])('%j changes nothing', (members) => {
    expect(read(members)).toEqual({ statuses: [] });
  });

  it.each([
    ['connected', 'connected'],
    ['Disconnected', 'disconnected'],
  ])('of a device that is %s tells its health', (status, connection) => {
    expect(read({ status, deviceName: 'OTP 01' })).toEqual({
      statuses: [],
      health: { connection, detail: null },
    });
  });

  it('is proven by the address alone', () => {
    const keys = { secrets: [], acceptsUnsigned: true, urlKeys: ['the-address-key'] };
    const verify = (query: Record<string, string>) =>
      wablasDriver.verifyCallback(deliveryOf(report({}), query), keys);
    expect(verify({ key: 'the-address-key' })).toBe(true);
    expect(verify({ key: 'another' })).toBe(false);
    expect(verify({})).toBe(false);
  });
});
