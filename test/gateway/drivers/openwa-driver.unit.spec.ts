import { describe, expect, it } from 'vitest';
import { openwaDriver } from '../../../src/gateway/drivers/openwa.driver.js';
import { sendOutcomeOf } from '../../../src/gateway/failure-reasons.js';
import { TestClock } from '../../support/test-clock.js';
import { closedPort, deviceAt, message, within } from '../support.js';
import { deliveryOf, type FakeCallback, openDesk, QR_PNG, type Reply } from './fakes/fake.js';
import {
  NOT_READY,
  NOT_STARTED,
  OPENWA,
  openwaAck,
  openwaError,
  openwaEvent,
  openwaSignature,
  openwaStatus,
  paced,
  startOpenwa,
  unresolved,
} from './fakes/openwa.js';

const PHONE = '6281234567890';
const clock = new TestClock();
const at = (url: string, token = OPENWA.token, settings = OPENWA.settings) => deviceAt(url, token, settings);
const sendTo = (url: string, ms = 2000) => openwaDriver.send(at(url), message(), within(ms));

const here = (fault: string, rest: object = {}) => ({
  kind: 'refused',
  retryElsewhere: true,
  fault,
  ...rest,
});
const UNKNOWN = { kind: 'unknown' };

describe('a send through OpenWA', () => {
  it('has the documented members only, which its validation takes, and our reference as its key', async () => {
    const openwa = await startOpenwa();
    const outgoing = message();
    const outcome = await openwaDriver.send(at(openwa.url), outgoing, within(2000));
    expect(outcome).toEqual({ kind: 'accepted', id: openwa.taken[0]?.id });
    expect(openwa.requests).toMatchObject([
      {
        method: 'POST',
        path: `/api/sessions/${OPENWA.settings.session}/messages/send-text`,
        headers: { 'idempotency-key': outgoing.reference },
        body: JSON.stringify({
          chatId: `${PHONE}@c.us`,
          text: '482910 adalah kode OTP Toko.',
          linkPreview: false,
        }),
      },
    ]);
    const spelledWrongly = { method: 'POST', body: '{"chatId":"1@c.us","text":"x","preview":false}' };
    const asked = await fetch(`${openwa.url}${openwa.requests[0]?.path}`, {
      ...spelledWrongly,
      headers: { 'x-api-key': OPENWA.token },
    });
    await expect(asked).toAnswer(400);
  });

  it('is accepted with the bare id on either engine', async () => {
    const openwa = await startOpenwa('whatsapp-web.js');
    expect(await sendTo(openwa.url)).toEqual({ kind: 'accepted', id: openwa.taken[0]?.id });
  });

  it('is refused for good only where the check says so too that the number is not on WhatsApp', async () => {
    const openwa = await startOpenwa();
    openwa.absent.add(PHONE);
    expect(await sendTo(openwa.url)).toMatchObject({
      kind: 'refused',
      retryElsewhere: false,
      failureReason: 'not_on_whatsapp',
    });
    openwa.absent.clear();
    openwa.script.push({ takes: false, reply: unresolved(`${PHONE}@c.us`) });
    expect(await sendTo(openwa.url)).toEqual({
      kind: 'refused',
      reason: 'the recipient cannot be resolved',
      retryElsewhere: true,
      failureReason: 'unknown',
    });
  });

  it.each([502, 503, 504, 'none'] as const)('is unknown, and asked for once, at %s', async (answer) => {
    const openwa = await startOpenwa();
    openwa.script.push({ takes: true, reply: answer === 'none' ? answer : openwaError(answer, 'in time') });
    expect(await sendTo(openwa.url, 300)).toMatchObject(UNKNOWN);
    expect(openwa.taken).toHaveLength(1);
    expect(openwa.requests).toHaveLength(1);
  });

  it.each([
    [NOT_READY, here('disconnected')],
    [NOT_STARTED, here('disconnected')],
    // A conflict of any other kind may follow an attempt.
    [openwaError(409, 'WhatsApp Web is reloading its page'), UNKNOWN],
    [openwaError(409, 'in progress', { code: 'IDEMPOTENCY_KEY_IN_PROGRESS' }), UNKNOWN],
    [openwaError(409, 'unknown', { code: 'IDEMPOTENCY_OUTCOME_UNKNOWN' }), UNKNOWN],
    [openwaError(422, 'reused', { code: 'IDEMPOTENCY_KEY_REUSED' }), UNKNOWN],
    [
      paced('Daily allowance of 5 new conversation(s) reached', 34_521),
      here('restricted', { retryAfterSeconds: 34_521, failureReason: 'device_restricted' }),
    ],
    [paced('Daily send allowance of 40 reached', 34_521), here('busy', { retryAfterSeconds: 34_521 })],
    [paced('Sends are paused'), here('busy')],
    [openwaError(429, 'ThrottlerException: Too Many Requests'), here('busy')],
    [openwaError(401, 'Invalid API key'), here('unusable')],
    [openwaError(403, 'API key is restricted to selected chats'), here('unusable')],
    [openwaError(403, 'WhatsApp refused the operation'), UNKNOWN],
    [openwaError(404, "Session 'x' not found"), here('unusable')],
    [openwaError(404, 'Cannot POST /api/sessions'), UNKNOWN],
    [
      openwaError(400, ['property preview should not exist']),
      { kind: 'refused', retryElsewhere: false, failureReason: 'gateway_fault' },
    ],
    [{ status: 400, body: 'proxy' }, UNKNOWN],
    [openwaError(500, 'Send failed', { code: 'ENGINE_PAGE_ERROR' }), UNKNOWN],
    [openwaError(501, 'not supported'), UNKNOWN],
    [openwaError(504, 'no answer'), { kind: 'unknown', failureReason: 'gateway_timeout' }],
    [{ status: 201, body: { messageId: null, timestamp: 1, unconfirmed: true } }, UNKNOWN],
    [{ status: 201, body: { messageId: '', timestamp: 1 } }, UNKNOWN],
    [{ status: 200, body: '<html>' }, UNKNOWN],
  ] satisfies [Reply, object][])('reads %j', async (reply, outcome) => {
    const openwa = await startOpenwa();
    openwa.script.push({ takes: false, reply });
    const read = await sendTo(openwa.url);
    expect({ ...read, ...sendOutcomeOf(read) }).toMatchObject(outcome);
    expect(Object.keys(sendOutcomeOf(read))).not.toContain('retryAfterSeconds');
  });
});

