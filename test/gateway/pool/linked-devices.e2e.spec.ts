import { createServer } from 'node:http';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Device } from '../../../src/gateway/device.entities.js';
import { Metrics } from '../../../src/platform/observability/index.js';
import { startTestApp } from '../../support/app.js';
import { RunningClock } from '../../support/test-clock.js';
import { addDevice } from '../devices.js';
import { connection, EVOLUTION, startEvolution } from '../drivers/fakes/evolution.js';
import { callBack } from '../drivers/fakes/fake.js';
import { closedPort, rawServer } from '../support.js';
import { afterMs, connected, disconnected, gatewayThat } from './native-gateway.js';
import { PoolBench } from './pool-bench.js';

const bench = new PoolBench(
  { RECIPIENT_ATTEMPTS_MAX: '1000', RECIPIENT_HOURLY_MAX: '1000' },
  () => new RunningClock(),
);

const create = async (base_url: string, rest: object = {}) => {
  const body = { name: 'baru', base_url, token: 'token', state: 'active', ...rest };
  return (await bench.pooling.admin('post', '', body)).body.data as { id: number; callback_url: string };
};
const healthOf = async (id: number) => (await bench.pooling.view(id))['health'];
const retire = (id = bench.first.id) => bench.pooling.admin('patch', `/${id}`, { state: 'disabled' });

describe('a new device', () => {
  it('on a port where nobody listens is not linked yet: no message, no score', async () => {
    const created = await create(`http://${await closedPort()}`);
    expect(created).toMatchObject({
      health: 'not_linked',
      score: null,
      why: [],
      last_probe: { finding: 'unreachable', detail: 'gateway not reached (ECONNREFUSED)' },
    });
    await bench.pooling.accepted(4);
    expect(bench.service.gateway.accepted).toHaveLength(4);
    await retire();
    const answer = await bench.pooling.send();
    expect(answer).toAnswer(503, 'no_device');
    const metrics = await bench.service.app.get(Metrics).registry.metrics();
    expect(metrics).toContain('sandi_devices{state="active",health="not_linked",rest="none"} 1');
    expect(metrics).not.toContain('sandi_device_score{device="baru"}');
  });

  it('is asked when it is made, and takes messages from then on if it is connected', async () => {
    await retire();
    const gateway = await gatewayThat(connected);
    expect(await create(gateway.url)).toMatchObject({ health: 'well', score: 0.9 });
    expect(gateway.timesAsked()).toBe(1);
    expect(await bench.pooling.send()).toAnswer(200);
  });

  it('whose phone is not connected yet is used once a probe sees it, and keeps out until then', async () => {
    await retire();
    let answer = disconnected;
    const gateway = await gatewayThat((response) => answer(response));
    const { id } = await create(gateway.url);
    expect(await healthOf(id)).toBe('not_linked');
    expect((await bench.pooling.send()).body.code).toBe('no_device');
    answer = connected;
    await bench.pooling.admin('post', `/${id}/test`);
    expect(await healthOf(id)).toBe('well');
    expect(await bench.pooling.send()).toAnswer(200);
  });

  it('is asked by itself until then', async () => {
    let answer = disconnected;
    const gateway = await gatewayThat((response) => answer(response));
    const { id } = await create(gateway.url);
    answer = connected;
    await expect.poll(() => healthOf(id)).toBe('well');
  });

  it('is not waited for longer than two seconds', async () => {
    const silent = await rawServer(() => undefined);
    const startedMs = performance.now();
    expect(await create(`http://${silent}`)).toMatchObject({ health: 'not_linked', last_probe: null });
    expect(performance.now() - startedMs).toBeLessThan(4000);
  });

  it('is asked soon when its gateway’s callback says that it is connected: the word alone links nothing', async () => {
    const evolution = await startEvolution();
    evolution.isConnected = false;
    const { id, callback_url } = await create(evolution.url, {
      driver: 'evolution',
      token: EVOLUTION.token,
      webhook_secret: EVOLUTION.secret,
      settings: EVOLUTION.settings,
    });
    const { pathname, search } = new URL(callback_url);
    const tell = async () =>
      callBack(bench.service.url + pathname + search, await connection('open', bench.service.clock.now()));
    const asked = evolution.requests.length;
    expect(await tell()).toAnswer(200);
    await expect.poll(() => evolution.requests.length).toBeGreaterThan(asked);
    expect(await healthOf(id)).toBe('not_linked');
    evolution.isConnected = true;
    expect(await tell()).toAnswer(200);
    await expect.poll(() => healthOf(id)).toBe('well');
  });
});

