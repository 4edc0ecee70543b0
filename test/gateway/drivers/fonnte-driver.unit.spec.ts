import { describe, expect, it } from 'vitest';
import { settingsOf, wrongSettings } from '../../../src/gateway/device-settings.rules.js';
import { fonnteDriver } from '../../../src/gateway/drivers/fonnte.driver.js';
import { sendOutcomeOf } from '../../../src/gateway/failure-reasons.js';
import { closedPort, deviceAt, message, within } from '../support.js';
import { deliveryOf, formIn, type Reply } from './fakes/fake.js';
import { FONNTE, refusal, report, startFonnte } from './fakes/fonnte.js';

const at = (url: string, token = FONNTE.token) => deviceAt(url, token);
const sendTo = (url: string) => fonnteDriver.send(at(url), message(), within(2000));

describe('a send through Fonnte', () => {
  it('switches its rewriting of numbers off and its queue for an absent phone, and takes the queue’s id', async () => {
    const fonnte = await startFonnte();
    const outcome = await sendTo(fonnte.url);
    expect(outcome).toEqual({ kind: 'accepted', id: fonnte.taken[0]?.id });
    expect(fonnte.requests).toMatchObject([{ method: 'POST', path: '/send' }]);
    expect(fonnte.requests.map(formIn)).toEqual([
      {
        target: '6281234567890',
        message: '482910 adalah kode OTP Toko.',
        countryCode: '0',
        connectOnly: 'true',
      },
    ]);
  });

  it('fails over from a phone that is not connected', async () => {
    const fonnte = await startFonnte();
    fonnte.isConnected = false;
    expect(await sendTo(fonnte.url)).toEqual({
      kind: 'refused',
      reason: 'request invalid on disconnected device',
      retryElsewhere: true,
      fault: 'unreachable',
    });
    expect(fonnte.taken).toEqual([]);
  });

  it.each([
    [refusal('token invalid'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [refusal('token invalid', 'Status'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [refusal('insufficient quota'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [refusal('package expired'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [refusal('target invalid'), { kind: 'refused', retryElsewhere: false, failureReason: 'not_on_whatsapp' }],
    [refusal('Input invalid'), { kind: 'refused', retryElsewhere: false, failureReason: 'gateway_fault' }],
    [refusal('something new'), { kind: 'unknown' }],
    [{ status: 200, body: { status: false } }, { kind: 'unknown' }],
    [{ status: 200, body: { reason: 'token invalid' } }, { kind: 'unknown' }],
    [{ status: 200, body: { status: true, id: [] } }, { kind: 'unknown' }],
    [{ status: 200, body: { status: true } }, { kind: 'unknown' }],
    [
      { status: 200, body: { status: true, id: [80000001] } },
      { kind: 'accepted', id: '80000001' },
    ],
    [{ status: 500, body: { status: true, id: ['80000001'] } }, { kind: 'unknown' }],
    [{ status: 200, body: '<html>' }, { kind: 'unknown' }],
  ] satisfies [Reply, object][])('reads %j', async (reply, outcome) => {
    const fonnte = await startFonnte();
    fonnte.script.push({ takes: false, reply });
    const read = await sendTo(fonnte.url);
    expect({ ...read, ...sendOutcomeOf(read) }).toMatchObject(outcome);
  });

  it('is unknown when the message is taken and no answer comes', async () => {
    const fonnte = await startFonnte();
    fonnte.script.push({ takes: true, reply: 'none' });
    expect(await fonnteDriver.send(at(fonnte.url), message(), within(150))).toMatchObject({
      kind: 'unknown',
    });
  });

  it('tells of a failure without phone, code or token', async () => {
    const fonnte = await startFonnte();
    const words = `no 6281234567890 for 482910 by ${FONNTE.token}`;
    fonnte.script.push({ takes: false, reply: refusal(words) });
    expect(await sendTo(fonnte.url)).toMatchObject({
      reason: expect.stringContaining('no **** for **** by ****'),
    });
  });
});

describe('a Fonnte device', () => {
  it('is as its gateway says', async () => {
    const fonnte = await startFonnte();
    const health = (url: string, token = FONNTE.token) => fonnteDriver.health(at(url, token), within(500));
    expect(await health(fonnte.url)).toEqual({ connection: 'connected', detail: null });
    fonnte.isConnected = false;
    expect(await health(fonnte.url)).toEqual({ connection: 'disconnected', detail: null });
    expect(await health(fonnte.url, 'wrong')).toEqual({
      connection: 'disconnected',
      detail: 'token invalid',
      fault: 'unusable',
    });
    expect(await health(`http://${await closedPort()}`)).toMatchObject({ connection: 'unreachable' });
  });
});

describe('a Fonnte report', () => {
  const read = (members: object, given: Record<string, string> = {}) => {
    return fonnteDriver.parseCallback(deliveryOf(report(members)), {
      settings: settingsOf(fonnteDriver.info, given),
    });
  };
  const id = '80000001';

  it.each([
    [{ status: 'Sent' }, 'sent'],
    [{ status: 'sent', state: 'sent' }, 'sent'],
    [{ status: 'Sent', state: 'Delivered' }, 'delivered'],
    [{ status: 'sent', state: 'read' }, 'delivered'],
    [{ status: 'failed', state: 'delivered' }, 'delivered'],
    [{ status: 'Invalid' }, 'failed'],
    [{ status: 'Failed' }, 'failed'],
    [{ status: 'Expired' }, 'failed'],
  ])('with %j means %s', (words, status) => {
    expect(read({ id, stateid: '3EB0AA', ...words }).statuses).toMatchObject([
      { gatewayMessageId: id, reference: null, status },
    ]);
  });

  it('says why a message failed, in scrubbed words', () => {
    expect(read({ id, status: 'Failed', state: 'code 482910' }).statuses).toMatchObject([
      { status: 'failed', error: 'the gateway reported Failed, code ****' },
    ]);
    expect(read({ id, status: 'Expired' }).statuses).toMatchObject([{ failureReason: 'expired' }]);
    expect(read({ id, status: { words: 1 }, state: 'failed' }).statuses).toMatchObject([
      { error: 'the gateway reported failed', failureReason: 'unknown' },
    ]);
  });

  it('names a message by a number as by its text', () => {
    expect(read({ id: 80000001, status: 'sent' }).statuses).toMatchObject([{ gatewayMessageId: id }]);
  });

  it.each([
    { id, status: 'Processing' },
    { id, status: 'Pending' },
    { id, status: 'Waiting' },
    { id, status: 'Url unreachable' },
    { id, status: 'something new' },
    { id },
    { id: '', status: 'sent' },
    { id: 'x'.repeat(256), status: 'sent' },
    { id: {}, status: 'sent' },
  ])('%j changes nothing', (members) => {
    expect(read(members)).toEqual({ statuses: [] });
  });

  it('under its second id alone is left: nothing tells which message that is', () => {
    expect(read({ stateid: '3EB0AA', state: 'delivered' })).toEqual({ statuses: [] });
  });

  it('reads by the words of the device’s settings', () => {
    const given = { status_delivered: 'diterima, read', status_sent: 'sent,delivered' };
    expect(read({ id, state: 'Diterima' }, given).statuses).toMatchObject([{ status: 'delivered' }]);
    expect(read({ id, state: 'delivered' }, given).statuses).toMatchObject([{ status: 'sent' }]);
    expect(wrongSettings(fonnteDriver.info, given)).toEqual([]);
    expect(wrongSettings(fonnteDriver.info, { status_failed: '' })).toEqual([]);
    expect(wrongSettings(fonnteDriver.info, { status_failed: 'a;b', status_seen: 'read' })).toEqual([
      'status_seen',
      'status_failed',
    ]);
  });

  it('of the device tells its health, in scrubbed words', () => {
    expect(read({ status: 'connect', reason: '' })).toEqual({
      statuses: [],
      health: { connection: 'connected', detail: null },
    });
    expect(read({ status: 'Disconnect', reason: 'logged out of 6281100000001' })).toEqual({
      statuses: [],
      health: { connection: 'disconnected', detail: 'logged out of ****' },
    });
  });

  it('of the device comes with its token, which is in none of the words', () => {
    const token = 'fonnte-device-token';
    expect(read({ status: 'disconnect', token, reason: `logged out ${token}` }).health).toEqual({
      connection: 'disconnected',
      detail: 'logged out ****',
    });
    expect(read({ id, status: 'failed', state: token, token }).statuses).toMatchObject([
      { error: 'the gateway reported failed, ****' },
    ]);
  });

  it.each([
    [{ key: 'the-address-key' }, true],
    [{ key: 'the-address-kex' }, false],
    [{ key: '' }, false],
    [{}, false],
  ])('at an address with %j is proven: %s', (query, isProven) => {
    const keys = { secrets: [], acceptsUnsigned: true, urlKeys: ['the-address-key'] };
    expect(fonnteDriver.verifyCallback(deliveryOf(report({}), query), keys)).toBe(isProven);
    expect(fonnteDriver.verifyCallback(deliveryOf(report({}), query), { ...keys, urlKeys: [] })).toBe(false);
  });
});
