import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DeviceProbe } from '../../../src/gateway/device.entities.js';
import { DRIVER_NAMES } from '../../../src/gateway/drivers/index.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { Stand } from '../stand.js';
import { status } from './fakes/meta.js';
import { paced, startOpenwa } from './fakes/openwa.js';
import { ack } from './fakes/waha.js';

let test: TestApp;
let stand: Stand;
beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: 'https://otp.example.com' } });
  stand = await Stand.begin(test);
});
afterEach(() => stand.clear());
afterAll(() => test.close());
keepBooks(() => test);

const healthOf = async (id: number) => (await stand.view(id))['health'];

describe.each(DRIVER_NAMES)('a device of %s', (driver) => {
  it('sends only while its gateway says, when it is asked, that its phone is connected', async () => {
    const { bench, id } = await stand.device(driver);
    bench.connect(false);
    await stand.ask(id);
    expect(await stand.view(id)).toMatchObject({
      health: 'disconnected',
      last_probe: { connected: false },
    });
    expect((await stand.send()).body.code).toBe('no_device');
    bench.connect(true);
    await stand.ask(id);
    expect(await stand.view(id)).toMatchObject({
      health: 'well',
      last_probe: { finding: 'connected' },
    });
    await stand.sent();
  });

  it('sends only while its gateway’s callbacks say so, where there are any', async () => {
    const { bench, id, call } = await stand.device(driver);
    if (!bench.connection) return;
    const tell = async (isConnected: boolean) =>
      call((await bench.connection?.(isConnected, test.clock.now())) ?? { headers: {}, body: '' });
    expect(await tell(false)).toAnswer(200);
    expect(await healthOf(id)).toBe('disconnected');
    expect((await stand.send()).body.code).toBe('no_device');
    expect(await tell(true)).toAnswer(200);
    expect(await healthOf(id)).toBe('well');
    await stand.sent();
  });

  it('rests while WhatsApp holds its account back, and the message goes through another', async () => {
    const { bench, id } = await stand.device(driver);
    if (!bench.restrict) return;
    bench.restrict();
    const other = await stand.device('http');
    // Each of the two has its turn, and both messages come through.
    for (let i = 0; i < 2; i++) await stand.sent();
    expect(await healthOf(id)).toBe('restricted');
    expect(await stand.view(id)).toMatchObject({ restricted_until: expect.any(String) });
    expect(await healthOf(other.id)).toBe('well');
    test.clock.advance(test.config.DEVICE_RESTRICTED_SECONDS + 1);
    expect(await healthOf(id)).toBe('well');
  });
});

describe('an OpenWA device whose gateway paces its messages', () => {
  const pacing = async (message: string) => {
    const openwa = await startOpenwa();
    const { id } = await stand.device('openwa', { base_url: openwa.url });
    const other = await stand.device('http');
    openwa.script.push({ takes: false, reply: paced(message, 600) });
    // Each of the two has its turn, and both messages come through.
    for (let i = 0; i < 2; i++) await stand.sent();
    await stand.change(other.id, { state: 'disabled' });
    return { openwa, id };
  };

  it('takes none for as long as that says, which a send is told as well', async () => {
    const { openwa, id } = await pacing('Daily send allowance of 40 reached');
    expect(await stand.view(id)).toMatchObject({ health: 'well', rest: { level: 'out', last: 'busy' } });
    const answer = await stand.send();
    expect(answer).toAnswer(503, 'no_device');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(590);
    expect(openwa.taken).toEqual([]);
    test.clock.advance(600);
    await stand.sent();
  });

  it('is restricted for as long as that says where only new chats are limited', async () => {
    const { id } = await pacing('Daily allowance of 5 new conversation(s) reached');
    expect(await healthOf(id)).toBe('restricted');
    expect((await stand.send()).body.code).toBe('no_device');
    test.clock.advance(600);
    await stand.sent();
  });
});

