import { describe, expect, it } from 'vitest';
import { Device, DeviceAllowance, DevicePair } from '../../../src/gateway/device.entities.js';
import { AuditEntry } from '../../../src/operations/audit/audit-entry.entity.js';
import { Metrics } from '../../../src/platform/observability/index.js';
import { newPhone } from '../../support/factories.js';
import { PoolBench } from './pool-bench.js';

const bench = new PoolBench({
  DEVICE_JUDGE_SECONDS: '3600',
  DEVICE_JUDGE_MESSAGES: '10',
  RECIPIENT_ATTEMPTS_MAX: '1000',
  RECIPIENT_HOURLY_MAX: '1000',
});

describe('the acknowledgement watchdog', () => {
  /** The first device delivers once, and then nothing is heard of it. */
  const silence = async () => {
    await bench.pooling.reported(await bench.pooling.sent());
    await bench.pooling.judged();
    return bench.pooling.unheard(5);
  };

  it('degrades a device that takes messages and delivers none, and raises one alert', async () => {
    await silence();
    await bench.pooling.judged();
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      health: 'degraded',
      degraded_since: expect.any(String),
      outcomes: { delivered: 1, unacknowledged: 5 },
      why: expect.arrayContaining([expect.objectContaining({ factor: 'unheard', value: 5 })]),
    });
    expect(await bench.pooling.alerts()).toMatchObject([
      { device_id: bench.first.id, kind: 'degraded', ended_at: null },
    ]);
    const listed = await bench.pooling.admin('get', '/alerts');
    expect(listed.body.data).toMatchObject({
      total: 1,
      items: [{ device_id: bench.first.id, ended_at: null, messages: 5 }],
    });
    expect(bench.service.logs.filter((line) => line.includes('device degraded'))).toHaveLength(1);
    const metrics = await bench.service.app.get(Metrics).registry.metrics();
    expect(metrics).toContain('sandi_device_degraded{device="gateway"} 1');
    expect(metrics).toContain('sandi_devices{state="active",health="degraded",rest="none"} 1');
  });

  it('keeps sends away from it while there is another, and uses it when there is none', async () => {
    await silence();
    expect((await bench.pooling.sent()).deviceId).toBe(bench.first.id);
    const { id } = await bench.another();
    for (let i = 0; i < 3; i++) expect((await bench.pooling.sent()).deviceId).toBe(id);
  });

  it('gives it one message to try after the cooldown, and no second before twice that time', async () => {
    await silence();
    const { id } = await bench.another();
    bench.service.clock.advance(600);
    const devices = [];
    for (let i = 0; i < 4; i++) devices.push((await bench.pooling.sent()).deviceId);
    expect(devices.toSorted()).toEqual([bench.first.id, id, id, id].toSorted());
    bench.service.clock.advance(601);
    expect((await bench.pooling.sent()).deviceId).toBe(id);
    bench.service.clock.advance(600);
    expect([(await bench.pooling.sent()).deviceId, (await bench.pooling.sent()).deviceId]).toContain(
      bench.first.id,
    );
  });

  it('takes it back as soon as it is heard', async () => {
    const [message] = await silence();
    expect(await bench.pooling.alerts()).toMatchObject([{ ended_at: null }]);
    if (message) await bench.pooling.reported(message);
    await bench.pooling.judged();
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      health: 'well',
      degraded_since: null,
    });
    expect(await bench.pooling.alertsLater()).toMatchObject([{ ended_at: expect.any(String) }]);
  });

  it('notices a busy device too, whose last messages are all too young to say', async () => {
    await bench.pooling.reported(await bench.pooling.sent());
    bench.service.clock.advance(1);
    for (let i = 0; i < 5; i++) await bench.pooling.sent();
    bench.service.clock.advance(61);
    for (let i = 0; i < 12; i++) await bench.pooling.sent();
    await bench.pooling.judged();
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'degraded' });
  });

  it('does not waver where the clock of another instance is behind', async () => {
    await silence();
    bench.service.clock.advance(-5);
    await bench.pooling.judged();
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'degraded' });
    expect(await bench.pooling.alerts()).toHaveLength(1);
  });

  it('gives one try to one of two processes', async () => {
    await silence();
    const { id } = await bench.another();
    const processes = await bench.processes();
    bench.service.clock.advance(600);
    for (const { pool } of processes) await pool.refresh();
    const before = bench.service.gateway.accepted.length;
    const devices = await Promise.all(
      processes.flatMap((process) => [1, 2, 3].map(async () => (await process.sent()).deviceId)),
    );
    expect(devices.filter((device) => device === bench.first.id)).toHaveLength(1);
    expect(devices.filter((device) => device === id)).toHaveLength(devices.length - 1);
    expect(bench.service.gateway.accepted.length - before).toBe(devices.length);
  });

  it.each([
    ['another process has used its try', { trials: 1 }],
    ['it has recovered', { degradedSince: null }],
  ])('sends through the only device, although %s meanwhile', async (_, change) => {
    await silence();
    bench.service.clock.advance(600);
    await bench.service.database.tx((tx) => tx.update(Device, { id: bench.first.id }, change));
    expect((await bench.pooling.sent()).deviceId).toBe(bench.first.id);
  });

  it('outlives a restart', async () => {
    await silence();
    await bench.restart();
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'degraded' });
  });

  it('says nothing of a device that never reported a delivery', async () => {
    await bench.pooling.unheard(8);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      health: 'well',
      why: [],
      score: 0.9,
    });
    expect(await bench.pooling.alerts()).toEqual([]);
  });
});

