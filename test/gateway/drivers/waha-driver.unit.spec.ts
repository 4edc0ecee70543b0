import { describe, expect, it } from 'vitest';
import { wahaDriver } from '../../../src/gateway/drivers/waha/driver.js';
import { sendOutcomeOf } from '../../../src/gateway/failure-reasons.js';
import { closedPort, deviceAt, fakeGateway, json, message, rawServer, within } from '../support.js';
import { jsonIn, type Reply } from './fakes/fake.js';
import { capping, ENGINES, exception, invalid, notWorking, startWaha, WAHA } from './fakes/waha.js';
import { hasPublished, publishedRequest } from './published.js';

const PHONE = '6281234567890';
const at = (url: string, token = WAHA.token, settings: Record<string, string> = WAHA.settings) =>
  deviceAt(url, token, settings);
const FIXED_IDS = { ...WAHA.settings, fixed_ids: 'on' };
const sendTo = (url: string, settings?: Record<string, string>) =>
  wahaDriver.send(at(url, WAHA.token, settings), message(), within(2000));

describe('a send through WAHA', () => {
  it.each(ENGINES)('is accepted with the bare id of what %s answers', async (engine) => {
    const waha = await startWaha(engine);
    const outcome = await sendTo(waha.url);
    expect(outcome).toEqual({ kind: 'accepted', id: waha.taken[0]?.id });
    expect(waha.taken[0]?.id).toMatch(/^3EB0[0-9A-F]{16}$/);
  });

  it('names session, chat and text, and wants no preview of links', async () => {
    const waha = await startWaha();
    await sendTo(waha.url);
    const [request] = waha.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/api/sendText' });
    expect(request?.headers).toMatchObject({ 'x-api-key': WAHA.token, 'content-type': 'application/json' });
    expect(request && jsonIn(request)).toEqual({
      session: 'otp-01',
      chatId: `${PHONE}@c.us`,
      text: '482910 adalah kode OTP Toko.',
      linkPreview: false,
    });
  });

  it.runIf(hasPublished)('is as the published document wants it, with a fixed id or without', async () => {
    const faults = publishedRequest('waha-openapi.json', '/api/sendText');
    const waha = await startWaha();
    await sendTo(waha.url);
    await sendTo(waha.url, FIXED_IDS);
    const bodies = waha.requests.filter(({ path }) => path === '/api/sendText').map(jsonIn);
    expect(bodies.map(faults)).toEqual([[], []]);
    expect(faults({ ...bodies[0], session: undefined })).not.toEqual([]);
  });

  it.each([
    [{ id: 'false_6281234567890@c.us_3EB0AA_6281100000001@c.us' }, '3EB0AA'],
    [{ id: { _serialized: 'true_1000000000001@lid_3EB0AA' } }, '3EB0AA'],
    [{ id: '3EB0AA' }, '3EB0AA'],
  ])('reads the id out of %j', async (body, id) => {
    const { url } = await fakeGateway(json(201, body));
    expect(await sendTo(url)).toEqual({ kind: 'accepted', id });
  });

  it.each([
    {},
    { id: '' },
    { id: 17 },
    { id: 'true_6281234567890@c.us' },
    { key: {} },
    { key: { id: null } },
    [],
  ])('is unknown when it is answered %j, without an id', async (body) => {
    const { url } = await fakeGateway(json(201, body));
    expect(await sendTo(url)).toEqual({
      kind: 'unknown',
      reason: 'the gateway answered 201 without a message id',
    });
  });

  const HERE = { kind: 'refused', retryElsewhere: true };
  const FOR_GOOD = { kind: 'refused', retryElsewhere: false, failureReason: 'gateway_fault' };
  it.each([
    [
      { status: 401, body: { message: 'Unauthorized', statusCode: 401 } },
      { ...HERE, fault: 'unusable' },
    ],
    [notWorking('SCAN_QR_CODE'), { ...HERE, fault: 'disconnected', reason: 'the session is SCAN_QR_CODE' }],
    [
      { status: 404, body: { statusCode: 404, message: 'Session "otp-01" not found' } },
      { ...HERE, fault: 'unreachable' },
    ],
    [
      { status: 422, body: { error: 'no such', session: 'otp-01' } },
      { ...HERE, fault: 'unreachable' },
    ],
    [invalid('chatId must be a string'), FOR_GOOD],
    [invalid('chatId is not valid'), { ...FOR_GOOD, failureReason: 'not_on_whatsapp' }],
    [invalid('Invalid phone number'), { ...FOR_GOOD, failureReason: 'not_on_whatsapp' }],
    [{ ...invalid('x'), status: 422, body: { statusCode: 422, message: ['x'] } }, FOR_GOOD],
    [
      exception('no LID found for 6281234567890@s.whatsapp.net from server'),
      { ...HERE, failureReason: 'unknown' },
    ],
    [exception('Error: No LID for user'), HERE],
    [{ status: 422, body: { statusCode: 422, message: 'x', exception: {} } }, { kind: 'unknown' }],
    [exception('2 UNKNOWN: server returned error 463'), { ...HERE, fault: 'restricted' }],
    [exception('Protocol error: Target closed'), { kind: 'unknown' }],
    [{ status: 500, body: 'Internal Server Error' }, { kind: 'unknown' }],
    [{ status: 404, body: { statusCode: 404, message: 'Cannot POST /api/sendText' } }, { kind: 'unknown' }],
    [{ status: 400, body: '<html>' }, { kind: 'unknown' }],
    [{ status: 502, body: 'Bad Gateway' }, { kind: 'unknown' }],
    [{ status: 418, body: {} }, { kind: 'unknown' }],
  ] satisfies [Reply, object][])('reads %j', async (reply, outcome) => {
    const waha = await startWaha();
    waha.script.push({ takes: false, reply });
    const read = await sendTo(waha.url);
    expect({ ...read, ...sendOutcomeOf(read) }).toMatchObject(outcome);
  });

  it('gives up on a number only when a second question says that it is not there', async () => {
    const waha = await startWaha();
    waha.absent.add(PHONE);
    expect(await sendTo(waha.url)).toEqual({
      kind: 'refused',
      reason: 'the number is not on WhatsApp',
      failureReason: 'not_on_whatsapp',
      retryElsewhere: false,
    });
  });

  it.each([
    { id: 'true_6281234567890@c.us_3EB0AA', ack: -1 },
    { key: { id: '3EB0AA' }, status: 'ERROR' },
  ])(
    'is unknown when the engine answers %j, an error beside the id, which finds the message later',
    async (body) => {
      const { url } = await fakeGateway(json(201, body));
      expect(await sendTo(url)).toEqual({
        kind: 'unknown',
        id: '3EB0AA',
        reason: 'the engine reported an error',
      });
    },
  );

  it('is unknown when the message is taken and the answer is lost', async () => {
    const waha = await startWaha();
    waha.script.push({ takes: true, reply: 'none' });
    expect(await wahaDriver.send(at(waha.url), message(), within(150))).toMatchObject({ kind: 'unknown' });
    expect(waha.taken).toHaveLength(1);
    const reset = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const outcome = await sendTo(`http://${reset}`);
    expect(outcome).toEqual({
      kind: 'unknown',
      reason: 'no whole answer from the gateway (ECONNRESET)',
      failureReason: 'gateway_fault',
    });
    expect(await sendTo(`http://${await closedPort()}`)).toMatchObject({
      kind: 'refused',
      fault: 'unreachable',
    });
  });

  it('tells of a failure without phone, code or key', async () => {
    const waha = await startWaha();
    const reply = exception(`evaluating "${PHONE}@c.us", "482910 adalah" with ${WAHA.token}`);
    waha.script.push({ takes: true, reply });
    expect(await sendTo(waha.url)).toEqual({
      kind: 'unknown',
      reason: 'the gateway answered 500: evaluating "****@c.us", "**** adalah" with ****',
    });
  });
});