describe('an OpenWA session', () => {
  const health = (url: string, token = OPENWA.token, settings = OPENWA.settings) =>
    openwaDriver.health(at(url, token, settings), within(500));

  it('is as its gateway says', async () => {
    const openwa = await startOpenwa();
    expect(await health(openwa.url)).toEqual({
      connection: 'connected',
      detail: null,
      number: '6281100000001',
    });
    openwa.restriction = {
      kind: 'reachout_timelock',
      code: 'BIZ_QUALITY',
      expiresAt: '2027-01-01T00:00:00Z',
    };
    expect(await health(openwa.url)).toEqual({
      connection: 'connected',
      detail: 'WhatsApp holds the account back',
      fault: 'restricted',
      restrictedUntil: new Date('2027-01-01T00:00:00Z'),
      number: '6281100000001',
    });
    Object.assign(openwa, { isConnected: false, state: 'failed', restriction: { kind: 'tos_block' } });
    expect(await health(openwa.url)).toEqual({ connection: 'disconnected', detail: 'failed: tos_block' });
    openwa.state = 'something_new';
    expect(await health(openwa.url)).toMatchObject({ connection: 'unclear' });
    const absent = { session: '00000000-0000-4000-8000-000000000000' };
    for (const asked of [health(openwa.url, 'wrong'), health(openwa.url, OPENWA.token, absent)])
      expect(await asked).toMatchObject({ connection: 'disconnected', fault: 'unusable' });
    expect(await health(`http://${await closedPort()}`)).toMatchObject({ connection: 'unreachable' });
  });

  it('says whether a number is there', async () => {
    const openwa = await startOpenwa();
    const check = () => openwaDriver.checkNumber(at(openwa.url), message().phone, within(500));
    expect(await check()).toBe('registered');
    openwa.absent.add(PHONE);
    expect(await check()).toBe('unregistered');
    openwa.isConnected = false;
    expect(await check()).toBe('disconnected');
    const { url } = await openDesk(() => openwaError(503, 'WhatsApp did not answer'));
    expect(await openwaDriver.checkNumber(at(url), message().phone, within(500))).toBe('unknown');
  });

  it('is paired by its QR code while it waits for one', async () => {
    const openwa = await startOpenwa();
    const pair = () => openwaDriver.pairing(at(openwa.url), within(500));
    expect(await pair()).toEqual({ state: 'connected' });
    openwa.isConnected = false;
    const pairing = await pair();
    expect(pairing.state === 'scan' && pairing.qrPng.reveal()).toBe(QR_PNG.toString('base64'));
    openwa.state = 'created';
    expect(await pair()).toEqual({ state: 'unavailable', detail: 'created' });
  });
});