describe('a restriction', () => {
  const restrict = () => {
    const restrictedUntil = new Date(bench.service.clock.now().getTime() + 600_000);
    const outcome = { kind: 'refused', reason: 'held back', retryElsewhere: true } as const;
    bench.pooling.recorder.recordSend(bench.first, { ...outcome, fault: 'restricted', restrictedUntil });
  };

  it('keeps every send away until it ends, after a restart too, and raises an alert', async () => {
    restrict();
    expect((await bench.pooling.send()).body.code).toBe('no_device');
    await expect.poll(async () => (await bench.row()).restrictedUntil).not.toBeNull();
    await bench.restart();
    const refused = await bench.pooling.send();
    expect(refused.body.code).toBe('no_device');
    expect(Number(refused.headers.get('retry-after') ?? NaN)).toBe(600);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      health: 'restricted',
      restricted_until: expect.any(String),
    });
    expect(await bench.pooling.alerts()).toMatchObject([{ kind: 'restricted' }]);
    bench.service.clock.advance(601);
    expect(await bench.pooling.send()).toAnswer(200);
  });

  it('is lifted by resume, as an administrator who knows better', async () => {
    restrict();
    await expect.poll(async () => (await bench.row()).restrictedUntil).not.toBeNull();
    const resumed = await bench.pooling.admin('post', `/${bench.first.id}/resume`);
    expect(resumed.body.data).toMatchObject({ health: 'well', restricted_until: null });
    expect(await bench.pooling.send()).toAnswer(200);
  });
});

describe('drain and resume', () => {
  it('take a device out, and back with a judgement from the beginning', async () => {
    await bench.pooling.reported(await bench.pooling.sent());
    await bench.pooling.judged();
    await bench.pooling.unheard(5);
    expect(await bench.pooling.alerts()).toMatchObject([{ ended_at: null }]);
    await bench.pooling.admin('post', `/${bench.first.id}/drain`);
    expect((await bench.pooling.send()).body.code).toBe('no_device');
    const { body } = await bench.pooling.admin('post', `/${bench.first.id}/resume`);
    expect(body.data).toMatchObject({ state: 'active', health: 'well', degraded_since: null });
    expect(await bench.pooling.alertsLater()).toMatchObject([{ ended_at: expect.any(String) }]);
    await bench.pooling.judged();
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'well', why: [] });
    expect(await bench.pooling.send()).toAnswer(200);
  });

  it('are audited', async () => {
    await bench.pooling.admin('post', `/${bench.first.id}/drain`);
    await bench.pooling.admin('post', `/${bench.first.id}/resume`);
    expect((await bench.pooling.admin('post', '/999999/resume')).body.code).toBe('not_found');
    const target = `device:${bench.first.id}`;
    const entries = await bench.service.database.read.findBy(AuditEntry, { target });
    expect(entries.map(({ action }) => action)).toEqual(['device.update', 'device.resume']);
  });
});

describe('the native device that a newcomer has', () => {
  it('takes five codes for one phone at once, and counts nothing', async () => {
    expect(await bench.pooling.accepted(5, { phone: newPhone() })).toBe(5);
    expect(await bench.service.database.read.count(DeviceAllowance)).toBe(0);
    expect(await bench.service.database.read.count(DevicePair)).toBe(0);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      weight: 1,
      allowances: [],
      limits: { per_minute: null, per_day: null, new_per_day: null, pair_seconds: null },
    });
  });
});
