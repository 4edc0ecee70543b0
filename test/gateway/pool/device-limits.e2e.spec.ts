import { describe, expect, it } from 'vitest';
import { Device } from '../../../src/gateway/device.entities.js';
import { GatewayDispatcher } from '../../../src/gateway/index.js';
import { newPhone } from '../../support/factories.js';
import { morningZone } from '../../support/test-clock.js';
import { adminToken } from '../../support/tokens.js';
import { addDevice } from '../devices.js';
import { fakeGateway, json, message } from '../support.js';
import { PoolBench } from './pool-bench.js';
import { acceptedBy } from './pooling.js';

const ENV = {
  RECIPIENT_ATTEMPTS_MAX: '1000',
  RECIPIENT_HOURLY_MAX: '1000',
  INSTANCES: '2',
  TIMEZONE: morningZone(),
};
const DAY_SECONDS = 86_400;

const bench = new PoolBench(ENV);

const limit = async (limits: object | null, id = bench.first.id) => {
  bench.service.clock.advance(1);
  return (await bench.pooling.admin('patch', `/${id}`, { limits })).body;
};

const untilNextMinute = () => {
  const { clock } = bench.service;
  clock.advance(61 - ((clock.now().getTime() / 1000) % 60));
};

describe('a cap', () => {
  it('is never passed by two processes together', async () => {
    await limit({ per_day: 20 });
    expect(await acceptedBy(await bench.processes(), 20)).toBe(20);
    expect(bench.service.gateway.accepted).toHaveLength(20);
  });

  it('is not passed after a restart, and loses no more than the rest of a block to it', async () => {
    await limit({ per_day: 40 });
    expect(await bench.pooling.accepted(13)).toBe(13);
    await bench.restart();
    const rest = await bench.pooling.accepted(30);
    expect(rest).toBeLessThanOrEqual(27);
    expect(rest).toBeGreaterThanOrEqual(26);
  });

  it('that is lowered leaves nothing of what was reserved before', async () => {
    await limit({ per_day: 40 });
    await bench.pooling.sent();
    await limit({ per_day: 1 });
    expect(await bench.pooling.accepted(4)).toBe(0);
  });

  it('is there whole in each new window, however many sends meet at its beginning', async () => {
    await limit({ per_day: 20 });
    const processes = await bench.processes();
    for (let day = 0; day < 3; day++) {
      bench.service.clock.advance(DAY_SECONDS);
      expect(await acceptedBy(processes, 25)).toBe(20);
    }
  });

  it('is neither lost to a clock that was wrong, nor had twice by two that differ a little', async () => {
    const { clock } = bench.service;
    await limit({ per_minute: 3 });
    clock.advance(400 * DAY_SECONDS);
    await bench.pooling.sent();
    clock.reset();
    expect(await bench.pooling.accepted(5)).toBe(3);
    untilNextMinute();
    expect(await bench.pooling.accepted(5)).toBe(3);
    clock.advance(-60);
    expect(await bench.pooling.accepted(5)).toBe(0);
  });

  it('says when it is worth asking again, and lets sends through then', async () => {
    await limit({ per_minute: 3 });
    untilNextMinute();
    expect(await bench.pooling.accepted(6)).toBe(3);
    const refused = await bench.pooling.send();
    expect(refused).toAnswer(503, 'no_device');
    expect(Number(refused.headers.get('retry-after') ?? NaN)).toBeLessThanOrEqual(60);
    untilNextMinute();
    expect(await bench.pooling.send()).toAnswer(200);
  });

  it('costs nothing when it is met: no charge and no message', async () => {
    await limit({ per_day: 1 });
    await bench.pooling.sent();
    const before = bench.service.gateway.requests.sends;
    const answers = [await bench.pooling.send(), await bench.pooling.send()];
    expect(answers.map(({ body }) => body.code)).toEqual(['no_device', 'no_device']);
    expect(bench.service.gateway.requests.sends).toBe(before);
  });

  it('leaves the sends to another device', async () => {
    const { id } = await bench.another();
    await limit({ per_day: 2 });
    const devices = [];
    for (let i = 0; i < 8; i++) devices.push((await bench.pooling.sent()).deviceId);
    expect(devices.filter((device) => device === bench.first.id)).toHaveLength(2);
    expect(devices.filter((device) => device === id)).toHaveLength(6);
  });

  it('does not count what was provably not sent', async () => {
    await limit({ per_day: 2 });
    bench.service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    expect(await bench.pooling.send()).toAnswer(502);
    expect(await bench.pooling.accepted(2)).toBe(2);
  });

  it('that is used up keeps a device from sending, as it says, until it is there anew', async () => {
    await limit({ per_day: 2, new_per_day: 1, warmup_first_day: null });
    const { service, first } = bench;
    const counted = async () =>
      (await service.api.get('/api/admin/system', { token: await adminToken(service) })).body.data;
    await bench.pooling.sent();
    expect(await bench.pooling.view(first.id)).toMatchObject({ health: 'well', takes_again_at: null });
    expect(await counted()).toMatchObject({ devices: { well: 1, at_limit: 0 } });
    await limit({ per_day: 1 });
    await bench.pooling.send();
    const midnight = expect.stringMatching(/ 00:00:00$/) as string;
    expect(await bench.pooling.view(first.id)).toMatchObject({ health: 'well', takes_again_at: midnight });
    expect(await counted()).toMatchObject({ devices: { well: 1, at_limit: 1 } });
    service.clock.advance(DAY_SECONDS);
    expect(await bench.pooling.view(first.id)).toMatchObject({ takes_again_at: null });
    expect(await counted()).toMatchObject({ devices: { well: 1, at_limit: 0 } });
  });

  it('is shown with its use', async () => {
    await limit({ per_day: 20, new_per_day: 8, warmup_first_day: 4, pair_seconds: 6 });
    await bench.pooling.accepted(3);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({
      limits: { per_minute: null, per_day: 20, new_per_day: 8, warmup_first_day: 4, pair_seconds: 6 },
      allowances: [
        { allowance: 'day', cap: 20, used: 3 },
        { allowance: 'new_recipients', cap: 4, used: 3 },
      ],
    });
  });
});

