import { expect, it } from 'vitest';
import { newPhone } from '../../support/factories.js';
import { callBack } from '../drivers/fakes/fake.js';
import { ack, capping, startWaha, WAHA } from '../drivers/fakes/waha.js';
import { PoolBench } from './pool-bench.js';

const bench = new PoolBench({
  ALERTS_SECONDS: '3600',
  DEVICE_JUDGE_SECONDS: '3600',
  DEVICE_PAIR_SECONDS: '0',
  DEVICE_PROBE_SECONDS: '3600',
  RECIPIENT_ATTEMPTS_MAX: '1000',
  RECIPIENT_HOURLY_MAX: '1000',
});

const CYCLE_SECONDS = 7200;
const inUse = (isUsed: boolean) =>
  bench.pooling.admin('patch', `/${bench.first.id}`, { state: isUsed ? 'active' : 'disabled' });

/** A WAHA device, the only one in use, and a phone that it has delivered to. */
async function wahaDevice() {
  const waha = await startWaha();
  const { token, secret: webhook_secret, settings } = WAHA;
  const body = { name: 'waha', driver: 'waha', base_url: waha.url, token, webhook_secret, settings };
  const made = await bench.pooling.admin('post', '', { ...body, state: 'active' });
  const { id, callback_url } = made.body.data as { id: number; callback_url: string };
  await inUse(false);
  const known = newPhone();
  const message = await bench.pooling.sent({ phone: known });
  const { pathname } = new URL(callback_url);
  const report = ack(message.gatewayMessageId ?? '', 'DEVICE', bench.service.clock.now());
  expect(await callBack(bench.service.url + pathname, report)).toAnswer(200);
  // WhatsApp counts whole seconds.
  const nowSeconds = Math.floor(bench.service.clock.now().getTime() / 1000);
  const endsAt = new Date((nowSeconds + CYCLE_SECONDS) * 1000);
  /** What WhatsApp says of the account, as the gateway is asked next. */
  const told = async (status: string, used: number) => {
    waha.capping = capping(status, used, endsAt);
    await bench.pooling.admin('post', `/${id}/test`);
    await expect.poll(async () => (await bench.row(id)).newChats).toMatchObject({ used });
    return bench.pooling.view(id);
  };
  return { id, waha, known, told, ends_at_utc: endsAt.toISOString() };
}

it('warnings lower its share of new recipients, and the second one is an alert until the next cycle', async () => {
  const { id, waha, known, told, ends_at_utc } = await wahaDevice();
  expect(await bench.pooling.view(id)).toMatchObject({ score: 0.9, why: [], new_chats: null });
  expect(await told('NONE', 12)).toMatchObject({ score: 0.9, new_chats: { status: 'none', used: 12 } });
  expect(await told('FIRST_WARNING', 640)).toMatchObject({
    health: 'well',
    score: expect.closeTo(0.9 * 0.84) as number,
    why: [{ factor: 'new_chats', value: 0.64, effect: 0.84 }],
    new_chats: { status: 'first_warning', used: 640, total: 1000, ends_at_utc },
  });
  expect(await bench.pooling.alerts()).toEqual([]);

  expect(await told('SECOND_WARNING', 920)).toMatchObject({ health: 'well', score: 0.45 });
  const alert = { kind: 'new_chats', device_id: id, until_utc: ends_at_utc, ended_at: null };
  expect(await bench.pooling.alerts()).toMatchObject([
    { ...alert, detail: 'the quota of new chats is nearly used up, 920 of 1000 used' },
  ]);
  // Recipients that know it use nothing of the quota: they stay with it.
  await inUse(true);
  const taken = waha.taken.length;
  for (let i = 0; i < 3; i++) await bench.pooling.sent({ phone: known });
  expect(waha.taken).toHaveLength(taken + 3);

  bench.service.clock.advance(CYCLE_SECONDS);
  expect(await bench.pooling.view(id)).toMatchObject({ score: 0.9, new_chats: null });
  expect(await bench.pooling.alertsLater()).toMatchObject([
    { kind: 'new_chats', ended_at: expect.any(String) },
  ]);
});

it('a quota that is used up leaves the recipients that know it, until the cycle ends or WhatsApp lifts it', async () => {
  const { known, told, ends_at_utc } = await wahaDevice();
  const refused = async () => (await bench.pooling.send({ phone: newPhone() })).body.code === 'no_device';
  expect(await told('CAPPED', 1000)).toMatchObject({
    health: 'restricted',
    restricted_until_utc: ends_at_utc,
    new_chats: { status: 'capped' },
    last_probe: { finding: 'connected' },
  });
  expect(await refused()).toBe(true);
  await bench.pooling.sent({ phone: known });
  expect(await bench.pooling.alerts()).toMatchObject([{ kind: 'restricted', until_utc: ends_at_utc }]);

  for (const pooling of await bench.processes()) {
    expect((await pooling.send({ phone: newPhone() })).body.code).toBe('no_device');
    expect(await pooling.send({ phone: known })).toAnswer(200);
  }

  expect(await told('NONE', 0)).toMatchObject({ health: 'well', restricted_until: null });
  await bench.pooling.sent({ phone: newPhone() });
  await told('CAPPED', 999);
  expect(await refused()).toBe(true);
  bench.service.clock.advance(CYCLE_SECONDS);
  await bench.pooling.sent({ phone: newPhone() });
});