describe('a WAHA device', () => {
  it.each([
    [true, '/api/contacts/check-exists'],
    [false, '/api/sendText'],
  ])(
    'is out as soon as an answer names its state, and is asked nothing more (numbers checked: %s)',
    async (check_number, path) => {
      const { bench, id } = await stand.device('waha', { check_number });
      await stand.device('http');
      bench.connect(false);
      const before = bench.requests?.length ?? 0;
      // Each of the two would have its turn twice.
      for (let i = 0; i < 4; i++) await stand.sent();
      expect(await healthOf(id)).toBe('disconnected');
      const asked = bench.requests?.slice(before) ?? [];
      expect(asked.map((request) => request.path.split('?')[0])).toEqual([path]);
      bench.connect(true);
      await stand.ask(id);
      expect(await healthOf(id)).toBe('well');
    },
  );

  it('that error 463 holds back goes on with whom it has delivered to', async () => {
    const { bench, id, call } = await stand.device('waha');
    const phone = newPhone();
    const known = await stand.sent({ phone });
    expect(await call(await bench.delivered(known, test.clock.now()))).toAnswer(200);
    const error = { code: '463', blocked: true, reason: 'reachout_timelock' };
    expect(await call(ack(await stand.sent(), 'ERROR', test.clock.now(), { error }))).toAnswer(200);
    expect(await healthOf(id)).toBe('restricted');
    test.clock.advance(60);
    expect((await stand.send()).body.code).toBe('no_device');
    await stand.sent({ phone });
    expect(bench.texts()).toHaveLength(3);
    test.clock.advance(test.config.DEVICE_RESTRICTED_SECONDS);
  });

  it('rests as long as an acknowledgement with error 463 says, and its message is paid back', async () => {
    const { id, call } = await stand.device('waha');
    const before = await stand.credit();
    const messageId = await stand.sent();
    const now = test.clock.now();
    const until = Math.floor(now.getTime() / 1000) + 7200;
    const error = { code: '463', blocked: true, reason: 'reachout_timelock', until };
    expect(await call(ack(messageId, 'ERROR', now, { error }))).toAnswer(200);
    expect(await stand.lastStatus()).toBe('failed');
    expect(await stand.credit()).toBe(before);
    expect(await healthOf(id)).toBe('restricted');
    test.clock.advance(7100);
    expect(await healthOf(id)).toBe('restricted');
    test.clock.advance(101);
    expect(await healthOf(id)).toBe('well');
  });
});

describe('the state of a device', () => {
  it.each([
    ['fonnte', 30],
    ['wablas', 30],
    ['meta', 15],
  ])('is not asked of %s more often than every %i seconds', async (driver, seconds) => {
    const { bench, id } = await stand.device(driver);
    bench.connect(false);
    for (let i = 0; i < 3; i++) {
      await stand.ask(id);
      const { dueAt, answeredAt } = await test.database.read.findOneByOrFail(DeviceProbe, { deviceId: id });
      expect(dueAt.getTime() - (answeredAt?.getTime() ?? NaN)).toBeGreaterThanOrEqual(seconds * 1000);
    }
  });
});

describe('Fonnte’s webhook of the device', () => {
  it('carries the device’s token, which is neither logged nor kept, however the callback is answered', async () => {
    const { bench, id, call } = await stand.device('fonnte');
    const logged = test.logs.length;
    const body = JSON.stringify({
      token: bench.token,
      device: '6281234567890',
      status: 'disconnect',
      reason: 'request by user',
    });
    const headers = { 'content-type': 'application/json' };
    const answers = [
      await call({ headers, body }),
      await call({ headers, body }, (own) => own.replace(/key=.*/, 'key=wrong')),
      await call({ headers, body: body.slice(0, -1) }),
    ];
    expect(answers.map(({ status: answered }) => answered)).toEqual([200, 401, 400]);
    expect(await healthOf(id)).toBe('disconnected');
    await expect
      .poll(async () => (await test.database.read.findOneBy(DeviceProbe, { deviceId: id }))?.connection)
      .toBe('disconnected');
    const kept = await test.database.read.findBy(DeviceProbe, { deviceId: id });
    const all = [...test.logs.slice(logged), JSON.stringify([kept, await stand.view(id)])].join('\n');
    expect(all).not.toContain(bench.token);
  });
});

describe('a Meta device', () => {
  it('rests once a callback says that its account is locked, until its gateway says that it can send', async () => {
    const { id, call } = await stand.device('meta');
    const errors = [{ code: 131031, title: 'Account locked' }];
    const timestamp = String(Math.floor(test.clock.now().getTime() / 1000));
    expect(await call(status(await stand.sent(), 'failed', { errors, timestamp }))).toAnswer(200);
    expect(await healthOf(id)).toBe('disconnected');
    expect((await stand.send()).body.code).toBe('no_device');
    await stand.ask(id);
    expect(await healthOf(id)).toBe('well');
    await stand.sent();
  });
});