describe('an OpenWA event', () => {
  const read = (callback: FakeCallback, receivedAt = clock.now()) =>
    openwaDriver.parseCallback(deliveryOf(callback, {}, receivedAt), { settings: OPENWA.settings });
  const ack = (status: string, rest: object = {}) => openwaAck('3EB0AA', status, clock.now(), rest);

  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['failed', 'failed'],
  ])('%s means %s, by the bare id', (word, status) => {
    const expected = { gatewayMessageId: '3EB0AA', reference: null, status };
    expect(read(ack(word)).statuses).toMatchObject([expected]);
    const messageId = `true_${PHONE}@c.us_3EB0AA`;
    expect(read(ack(word, { id: messageId, messageId })).statuses).toMatchObject([expected]);
  });

  it.each([
    ack('pending'),
    ack('something_new'),
    ack('read', { messageId: 17 }),
    openwaEvent('message.ack', {}, clock.now()),
    openwaEvent('message.failed', { messageId: '3EB0AA', status: 'failed' }, clock.now()),
    openwaEvent('message.received', { id: '3EB0AB', body: 'x' }, clock.now()),
    { ...ack('read'), body: ack('read').body.replaceAll(OPENWA.settings.session, 'another') },
  ])('%# changes nothing', (callback) => {
    expect(read(callback)).toEqual({ statuses: [] });
  });

  it('tells the state and the restriction of the session, if it is recent', () => {
    const now = clock.now();
    const late = new Date(now.getTime() + 3_600_000);
    expect(read(openwaStatus('ready', now)).health).toMatchObject({ connection: 'connected' });
    expect(read(openwaStatus('disconnected', now)).health).toMatchObject({ connection: 'disconnected' });
    expect(read(openwaStatus('disconnected', now), late)).toEqual({ statuses: [] });
    const lock = { active: true, kind: 'reachout_timelock', code: 'X', expiresAt: '2027-01-01T00:00:00Z' };
    const restriction = (rest: object) => openwaEvent('session.restriction', { ...lock, ...rest }, now);
    expect(read(restriction({})).health).toMatchObject({
      connection: 'unclear',
      fault: 'restricted',
      restrictedUntil: new Date('2027-01-01T00:00:00Z'),
    });
    expect(read(restriction({ active: false }))).toEqual({ statuses: [] });
    expect(read(restriction({ kind: 'proxy_block' }))).toEqual({ statuses: [] });
    expect(read(openwaEvent('session.status', { status: 'ready' }, now, { timestamp: 'x' }))).toEqual({
      statuses: [],
    });
  });

  it('is signed over its bytes, by either of two secrets', () => {
    const keys = { secrets: ['another', OPENWA.secret], acceptsUnsigned: false, urlKeys: [] };
    const callback = ack('delivered');
    const verify = (headers: Record<string, string>, body = callback.body) =>
      openwaDriver.verifyCallback(deliveryOf({ headers, body }), keys);
    expect(verify(callback.headers)).toBe(true);
    expect(verify(callback.headers, `${callback.body} `)).toBe(false);
    expect(verify({ 'x-openwa-signature': openwaSignature(callback.body, 'a third') })).toBe(false);
    expect(verify({ 'x-openwa-signature': openwaSignature(callback.body).slice('sha256='.length) })).toBe(
      false,
    );
    expect(verify({})).toBe(false);
  });

  it('carries the signature of a vector that another implementation made', () => {
    expect(openwaSignature('{"event":"message.ack"}', 'rahasia-webhook-01')).toBe(
      'sha256=a61fda1593276d81ab471a9819c2a784013919ae1f08f61155aef767ca928470',
    );
  });
});
