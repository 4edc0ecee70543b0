import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator, type SwitchesPatch } from '../../simulator/gateway.js';
import { Device, DEVICE_STATES } from '../../src/gateway/device.entities.js';
import { GatewayMetrics } from '../../src/gateway/gateway-metrics.js';
import {
  DevicePool,
  type DispatchResult,
  type DriverOutcome,
  GatewayDispatcher,
} from '../../src/gateway/index.js';
import { COOLDOWN_LEVELS } from '../../src/gateway/pool/cooldown.rules.js';
import { DeviceGauges } from '../../src/gateway/pool/device-gauges.js';
import { DEVICE_HEALTHS } from '../../src/gateway/pool/local-device-health.rules.js';
import { Metrics } from '../../src/platform/observability/index.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { RunningClock } from '../support/test-clock.js';
import { addDevice, clearDevices } from './devices.js';
import { closedPort, message, rawServer } from './support.js';

const AT_ONCE = 50;

let test: TestApp;
let dispatcher: GatewayDispatcher;
let pool: DevicePool;
let gateways: Simulator[];

beforeAll(async () => {
  test = await startTestApp({
    env: { GATEWAY_TIMEOUT_MS: '2500', DEVICE_PROBE_SECONDS: '1' },
    clock: new RunningClock(),
  });
  dispatcher = test.app.get(GatewayDispatcher);
  pool = test.app.get(DevicePool);
});
afterAll(() => test.close());
beforeEach(async () => {
  gateways = [];
  await clearDevices(test);
});
afterEach(async () => {
  for (const gateway of gateways) await gateway.close();
});

/** A device with a gateway of its own, which behaves so. */
async function device(switches: SwitchesPatch = {}) {
  const gateway = await startSimulator({ switches: { timeline: 'none', ...switches } });
  gateways.push(gateway);
  const { id } = await addDevice(test, gateway.url, gateway.token);
  return { id, gateway };
}

const REFUSES: SwitchesPatch = { refuse: { status: 400, error: 'no' } };

