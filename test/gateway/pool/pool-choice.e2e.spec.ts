import { describe, expect, it } from 'vitest';
import { newPhone } from '../../support/factories.js';
import { addDevice } from '../devices.js';
import { closedPort } from '../support.js';
import { PoolBench } from './pool-bench.js';

const bench = new PoolBench({
  DEVICE_JUDGE_SECONDS: '3600',
  // Probes would wake what the tests put to rest.
  DEVICE_PROBE_SECONDS: '3600',
  RECIPIENT_ATTEMPTS_MAX: '1000',
  RECIPIENT_HOURLY_MAX: '1000',
});

/** The devices that so many sends went through, one after the other. */
async function devicesOf(count: number, overrides: Record<string, unknown> = {}): Promise<(number | null)[]> {
  const devices: (number | null)[] = [];
  while (devices.length < count) devices.push((await bench.pooling.sent(overrides)).deviceId);
  return devices;
}

const countOf = (devices: (number | null)[], id: number) => devices.filter((device) => device === id).length;

describe('the choice', () => {
  it('takes the least recently used of equals', async () => {
    const ids = [bench.first.id, (await bench.another()).id, (await bench.another()).id];
    const devices = await devicesOf(9);
    expect(new Set(devices.slice(0, 3))).toEqual(new Set(ids));
    expect(devices.slice(3)).toEqual([...devices.slice(0, 3), ...devices.slice(0, 3)]);
  });

  it('gives a device its weight in sends', async () => {
    await bench.another();
    await bench.pooling.admin('patch', `/${bench.first.id}`, { weight: 3 });
    expect(countOf(await devicesOf(12), bench.first.id)).toBe(9);
  });

  it('gives few sends to a device that delivers badly, and shows why', async () => {
    const { id } = await bench.another();
    for (let i = 0; i < 24; i++) {
      const message = await bench.pooling.sent();
      await bench.pooling.reported(message, message.deviceId === id && i % 4 < 2 ? 'failed' : 'delivered');
    }
    await bench.pooling.judged();
    const devices = await devicesOf(20);
    expect(countOf(devices, id)).toBeGreaterThan(0);
    expect(countOf(devices, id)).toBeLessThanOrEqual(5);
    const [well, badly] = [await bench.pooling.view(bench.first.id), await bench.pooling.view(id)];
    expect(well).toMatchObject({ outcomes: { delivered: 12, failed: 0, unacknowledged: 0 } });
    expect(badly).toMatchObject({
      health: 'well',
      outcomes: { delivered: 6, failed: 6, unacknowledged: 0 },
      why: [
        { factor: 'delivery_share', value: 0.5 },
        { factor: 'ack_seconds', effect: 1 },
        { factor: 'unheard', value: 0, effect: 1 },
      ],
    });
    expect(badly['score']).toBeLessThan(Number(well['score']) - 0.2);
  });

  it('gives fewer sends to a device that delivers late', async () => {
    const { id } = await bench.another();
    const messages = [];
    for (let i = 0; i < 20; i++) {
      const message = await bench.pooling.sent();
      if (message.deviceId === id) messages.push(message);
      else await bench.pooling.reported(message);
    }
    bench.service.clock.advance(50);
    for (const message of messages) await bench.pooling.reported(message);
    await bench.pooling.judged();
    expect(countOf(await devicesOf(20), id)).toBeLessThanOrEqual(4);
  });
});

describe('a recipient', () => {
  it('stays with the device that last delivered to it', async () => {
    for (let i = 0; i < 3; i++) await bench.another();
    const phone = newPhone();
    const message = await bench.pooling.sent({ phone });
    await bench.pooling.reported(message);
    for (let i = 0; i < 4; i++) expect((await bench.pooling.sent({ phone })).deviceId).toBe(message.deviceId);
    const others = [];
    for (let i = 0; i < 20; i++) others.push((await bench.pooling.sent()).deviceId);
    expect(new Set(others).size).toBe(4);
  });

  it('leaves a device that does not deliver any more', async () => {
    const phone = newPhone();
    await bench.pooling.reported(await bench.pooling.sent({ phone }));
    await bench.pooling.judged();
    await bench.pooling.unheard(3);
    const { id } = await bench.another();
    await bench.pooling.judged();
    expect((await bench.pooling.sent({ phone })).deviceId).toBe(id);
  });
});

describe('the rest', () => {
  it('is shown, and lets the device be tried again afterwards', async () => {
    await bench.pooling.admin('post', `/${bench.first.id}/drain`);
    const { id } = await addDevice(bench.service, `http://${await closedPort()}`, 'token');
    for (let i = 0; i < 3; i++) expect((await bench.pooling.send()).body.code).toBe('gateway_error');
    expect((await bench.pooling.send()).body.code).toBe('no_device');
    expect(await bench.pooling.view(id)).toMatchObject({
      health: 'failing',
      rest: { level: 'out', until: expect.any(String), failures: 3, last: 'unreachable' },
    });
    bench.service.clock.advance(31);
    expect(await bench.pooling.view(id)).toMatchObject({
      health: 'failing',
      rest: { level: 'none', until: null, failures: 3 },
    });
    expect((await bench.pooling.send()).body.code).toBe('gateway_error');
    expect((await bench.pooling.send()).body.code).toBe('no_device');
  });

  it('is ended by a probe that reaches the gateway', async () => {
    await bench.pooling.admin('post', `/${bench.first.id}/drain`);
    const { id } = await addDevice(bench.service, `http://${await closedPort()}`, 'token');
    for (let i = 0; i < 3; i++) await bench.pooling.send();
    bench.pooling.recorder.recordProbe(await bench.row(id), { connection: 'connected', detail: null });
    expect(await bench.pooling.view(id)).toMatchObject({ health: 'failing', rest: { failures: 0 } });
  });
});

describe('a device that goes', () => {
  it('while a message is on its way through it leaves the message to its end, and nothing behind', async () => {
    const { id } = await bench.another();
    const { pool, recorder } = bench.pooling;
    const picked = [await pool.pick(), await pool.pick()].find((one) => one?.device.id === id);
    const restrictedUntil = new Date(bench.service.clock.now().getTime() + 600_000);
    const held = { kind: 'refused', reason: 'held back', retryElsewhere: true, fault: 'restricted' } as const;
    if (picked) recorder.recordSend(picked.device, { ...held, restrictedUntil });
    await expect.poll(async () => (await bench.row(id)).restrictedUntil).not.toBeNull();
    expect(await bench.pooling.admin('delete', `/${id}`)).toAnswer(200);
    if (picked) recorder.recordSend(picked.device, { kind: 'accepted', id: 'late' });
    picked?.release();
    expect(await devicesOf(3)).toEqual([bench.first.id, bench.first.id, bench.first.id]);
    expect(await bench.pooling.alerts()).toEqual([]);
  });
});