describe('the warm-up', () => {
  it('lets a young device write to few new recipients, twice as many every third day, and to known ones always', async () => {
    await limit({ new_per_day: 8, warmup_first_day: 2 });
    const phone = newPhone();
    await bench.pooling.sent({ phone });
    expect(await bench.pooling.accepted(4)).toBe(1);
    expect((await bench.pooling.send()).body.code).toBe('no_device');
    expect(await bench.pooling.accepted(3, { phone })).toBe(3);
    for (const allowed of [4, 8, 8]) {
      bench.service.clock.advance(3 * DAY_SECONDS);
      expect(await bench.pooling.accepted(10)).toBe(allowed);
    }
  });
});

describe('the pair limit', () => {
  it('keeps a device from writing twice to one recipient within its seconds, at no cost', async () => {
    await limit({ pair_seconds: 6 });
    const phone = newPhone();
    await bench.pooling.sent({ phone });
    const refused = await bench.pooling.send({ phone });
    expect(refused).toAnswer(503, 'no_device');
    expect(Number(refused.headers.get('retry-after') ?? NaN)).toBeLessThanOrEqual(6);
    await bench.pooling.sent();
    bench.service.clock.advance(6);
    expect(await bench.pooling.send({ phone })).toAnswer(200);
  });

  it('holds for sends at the same time, and leaves the second to another device', async () => {
    const { id } = await bench.another();
    await limit({ pair_seconds: 6 });
    await limit({ pair_seconds: 6 }, id);
    expect(await bench.pooling.accepted(4, { phone: newPhone() })).toBe(2);
    expect(bench.service.gateway.accepted).toHaveLength(2);
  });

  it('holds for two processes together, and after a restart', async () => {
    await limit({ pair_seconds: 3600 });
    const phone = newPhone();
    const processes = await bench.processes();
    expect(await acceptedBy(processes, 3, { phone })).toBe(1);
    await bench.restart();
    expect(await bench.pooling.accepted(2, { phone })).toBe(0);
    expect(bench.service.gateway.accepted).toHaveLength(1);
  });

  it('is not held for ever by a clock that was wrong', async () => {
    await limit({ pair_seconds: 6 });
    const phone = newPhone();
    bench.service.clock.advance(400 * DAY_SECONDS);
    await bench.pooling.sent({ phone });
    bench.service.clock.reset();
    expect(await bench.pooling.send({ phone })).toAnswer(200);
    expect(await bench.pooling.send({ phone })).toAnswer(503);
  });
});

describe('a device that checks numbers', () => {
  it('is any of WAHA that never chose; it refuses one that is not on WhatsApp without sending, and checks once', async () => {
    let exists = false;
    const gateway = await fakeGateway((response, { method }) =>
      method === 'GET'
        ? json(200, { numberExists: exists })(response)
        : json(201, { id: 'true_6281234567890@c.us_3EB0AA' })(response),
    );
    await bench.service.database.tx((tx) => tx.update(Device, { id: bench.first.id }, { state: 'disabled' }));
    const settings = { session: 'otp-01' };
    const { id } = await addDevice(bench.service, gateway.url, 'key', { driver: 'waha', settings });
    expect(await bench.pooling.view(id)).toMatchObject({ check_number: true });
    const dispatcher = bench.service.app.get(GatewayDispatcher);
    const result = await dispatcher.send(message());
    expect(result.outcome).toEqual({
      kind: 'refused',
      reason: 'the number is not on WhatsApp',
      retryElsewhere: false,
      failureReason: 'not_on_whatsapp',
    });
    expect(gateway.requests.filter(({ path }) => path.includes('sendText'))).toEqual([]);
    exists = true;
    bench.service.clock.advance(10);
    expect((await dispatcher.send(message())).outcome.kind).toBe('accepted');
  });
});
