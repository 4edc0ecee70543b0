import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Device, DeviceProbe } from '../../../src/gateway/device.entities.js';
import { DevicePool, DeviceProber } from '../../../src/gateway/index.js';
import { ProbeStore } from '../../../src/gateway/pool/probe-store.js';
import { keepBooks } from '../../support/app.js';
import { newDatabase } from '../../support/databases.js';
import { startTestService, type TestService } from '../../support/service.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';
import { TestClock } from '../../support/test-clock.js';
import { addDevice } from '../devices.js';
import { closedPort } from '../support.js';
import { connected, disconnected, gatewayThat, type StatusAnswer } from './native-gateway.js';
import { Pooling } from './pooling.js';

/** Longer than any instance sleeps between two looks. */
const LOOKS_MS = 2500;

let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };
let clock: TestClock;
let services: TestService[];
beforeEach(async () => {
  folder = temporaryFolder('probing');
  database = await newDatabase(folder.path);
  clock = new TestClock();
  services = [];
  await begin();
});
afterEach(async () => {
  for (const service of services.splice(0).reverse()) await service.close();
  await database.drop();
  folder.remove();
});
keepBooks(() => services[0]);

const first = () => services[0] as TestService;
async function begin(): Promise<TestService> {
  const gateway = services[0]?.gateway;
  const service = await startTestService({ databaseUrl: database.url, clock, ...(gateway && { gateway }) });
  services.push(service);
  return service;
}
/** Beside the first one, where the engine admits two. */
const beginAnother = () => (inject('engine') === 'sqlite' ? Promise.resolve(first()) : begin());

const probeOf = (deviceId: number) => first().database.read.findOneByOrFail(DeviceProbe, { deviceId });
const pauseOf = ({ dueAt, answeredAt }: DeviceProbe) =>
  (dueAt.getTime() - (answeredAt?.getTime() ?? NaN)) / 1000;
const healthIn = ({ app, clock }: TestService, device: Device) =>
  app.get(DevicePool).of(device).healthAt(clock.now());
const add = (url: string) => addDevice(first(), url, 'token');

describe('a device that is out', () => {
  it.each([
    ['disconnected', disconnected],
    ['unclear', (response: Parameters<StatusAnswer>[0]) => void response.writeHead(500).end('no')],
  ] as [string, StatusAnswer][])(
    'or unclear (%s) is asked after 2, 4, 8 … 60 seconds, a fifth more or less, by one instance at a time',
    async (_, answer) => {
      await beginAnother();
      const gateway = await gatewayThat(answer);
      const { id } = await add(gateway.url);
      for (const [before, seconds] of [2, 4, 8, 16, 32, 60, 60].entries()) {
        const doubts = before + 1;
        await expect.poll(async () => (await probeOf(id).catch(() => null))?.doubts).toBe(doubts);
        const pause = pauseOf(await probeOf(id));
        expect(pause).toBeGreaterThanOrEqual(0.8 * seconds - 0.001);
        expect(pause).toBeLessThanOrEqual(1.2 * seconds + 0.001);
        // The others look too, and leave it alone.
        if (doubts === 3) await new Promise((resolve) => setTimeout(resolve, LOOKS_MS));
        expect(gateway.timesAsked()).toBe(doubts);
        clock.advance(pause);
      }
      expect(gateway.mostAtOnce()).toBe(1);
    },
  );

  it('comes back for all instances when one has found it connected, and goes for all', async () => {
    const other = await beginAnother();
    let answer = connected;
    const gateway = await gatewayThat((response) => answer(response));
    const device = await add(gateway.url);
    for (const [said, health] of [
      [disconnected, 'disconnected'],
      [connected, 'well'],
    ] as const) {
      answer = said;
      clock.advance(61);
      for (const service of [first(), other]) await expect.poll(() => healthIn(service, device)).toBe(health);
    }
    expect(gateway.mostAtOnce()).toBe(1);
  });

  it('that cannot be reached is out after three probes, of whichever instance', async () => {
    const other = await beginAnother();
    const device = await add(`http://${await closedPort()}`);
    const { id } = device;
    for (const doubts of [1, 2, 3]) {
      await expect.poll(async () => (await probeOf(id).catch(() => null))?.doubts).toBe(doubts);
      await new Promise((resolve) => setTimeout(resolve, LOOKS_MS / 2));
      if (doubts < 3) clock.advance(pauseOf(await probeOf(id)));
    }
    for (const service of [first(), other])
      await expect.poll(() => healthIn(service, device)).toBe('disconnected');
  });

  it('stays out over a restart while its pause lasts: nobody has to find that out anew', async () => {
    const gateway = await gatewayThat(disconnected);
    const device = await add(gateway.url);
    await expect.poll(() => healthIn(first(), device)).toBe('disconnected');
    await first().app.close();
    const again = await begin();
    await expect.poll(() => healthIn(again, device)).toBe('disconnected');
    expect(gateway.timesAsked()).toBe(1);
    await services.shift()?.gateway.close();
  });
});

