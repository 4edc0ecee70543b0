import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { evolutionDriver } from '../../../src/gateway/drivers/evolution.driver.js';
import { sendOutcomeOf } from '../../../src/gateway/failure-reasons.js';
import { TestClock } from '../../support/test-clock.js';
import { closedPort, deviceAt, fakeGateway, json, message, within } from '../support.js';
import {
  connection,
  EVOLUTION,
  failure,
  sendMessage,
  startEvolution,
  tokenOf,
  update,
} from './fakes/evolution.js';
import { deliveryOf, type FakeCallback, type Reply } from './fakes/fake.js';
import { EVOLUTION_2_3_7 } from './recorded/evolution.js';

const PHONE = '6281234567890';
const clock = new TestClock();
const at = (url: string, token = EVOLUTION.token, settings = EVOLUTION.settings) =>
  deviceAt(url, token, settings);
const sendTo = (url: string) => evolutionDriver.send(at(url), message(), within(2000));

describe('a send through Evolution', () => {
  it('goes to the instance without a preview, and is accepted with the bare id', async () => {
    const evolution = await startEvolution();
    const outcome = await sendTo(evolution.url);
    expect(outcome).toEqual({ kind: 'accepted', id: evolution.taken[0]?.id });
    expect(evolution.requests).toMatchObject([
      {
        method: 'POST',
        path: '/message/sendText/otp-01',
        body: JSON.stringify({ number: PHONE, text: '482910 adalah kode OTP Toko.', linkPreview: false }),
      },
    ]);
  });

  it('is refused for good where the number is not on WhatsApp', async () => {
    const evolution = await startEvolution();
    evolution.absent.add(PHONE);
    expect(await sendTo(evolution.url)).toEqual({
      kind: 'refused',
      reason: 'the number is not on WhatsApp',
      failureReason: 'not_on_whatsapp',
      retryElsewhere: false,
    });
  });

  it.each([false, true])(
    'fails over from an instance that has no connection, whatever its state seems to be (open: %s)',
    async (seemsOpen) => {
      const evolution = await startEvolution();
      Object.assign(evolution, { isConnected: false, seemsOpen });
      for (const told of [EVOLUTION_2_3_7.socketGone, EVOLUTION_2_3_7.neverConnected]) {
        evolution.script.push({ takes: false, reply: told });
        expect(await sendTo(evolution.url)).toMatchObject({
          kind: 'refused',
          retryElsewhere: true,
          fault: 'unreachable',
        });
      }
      expect(evolution.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    },
  );

  it('fails over where the connection closed after the request, only if the state says so as well', async () => {
    const closed = (state: string) =>
      fakeGateway((response, { method }) =>
        method === 'GET'
          ? json(200, { instance: { state } })(response)
          : json(400, failure(400, ['Error: Connection Closed']).body)(response),
      );
    expect(await sendTo((await closed('close')).url)).toMatchObject({
      kind: 'refused',
      retryElsewhere: true,
      fault: 'unreachable',
    });
    expect(await sendTo((await closed('open')).url)).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    [400, 'connecting'],
    [400, 'refused'],
    [400, undefined],
    [500, 'close'],
  ])('is unknown where a connection closed, with %d and the state %s', async (status, state) => {
    const { url } = await fakeGateway((response, { method }) =>
      method === 'GET'
        ? json(200, { instance: { state } })(response)
        : json(status, failure(status, ['Error: Connection Closed']).body)(response),
    );
    expect(await sendTo(url)).toMatchObject({ kind: 'unknown' });
  });

  it('is unknown when the message is taken and the answer is lost', async () => {
    const evolution = await startEvolution();
    evolution.script.push({ takes: true, reply: 'none' });
    expect(await evolutionDriver.send(at(evolution.url), message(), within(150))).toMatchObject({
      kind: 'unknown',
    });
    expect(evolution.taken).toHaveLength(1);
  });

  it('is unknown when the answer tells an error beside the id, which finds the message later', async () => {
    const evolution = await startEvolution();
    const body = { key: { id: '3EB0AA', fromMe: true }, status: 'ERROR' };
    evolution.script.push({ takes: true, reply: { status: 201, body } });
    expect(await sendTo(evolution.url)).toEqual({
      kind: 'unknown',
      id: '3EB0AA',
      reason: 'the gateway reported an error',
    });
  });

  it.each([
    [failure(401, 'Unauthorized'), { kind: 'refused', retryElsewhere: true, fault: 'unusable' }],
    [
      failure(404, ['The "otp-01" instance does not exist']),
      { kind: 'refused', retryElsewhere: true, fault: 'unusable' },
    ],
    [
      failure(400, [['instance requires property "text"']]),
      { kind: 'refused', retryElsewhere: false, failureReason: 'gateway_fault' },
    ],
    [
      failure(400, ['text is not of a type(s) string', 'Invalid format']),
      { kind: 'refused', retryElsewhere: false, failureReason: 'gateway_fault' },
    ],
    [
      failure(400, ['Invalid format']),
      { kind: 'refused', retryElsewhere: false, failureReason: 'not_on_whatsapp' },
    ],
    [
      { status: 503, body: { error: 'service not activated', code: 'LICENSE_REQUIRED' } },
      { kind: 'refused', retryElsewhere: true, fault: 'unusable' },
    ],
    [failure(400, ['Error: Timed Out']), { kind: 'unknown', failureReason: 'gateway_timeout' }],
    [failure(400, ['text is not of a type(s) string', 'Error: Timed Out']), { kind: 'unknown' }],
    [failure(400, ['PrismaClientValidationError: the value does not match']), { kind: 'unknown' }],
    [failure(400, ['Error: invalid format']), { kind: 'unknown' }],
    [failure(400, 'something new'), { kind: 'unknown', failureReason: 'gateway_fault' }],
    [failure(400, []), { kind: 'unknown' }],
    [failure(404, ['Cannot POST /message/sendText/otp-01']), { kind: 'unknown' }],
    [failure(500, 'Timed Out'), { kind: 'unknown', failureReason: 'gateway_timeout' }],
    [failure(500, ['Error: Connection Closed']), { kind: 'unknown' }],
    [failure(500, ['Connection Closed']), { kind: 'unknown' }],
    [failure(500, 'Error: Connection Closed while sending'), { kind: 'unknown' }],
    [{ status: 503, body: 'busy' }, { kind: 'unknown' }],
    [{ status: 201, body: { key: {} } }, { kind: 'unknown' }],
    [{ status: 201, body: '' }, { kind: 'unknown' }],
  ] satisfies [Reply, object][])('reads %j', async (reply, outcome) => {
    const evolution = await startEvolution();
    evolution.script.push({ takes: false, reply });
    const read = await sendTo(evolution.url);
    expect({ ...read, ...sendOutcomeOf(read) }).toMatchObject(outcome);
  });

  it('tells of a failure without phone, code or token', async () => {
    const evolution = await startEvolution();
    const words = `number ${PHONE}, text 482910, ${EVOLUTION.token}`;
    evolution.script.push({ takes: false, reply: failure(500, words) });
    expect(await sendTo(evolution.url)).toMatchObject({
      reason: 'the gateway answered 500: number ****, text ****, ****',
    });
  });
});

describe('an Evolution instance', () => {
  it('is as its gateway says', async () => {
    const evolution = await startEvolution();
    const health = (url: string, settings = EVOLUTION.settings) =>
      evolutionDriver.health(at(url, EVOLUTION.token, settings), within(500));
    expect(await health(evolution.url)).toEqual({ connection: 'connected', detail: null });
    evolution.isConnected = false;
    expect(await health(evolution.url)).toEqual({ connection: 'disconnected', detail: 'state close' });
    expect(await health(evolution.url, { instance: 'otp-02' })).toMatchObject({ connection: 'disconnected' });
    expect(await health(`http://${await closedPort()}`)).toMatchObject({ connection: 'unreachable' });
    expect(await evolutionDriver.health(at(evolution.url, 'wrong'), within(500))).toEqual({
      connection: 'disconnected',
      detail: 'the gateway refused the apikey',
      fault: 'unusable',
    });
    const { url } = await fakeGateway(json(404, { response: { message: ['Cannot GET /instance'] } }));
    expect(await health(url)).toMatchObject({ connection: 'unclear' });
  });

  it('says whether a number is there', async () => {
    const evolution = await startEvolution();
    const check = (url: string) => evolutionDriver.checkNumber(at(url), message().phone, within(500));
    expect(await check(evolution.url)).toBe('registered');
    evolution.absent.add(PHONE);
    expect(await check(evolution.url)).toBe('unregistered');
    expect(await check(`http://${await closedPort()}`)).toBe('unknown');
  });
});

describe('an Evolution event', () => {
  const read = (callback: FakeCallback) =>
    evolutionDriver.parseCallback(deliveryOf(callback), { settings: EVOLUTION.settings });

  it.each([
    ['SERVER_ACK', 'sent'],
    ['SENT', 'sent'],
    ['DELIVERY_ACK', 'delivered'],
    ['DELIVERED', 'delivered'],
    ['delivered', 'delivered'],
    ['READ', 'delivered'],
    ['PLAYED', 'delivered'],
    ['ERROR', 'failed'],
    ['FAILED', 'failed'],
  ])('%s means %s, by the key’s id', async (word, status) => {
    const { statuses } = read(await update('3EB0AA', word, clock.now()));
    expect(statuses).toEqual([
      {
        gatewayMessageId: '3EB0AA',
        reference: null,
        status,
        error: status === 'failed' ? 'the gateway reported an error' : null,
        failureReason: status === 'failed' ? 'unknown' : null,
      },
    ]);
  });

  it.each([
    ['PENDING', {}, {}],
    ['DELETED', {}, {}],
    ['SOMETHING_NEW', {}, {}],
    ['READ', { fromMe: false }, {}],
    ['READ', { keyId: undefined }, {}],
    ['READ', { keyId: 17 }, {}],
    ['READ', {}, { instance: 'otp-02' }],
    ['READ', {}, { event: 'messages.upsert' }],
    ['READ', {}, { data: null }],
  ])('%s with %j and %j changes nothing', async (word, data, rest) => {
    expect(read(await update('3EB0AA', word, clock.now(), data, rest))).toEqual({ statuses: [] });
  });

  it('about a message that was handed on says no more than the answer did', async () => {
    expect(read(await sendMessage('3EB0AA', clock.now()))).toEqual({ statuses: [] });
  });

  it.each([
    ['open', 'connected'],
    ['close', 'disconnected'],
    ['connecting', 'disconnected'],
    ['refused', 'disconnected'],
    ['something new', 'unclear'],
  ])('of a connection that is %s tells the health: %s', async (state, found) => {
    const health = { connection: found };
    expect(read(await connection(state, clock.now()))).toMatchObject({ statuses: [], health });
  });
});

describe('the token of Evolution', () => {
  const KEYS = { secrets: [EVOLUTION.secret], acceptsUnsigned: false, urlKeys: ['x'] };
  const ISSUED = new Date('2026-01-01T00:00:00Z');
  const VECTOR =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3NjcyMjU2MDAsImV4cCI6MTc2NzIyNjIwMCwiYXBwIjoiZXZvbHV0aW9uIiwiYWN0aW9uIjoid2ViaG9vayJ9.nNikr8evcEBn5-aOlnJe_YLcRYx6DjJDNNK1SyTKx-A';
  const verify = (authorization: string | undefined, secondsLater = 0, keys = KEYS) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const later = new Date(ISSUED.getTime() + secondsLater * 1000);
    return evolutionDriver.verifyCallback(deliveryOf({ headers, body: '{}' }, {}, later), keys);
  };

  it('is the one of the contract, by either of two secrets', async () => {
    expect(await tokenOf(EVOLUTION.secret, ISSUED)).toBe(VECTOR);
    expect(await verify(`Bearer ${VECTOR}`)).toBe(true);
    expect(await verify(`Bearer ${VECTOR}`, 0, { ...KEYS, secrets: ['another', EVOLUTION.secret] })).toBe(
      true,
    );
  });

  it('outlives the gateway’s own retries, and not for ever', async () => {
    expect(await verify(`Bearer ${VECTOR}`, 600 + 1700)).toBe(true);
    expect(await verify(`Bearer ${VECTOR}`, 600 + 1900)).toBe(false);
  });

  it('is neither of another key, nor without an end, nor without a signature', async () => {
    const claims = { app: 'evolution', action: 'webhook' };
    const endless = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(EVOLUTION.secret));
    for (const token of [
      await tokenOf('another-key', ISSUED),
      endless,
      new UnsecuredJWT({ ...claims, exp: 1767226200 }).encode(),
      VECTOR.slice(0, -1),
      `${VECTOR}.`,
      '',
    ])
      expect(await verify(`Bearer ${token}`)).toBe(false);
    expect(await verify(VECTOR)).toBe(false);
    expect(await verify(`Basic ${VECTOR}`)).toBe(false);
  });

  it('may be missing only where that is allowed', async () => {
    expect(await verify(undefined)).toBe(false);
    expect(await verify(undefined, 0, { ...KEYS, secrets: [], acceptsUnsigned: true })).toBe(true);
    expect(await verify(`Bearer ${VECTOR}`, 0, { ...KEYS, secrets: [], acceptsUnsigned: true })).toBe(false);
  });
});