describe('an id fixed beforehand', () => {
  it('goes with the message, and finds it though the answer is lost', async () => {
    const waha = await startWaha('NOWEB');
    waha.script.push({ takes: true, reply: 'none' });
    const device = at(waha.url, WAHA.token, FIXED_IDS);
    const outcome = await wahaDriver.send(device, message(), within(300));
    expect(outcome).toMatchObject({ kind: 'unknown', id: waha.taken[0]?.id });
    waha.script.push({ takes: true, reply: exception('Timed Out') });
    const second = await wahaDriver.send(device, message(), within(2000));
    expect(second).toMatchObject({ kind: 'unknown', id: waha.taken[1]?.id });
  });

  it('gives way to the one that the engine answers', async () => {
    const waha = await startWaha('WEBJS');
    expect(await sendTo(waha.url, FIXED_IDS)).toEqual({ kind: 'accepted', id: waha.taken[0]?.id });
  });

  it('is done without where the gateway has none to give', async () => {
    const waha = await startWaha('GOWS');
    waha.givesIds = false;
    expect(await sendTo(waha.url, FIXED_IDS)).toEqual({ kind: 'accepted', id: waha.taken[0]?.id });
    expect(jsonIn(waha.requests[1] ?? { method: '', path: '', headers: {}, body: '{}' })).not.toHaveProperty(
      'id',
    );
  });

  it('is not asked for a second time, as a message, where the session is not WORKING', async () => {
    const waha = await startWaha();
    waha.isConnected = false;
    expect(await sendTo(waha.url, FIXED_IDS)).toEqual({
      kind: 'refused',
      reason: 'the session is SCAN_QR_CODE',
      retryElsewhere: true,
      fault: 'disconnected',
    });
    expect(waha.requests.map(({ path }) => path)).toEqual(['/api/otp-01/new-message-id']);
  });

  it('is not asked for unless the device wants it', async () => {
    const waha = await startWaha();
    await sendTo(waha.url);
    expect(waha.requests.map(({ path }) => path)).toEqual(['/api/sendText']);
  });
});

const END = new Date('2026-12-31T16:59:59.000Z');
const ENDS_AT = END.toISOString();

