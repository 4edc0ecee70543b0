import { describe, expect, it } from 'vitest';
import { Metrics } from '../../../src/platform/observability/index.js';
import { newPhone } from '../../support/factories.js';
import { PoolBench } from './pool-bench.js';

const bench = new PoolBench({
  ALERTS_SECONDS: '3600',
  DEVICE_JUDGE_SECONDS: '3600',
  DEVICE_PROBE_SECONDS: '3600',
  RECIPIENT_ATTEMPTS_MAX: '1000',
  RECIPIENT_HOURLY_MAX: '1000',
});

const REFUSED = { status: 400, error: 'the session is broken' };
const NOT_REGISTERED = { status: 404, error: 'not on whatsapp' };

/** The gateway answers the next sends so, one after the other. */
async function refusedWith(...refusals: { status: number; error: string }[]): Promise<void> {
  for (const refuse of refusals) {
    bench.service.gateway.script([{ refuse }]);
    await bench.pooling.send({ phone: newPhone() });
  }
}

const written = (failures: number) => expect.poll(async () => (await bench.row()).failures).toBe(failures);

describe('a device that refuses every message', () => {
  it('is failing after three in a row, with an alert and half its score, on every page and metric', async () => {
    await refusedWith(REFUSED, REFUSED);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'well', score: 0.9 });
    expect(await bench.pooling.alerts()).toEqual([]);

    await refusedWith(REFUSED);
    await written(3);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      health: 'failing',
      score: 0.45,
      why: [{ factor: 'failures', value: 3, effect: 0.5 }],
      failing_since: expect.any(String),
      last_failure: REFUSED.error,
    });
    const alert = { kind: 'failing', device_id: bench.first.id, messages: 3, cause: REFUSED.error };
    expect(await bench.pooling.alerts()).toMatchObject([{ ...alert, ended_at: null }]);
    const of = (id: number) => bench.pooling.admin('get', `/alerts?device_id=${id}`);
    expect((await of(bench.first.id)).body.data).toMatchObject({ total: 1 });
    expect((await of(999_999)).body.data).toMatchObject({ total: 0 });
    const metrics = await bench.service.app.get(Metrics).registry.metrics();
    expect(metrics).toContain('sandi_devices{state="active",health="failing",rest="none"} 1');
    expect(metrics).toContain('sandi_device_failing{device="gateway"} 1');
    expect(metrics).toContain('sandi_device_score{device="gateway"} 0.45');
    expect(metrics).toContain('sandi_operator_alerts{kind="device_failing"} 1');
    expect(bench.service.logs.filter((line) => line.includes('device failing'))).toHaveLength(1);
  });

  it.each([
    ['busy', { status: 503, error: 'busy' }],
    ['a wrong token', { status: 401, error: 'unauthorized' }],
    ['a rejected text', { status: 422, error: 'template not approved' }],
  ])('for whatever reason of its own: %s', async (_, refusal) => {
    await refusedWith(refusal, refusal, refusal);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'failing' });
    await written(3);
    expect(await bench.pooling.alerts()).toMatchObject([{ kind: 'failing' }]);
  });

  it('also counts what it answers unclearly', async () => {
    const dropped = { dropAnswer: 'before' } as const;
    bench.service.gateway.script([dropped, dropped, dropped]);
    for (let i = 0; i < 3; i++) await bench.pooling.send({ phone: newPhone() });
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'failing' });
  });

  it('is not one whose numbers are wrong: those neither count nor end the count', async () => {
    const invalid = { status: 400, error: 'Invalid phone number' };
    const indonesian = { status: 400, error: 'Nomor tidak valid' };
    const blocked = { status: 400, error: 'blocked by the recipient' };
    await refusedWith(NOT_REGISTERED, invalid, indonesian, blocked, NOT_REGISTERED, REFUSED, REFUSED);
    await written(2);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'well' });
    await refusedWith(NOT_REGISTERED, REFUSED);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'failing' });
  });

  it('is well again once it accepts one, and its alert ends', async () => {
    await refusedWith(REFUSED, REFUSED, REFUSED);
    await written(3);
    expect(await bench.pooling.alerts()).toMatchObject([{ ended_at: null }]);
    await bench.pooling.sent({ phone: newPhone() });
    await written(0);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      health: 'well',
      score: 0.9,
      failing_since: null,
      last_failure: null,
    });
    expect(await bench.pooling.alertsLater()).toMatchObject([{ ended_at: expect.any(String) }]);
    await refusedWith(REFUSED, REFUSED);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'well' });
  });

  it('is known to other instances and after a restart, which go on counting', async () => {
    await refusedWith(REFUSED, REFUSED);
    await written(2);
    await bench.restart();
    await refusedWith(REFUSED);
    await written(3);
    await bench.restart();
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'failing', score: 0.45 });
  });

  it('gets few messages while another accepts them, and is forgiven when it is resumed', async () => {
    await refusedWith(REFUSED, REFUSED, REFUSED);
    await written(3);
    await bench.another();
    const devices = [];
    for (let i = 0; i < 9; i++) devices.push((await bench.pooling.sent({ phone: newPhone() })).deviceId);
    expect(devices.filter((id) => id === bench.first.id).length).toBeLessThanOrEqual(1);
    const resumed = await bench.pooling.admin('post', `/${bench.first.id}/resume`);
    expect(resumed.body.data).toMatchObject({ health: 'well', score: 0.9, failing_since: null });
  });
});

describe('a device that is not connected', () => {
  it('has no score, however well it delivered, on no page and in no metric', async () => {
    await bench.pooling.reported(await bench.pooling.sent());
    await bench.pooling.judged();
    expect((await bench.pooling.view(bench.first.id))['score']).toBeGreaterThan(0.9);
    bench.service.gateway.behave({ disconnected: true });
    await bench.pooling.admin('post', `/${bench.first.id}/test`);
    await bench.pooling.judged();
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      health: 'disconnected',
      score: null,
      why: [],
    });
    const metrics = await bench.service.app.get(Metrics).registry.metrics();
    expect(metrics).not.toContain('sandi_device_score{device="gateway"}');
    await bench.pooling.alertsLater();
    expect(await bench.pooling.alerts()).toMatchObject([{ kind: 'disconnected', ended_at: null }]);
  });

  it.each(['disabled', 'draining'])('or that is %s raises no alert', async (state) => {
    await refusedWith(REFUSED, REFUSED, REFUSED);
    await written(3);
    await bench.pooling.admin('patch', `/${bench.first.id}`, { state });
    expect(await bench.pooling.alerts()).toEqual([]);
  });
});