describe('a turn', () => {
  it('of an instance that was killed in it is another’s after ten seconds, and not before', async () => {
    const gateway = await gatewayThat(connected);
    const device = await add(gateway.url);
    await expect.poll(() => gateway.timesAsked()).toBe(1);
    const probes = first().app.get(ProbeStore);
    expect(await probes.acquire(device, { atOnce: true })).toBeDefined();
    clock.advance(9);
    await first().database.tx((tx) =>
      tx.update(DeviceProbe, { deviceId: device.id }, { dueAt: clock.now() }),
    );
    await new Promise((resolve) => setTimeout(resolve, LOOKS_MS));
    expect(gateway.timesAsked()).toBe(1);
    clock.advance(1);
    await expect.poll(() => gateway.timesAsked()).toBe(2);
  });

  it('is had by one of many who want it at once', async () => {
    const other = await beginAnother();
    for (const { app } of services) await app.get(DeviceProber).onModuleDestroy();
    const device = await add('http://127.0.0.1:1');
    const all = [first(), other].flatMap(({ app }) => Array<ProbeStore>(5).fill(app.get(ProbeStore)));
    for (let round = 0; round < 3; round++) {
      const turns = await Promise.all(all.map((probes) => probes.acquire(device)));
      expect(turns.filter(Boolean)).toHaveLength(1);
      clock.advance(10);
    }
  });

  it('that a clock which was wrong has put off for years is due', async () => {
    const gateway = await gatewayThat(connected);
    const { id: deviceId } = await add(gateway.url);
    await expect.poll(() => gateway.timesAsked()).toBe(1);
    // What it found is written, and would be written over this.
    await expect.poll(async () => (await probeOf(deviceId)).turn).toBeNull();
    const dueAt = new Date(clock.now().getTime() + 400 * 86_400_000);
    await first().database.tx((tx) => tx.update(DeviceProbe, { deviceId }, { dueAt, heldUntil: dueAt }));
    await expect.poll(() => gateway.timesAsked()).toBe(2);
  });
});

describe('a device that is well', () => {
  it('is asked every DEVICE_PROBE_SECONDS, by one instance for all', async () => {
    await beginAnother();
    const gateway = await gatewayThat(connected);
    const { id } = await add(gateway.url);
    for (const asked of [1, 2, 3]) {
      await expect.poll(() => gateway.timesAsked()).toBe(asked);
      await expect.poll(async () => (await probeOf(id)).turn).toBeNull();
      expect(pauseOf(await probeOf(id))).toBe(30);
      clock.advance(29);
      await new Promise((resolve) => setTimeout(resolve, LOOKS_MS));
      expect(gateway.timesAsked()).toBe(asked);
      clock.advance(1);
    }
  });

  it('is asked soon when its sends do not reach it', async () => {
    const gateway = await gatewayThat(connected);
    const device = await add(gateway.url);
    await expect
      .poll(async () => (await probeOf(device.id).catch(() => null))?.answer)
      .toEqual(expect.any(String));
    const { pool, recorder } = await Pooling.begin(first());
    const failed = { kind: 'refused', reason: 'no', retryElsewhere: true, fault: 'unreachable' } as const;
    for (let i = 0; i < 3; i++) recorder.recordSend(device, failed);
    const restOf = () => pool.of(device).localHealth.cooldownLevelAt(clock.now());
    expect(restOf()).toBe('out');
    await expect.poll(async () => pauseOf(await probeOf(device.id))).toBeLessThanOrEqual(2.4);
    clock.advance(2.4);
    await expect.poll(restOf).toBe('none');
  });
});