describe('a dispatch', () => {
  it('takes the first device that accepts', async () => {
    const { id, gateway } = await device();
    const result = await dispatcher.send(message('otp_1'));
    expect(result).toEqual({
      outcome: { kind: 'accepted', id: gateway.find('otp_1')?.id },
      deviceId: id,
      attempts: [
        {
          deviceId: id,
          channel: 'whatsapp',
          outcome: 'accepted',
          reason: null,
          failureReason: null,
          durationMs: expect.any(Number) as number,
          at: expect.any(Date) as Date,
        },
      ],
    });
  });

  it('goes on to the next device when the message is provably not sent', async () => {
    const refusing = await device(REFUSES);
    const down = await addDevice(test, `http://${await closedPort()}`, 'token');
    const well = await device();
    const result = await dispatcher.send(message('otp_2'));
    expect(result.outcome).toEqual({ kind: 'accepted', id: well.gateway.find('otp_2')?.id });
    expect(result.deviceId).toBe(well.id);
    expect(result.attempts.map(({ deviceId, outcome, reason }) => [deviceId, outcome, reason])).toEqual([
      [refusing.id, 'refused', 'no'],
      [down.id, 'refused', 'gateway not reached (ECONNREFUSED)'],
      [well.id, 'accepted', null],
    ]);
  });

  it.each([
    { dropAnswer: 'after' },
    { dropAnswer: 'before' },
    { unreadable: 'error' },
    { unreadable: 'no-id' },
    { answerDelayMs: 60_000 },
  ] satisfies SwitchesPatch[])('never goes on after an unknown outcome: %j', async (switches) => {
    const doubtful = await device(switches);
    const well = await device();
    const began = performance.now();
    const result = await dispatcher.send(message());
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(result).toMatchObject({ outcome: { kind: 'unknown' }, deviceId: doubtful.id });
    expect(result.attempts).toHaveLength(1);
    expect(well.gateway.requests.sends).toBe(0);
  });

  it('tries three devices at most, each once, and tells the last refusal', async () => {
    const devices = [
      await device(REFUSES),
      await device(REFUSES),
      await device(REFUSES),
      await device(REFUSES),
    ];
    const result = await dispatcher.send(message());
    const failureReason = 'gateway_fault';
    expect(result.outcome).toEqual({ kind: 'refused', reason: 'no', retryElsewhere: true, failureReason });
    expect(result.attempts.map(({ deviceId }) => deviceId)).toEqual(devices.slice(0, 3).map(({ id }) => id));
    expect(devices.map(({ gateway }) => gateway.requests.sends)).toEqual([1, 1, 1, 0]);
  });

  it('keeps the deadline over all devices together', async () => {
    const [first, second, third] = [
      await device({ ...REFUSES, answerDelayMs: 1200 }),
      await device({ ...REFUSES, answerDelayMs: 60_000 }),
      await device(),
    ];
    const began = performance.now();
    const result = await dispatcher.send(message());
    expect(performance.now() - began).toBeLessThan(3600);
    expect(result.attempts.map(({ deviceId, outcome }) => [deviceId, outcome])).toEqual([
      [first.id, 'refused'],
      [second.id, 'unknown'],
    ]);
    expect(third.gateway.requests.sends).toBe(0);
  });

  it('tells an empty pool without an attempt', async () => {
    expect(await dispatcher.send(message())).toEqual({
      outcome: {
        kind: 'refused',
        reason: 'no device is available',
        retryElsewhere: false,
        failureReason: 'device_unavailable',
      },
      deviceId: null,
      attempts: [],
    });
  });

  it('passes over a device whose token cannot be opened, or whose driver is gone', async () => {
    await addDevice(test, 'http://gateway.invalid', 'token', { tokenSealed: 'v1.broken' });
    await addDevice(test, 'http://gateway.invalid', 'token', { driver: 'retired' });
    const { id } = await device();
    const result = await dispatcher.send(message());
    expect([result.outcome.kind, result.deviceId, result.attempts.length]).toEqual(['accepted', id, 3]);
  });

  it('logs and measures attempts without phone, code or token', async () => {
    const words = `${gatewayWords()} ${message().phone.reveal()}`;
    await device({ refuse: { status: 400, error: words } });
    await dispatcher.send(message('otp_logged'));
    const lines = test.logs.filter((line) => line.includes('otp_logged'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/6281234567890|482910|simulator-token/);
    const metrics = await test.app.get(Metrics).registry.metrics();
    expect(metrics).toMatch(
      /sandi_gateway_request_duration_seconds_count\{device="device-\d+",outcome="refused"\}/,
    );
  });

  const gatewayWords = () => '482910 simulator-token';
});

describe('the pool', () => {
  it('takes devices in turn', async () => {
    const devices = [await device(), await device(), await device()];
    for (let i = 0; i < 9; i++) await dispatcher.send(message());
    expect(devices.map(({ gateway }) => gateway.accepted.length)).toEqual([3, 3, 3]);
  });

  it('spares a busy device while another is free, and takes it when none is', async () => {
    const busy = await device({ refuse: 503 });
    const free = await device();
    for (let i = 0; i < 4; i++) expect((await dispatcher.send(message())).deviceId).toBe(free.id);
    expect(busy.gateway.requests.sends).toBe(1);
    free.gateway.behave({ refuse: 429 });
    busy.gateway.behave({ refuse: 'never' });
    expect((await dispatcher.send(message())).deviceId).toBe(busy.id);
  });

  it('lets a device cool down that failed three times in a row, and takes it again afterwards', async () => {
    const address = await closedPort();
    await addDevice(test, `http://${address}`, 'token');
    for (let i = 0; i < 3; i++) {
      expect(await pool.isAvailable()).toBe(true);
      expect((await dispatcher.send(message())).attempts).toHaveLength(1);
    }
    expect(await pool.isAvailable()).toBe(false);
    expect(await dispatcher.send(message())).toMatchObject({ deviceId: null, attempts: [] });
    test.clock.advance(31);
    expect(await pool.isAvailable()).toBe(true);
  });

  it.each(['draining', 'disabled'] as const)('sends nothing through a device that is %s', async (state) => {
    await addDevice(test, 'http://gateway.invalid', 'token', { state });
    expect(await pool.pick()).toBeUndefined();
    expect(await pool.isAvailable()).toBe(false);
  });

  it('leaves a disconnected device out until a probe finds it connected', async () => {
    const { id, gateway } = await device({ disconnected: true });
    await expect.poll(() => pool.isAvailable()).toBe(false);
    gateway.behave({ disconnected: false });
    await expect.poll(() => pool.isAvailable()).toBe(true);
    expect((await dispatcher.send(message())).deviceId).toBe(id);
  });

  it('keeps a device whose gateway does not answer probes', async () => {
    const address = await rawServer((socket) =>
      socket.once('data', (data) => {
        if (data.toString().startsWith('GET')) socket.destroy();
        else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{"id":"x"}');
      }),
    );
    const { id } = await addDevice(test, `http://${address}`, 'token');
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(await dispatcher.send(message())).toMatchObject({ outcome: { kind: 'accepted' }, deviceId: id });
  });

  it('counts devices by what was set, what was found, and how much they rest', async () => {
    await addDevice(test, 'http://gateway.invalid', 'token', { state: 'draining' });
    await addDevice(test, 'http://gateway.invalid', 'token', { state: 'disabled' });
    await device();
    test.app.get(DeviceGauges).update();
    const { values } = await test.app.get(GatewayMetrics).devices.get();
    expect(values).toHaveLength(DEVICE_STATES.length * DEVICE_HEALTHS.length * COOLDOWN_LEVELS.length);
    expect(
      values.filter(({ value }) => value > 0).map(({ labels, value }) => ({ ...labels, value })),
    ).toEqual([
      { state: 'active', health: 'well', rest: 'none', value: 1 },
      { state: 'draining', health: 'well', rest: 'none', value: 1 },
      { state: 'disabled', health: 'well', rest: 'none', value: 1 },
    ]);
  });
});

describe('whatever the gateways do', () => {
  it('a message is out once when accepted, never when refused, and at most once when unknown', async () => {
    const CHAOS: SwitchesPatch[] = [
      {},
      {},
      REFUSES,
      { refuse: 503 },
      { refuse: 401, answerDelayMs: 20 },
      { dropAnswer: 'before' },
      { dropAnswer: 'after' },
      { unreadable: 'error' },
      { unreadable: 'no-id', answerDelayMs: 20 },
      { answerDelayMs: 60_000 },
    ];
    const devices = [await device(), await device(), await device(), await device()];
    await addDevice(test, `http://${await closedPort()}`, 'token');
    for (const { gateway } of devices)
      gateway.script((_send, random) => CHAOS[Math.floor(random() * CHAOS.length)]);
    const references = Array.from({ length: 300 }, (_, i) => `otp_chaos_${i}`);
    const results: DispatchResult[] = [];
    // Not all at once: on a busy machine none would be answered in time.
    while (results.length < references.length) {
      const batch = references.slice(results.length, results.length + AT_ONCE);
      results.push(...(await Promise.all(batch.map((reference) => dispatcher.send(message(reference))))));
    }
    const seen = results.map(({ outcome, attempts }, i) => {
      const copies = devices.filter(({ gateway }) => gateway.find(references[i] ?? '')).length;
      const holds: Record<DriverOutcome['kind'], boolean> = {
        accepted: copies === 1,
        refused: copies === 0,
        unknown: copies <= 1,
      };
      expect({ outcome, copies, holds: holds[outcome.kind] }).toMatchObject({ holds: true });
      expect(attempts.length).toBeLessThanOrEqual(3);
      return outcome.kind;
    });
    expect(new Set(seen)).toEqual(new Set(['accepted', 'refused', 'unknown']));
  });
});

describe('a look-up', () => {
  it('asks the gateway of the device', async () => {
    const { id } = await device({ dropAnswer: 'after' });
    await dispatcher.send(message('otp_lost'));
    expect(await lookup(id, 'otp_lost')).toMatchObject({ kind: 'found', status: 'sent' });
    expect(await lookup(id, 'otp_never')).toEqual({ kind: 'never_accepted' });
    expect(await lookup(0, 'otp_lost')).toMatchObject({ kind: 'unknown' });
  });

  it('does not take the word of a gateway that the device was pointed to since', async () => {
    const { id } = await device({ dropAnswer: 'after' });
    await dispatcher.send(message('otp_lost'));
    const { gateway: elsewhere } = await device();
    const later = addSeconds(test.clock.now(), 60);
    const moved = { baseUrl: elsewhere.url, judgedFrom: later, linkedAt: later };
    await test.database.tx((tx) => tx.update(Device, { id }, moved));
    expect(await lookup(id, 'otp_lost')).toMatchObject({ kind: 'unknown' });
    // What was judged anew is at the same gateway, if it was not linked anew.
    await test.database.tx((tx) => tx.update(Device, { id }, { linkedAt: test.clock.now() }));
    expect(await lookup(id, 'otp_lost', 30)).toEqual({ kind: 'never_accepted' });
  });

  const lookup = (id: number, reference: string, sentAfterSeconds = 1) => {
    const createdAt = addSeconds(test.clock.now(), sentAfterSeconds);
    return dispatcher.lookup(id, { reference, createdAt }, AbortSignal.timeout(5_000));
  };
});