describe('the first device of the embedded default', () => {
  it.skipIf(inject('engine') !== 'sqlite')(
    'is linked after the boot, though its simulator starts with it',
    async () => {
      const address = await closedPort();
      const simulator = createServer((_, response) => connected(response));
      const opened = setTimeout(() => simulator.listen(Number(address.split(':')[1]), '127.0.0.1'), 800);
      onTestFinished(() => {
        clearTimeout(opened);
        simulator.close();
        simulator.closeAllConnections();
      });
      const test = await startTestApp({ env: { GATEWAY_URL: `http://${address}`, GATEWAY_TOKEN: 'token' } });
      onTestFinished(() => test.close());
      expect((await test.api.get('/health/ready')).body.data).toMatchObject({ devices: 'available' });
    },
  );
});

describe('the link', () => {
  it('is remembered over a restart, whatever the gateway says of itself by then', async () => {
    await retire();
    let answer = connected;
    const gateway = await gatewayThat((response) => answer(response));
    const { id } = await create(gateway.url);
    // Nobody hears from it any more, and nobody waits for that.
    answer = () => undefined;
    await bench.restart();
    expect(await bench.pooling.send()).toAnswer(200);
    expect(await healthOf(id)).toBe('well');
    expect(gateway.sends()).toBe(1);
  });

  it('is the address’s: a device that is pointed elsewhere has to be seen there', async () => {
    await retire();
    const gateway = await gatewayThat(connected);
    const { id } = await create(gateway.url);
    const { linkedAt } = await bench.row(id);
    const move = (base_url: string) => bench.pooling.admin('patch', `/${id}`, { base_url, token: 'token' });
    expect((await move(`http://${await closedPort()}`)).body.data).toMatchObject({ health: 'not_linked' });
    expect((await bench.pooling.send()).body.code).toBe('no_device');
    expect((await move(gateway.url)).body.data).toMatchObject({ health: 'well' });
    await move(gateway.url);
    expect((await bench.row(id)).linkedAt?.getTime()).toBeGreaterThan(linkedAt?.getTime() ?? Infinity);
  });

  it('is not lost where only the judgement begins afresh', async () => {
    bench.service.gateway.behave({ disconnected: true });
    const resumed = await bench.pooling.admin('post', `/${bench.first.id}/resume`);
    expect(resumed.body.data).toMatchObject({ health: 'well' });
  });
});

describe('readiness', () => {
  const ready = async () => (await bench.service.api.get('/health/ready')).body.data as object;
  /** As another instance has just made it, or as it was when the service was stopped in between. */
  const unseen = async (url: string) => {
    await retire();
    return addDevice(bench.service, url, 'token', { linkedAt: null });
  };

  it('waits for the first probe of a device that is new', async () => {
    const gateway = await gatewayThat(afterMs(700, connected));
    await unseen(gateway.url);
    expect(await ready()).toMatchObject({ status: 'ready', devices: 'available' });
    expect(await bench.pooling.send()).toAnswer(200);
    expect(await bench.service.database.read.findOneBy(Device, { name: 'gateway' })).toMatchObject({
      state: 'disabled',
    });
  });

  it('waits for it two seconds at most', async () => {
    await unseen(`http://${await rawServer(() => undefined)}`);
    const startedMs = performance.now();
    expect(await ready()).toMatchObject({ status: 'ready', devices: 'none' });
    expect(performance.now() - startedMs).toBeLessThan(4000);
  });

  it('waits for no device that was linked before', async () => {
    const gateway = await gatewayThat(afterMs(60_000, connected));
    await retire();
    await addDevice(bench.service, gateway.url, 'token');
    const startedMs = performance.now();
    expect(await ready()).toMatchObject({ devices: 'available' });
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  });
});