describe('a WAHA session', () => {
  const NUMBER = '6281100000001';
  const health = (url: string, token?: string, settings?: Record<string, string>) =>
    wahaDriver.health(at(url, token, settings), within(500));

  it('can send only while it is WORKING', async () => {
    const waha = await startWaha();
    expect(await health(waha.url)).toEqual({ connection: 'connected', detail: null, number: NUMBER });
    waha.isConnected = false;
    for (const status of ['STOPPED', 'STARTING', 'SCAN_QR_CODE', 'PASSKEY_REQUIRED', 'FAILED', 'NEW']) {
      waha.status = status;
      expect(await health(waha.url)).toEqual({ connection: 'disconnected', detail: status });
    }
  });

  it('tells that WhatsApp holds the account back, and until when', async () => {
    const waha = await startWaha();
    waha.timelock = { isActive: true, enforcementType: 'DEFAULT', timeEnforcementEnds: 1784477333 };
    expect(await health(waha.url)).toEqual({
      connection: 'connected',
      detail: 'WhatsApp holds the account back',
      fault: 'restricted',
      restrictedUntil: new Date('2026-07-19T16:08:53.000Z'),
      number: NUMBER,
    });
    waha.timelock = { isActive: false, timeEnforcementEnds: 1784477333 };
    expect(await health(waha.url)).toEqual({ connection: 'connected', detail: null, number: NUMBER });
  });

  it.each([
    [{ active: true, until: '2026-07-19T16:08:53.000Z' }, new Date('2026-07-19T16:08:53.000Z')],
    [{ active: true, until: 1784477333000 }, new Date('2026-07-19T16:08:53.000Z')],
    [{ active: true, until: 'soon' }, undefined],
    [{ active: true, until: null }, undefined],
  ])('may tell so as %j', async (restriction, restrictedUntil) => {
    const { url } = await fakeGateway(json(200, { status: 'WORKING', me: null, restriction }));
    expect(await health(url)).toMatchObject({ connection: 'connected', fault: 'restricted' });
    expect((await health(url)).restrictedUntil).toEqual(restrictedUntil);
  });

  it.each([
    [capping('NONE', 0, null, -1), { status: 'none', used: 0, total: null, endsAt: null }],
    [
      capping('FIRST_WARNING', 640, END),
      { status: 'first_warning', used: 640, total: 1000, endsAt: ENDS_AT },
    ],
    [
      capping('SECOND_WARNING', 920, END),
      { status: 'second_warning', used: 920, total: 1000, endsAt: ENDS_AT },
    ],
    [capping('CAPPED', 1000, END), { status: 'capped', used: 1000, total: 1000, endsAt: ENDS_AT }],
    [{ cappingStatus: 'CAPPED' }, { status: 'capped', used: null, total: null, endsAt: null }],
    [capping('SOMETHING_NEW', 1, END), undefined],
    ['CAPPED', undefined],
  ])('tells the quota of new chats: %j', async (told, newChats) => {
    const waha = await startWaha();
    waha.capping = told as object;
    expect(await health(waha.url)).toEqual({
      connection: 'connected',
      detail: null,
      number: NUMBER,
      ...(newChats && { newChats }),
    });
    expect(waha.requests).toHaveLength(1);
    waha.isConnected = false;
    expect(await health(waha.url)).not.toHaveProperty('newChats');
  });

  it('is asked for its quota alone where the server does not know it yet', async () => {
    const waha = await startWaha();
    waha.capping = null;
    expect(await health(waha.url)).toEqual({ connection: 'connected', detail: null, number: NUMBER });
    waha.freshCapping = capping('CAPPED', 1000, END);
    expect(await health(waha.url)).toMatchObject({ newChats: { status: 'capped', endsAt: ENDS_AT } });
    expect(waha.requests.at(-1)?.path).toBe('/api/sessions/otp-01/capping');
  });

  it('is out where the key is wrong or the session is not there, and unclear where nothing readable is said', async () => {
    const waha = await startWaha();
    expect(await health(waha.url, 'another')).toMatchObject({
      connection: 'disconnected',
      fault: 'unusable',
    });
    const { url } = await fakeGateway(json(404, { statusCode: 404, message: 'Session not found' }));
    expect(await health(url)).toMatchObject({ connection: 'disconnected' });
    const other = await fakeGateway(json(404, { message: 'Not Found' }));
    expect(await health(other.url)).toMatchObject({ connection: 'unclear' });
    expect(await health(`http://${await closedPort()}`)).toMatchObject({ connection: 'unreachable' });
  });

  it('says whether a number is there', async () => {
    const waha = await startWaha();
    const check = (token?: string) =>
      wahaDriver.checkNumber(at(waha.url, token), message().phone, within(500));
    expect(await check()).toBe('registered');
    expect(waha.requests[0]?.path).toBe(`/api/contacts/check-exists?phone=${PHONE}&session=otp-01`);
    waha.absent.add(PHONE);
    expect(await check()).toBe('unregistered');
    expect(await check('another')).toBe('unknown');
    waha.isConnected = false;
    expect(await check()).toBe('disconnected');
  });
});
