import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../../../simulator/random.js';
import { instanceName } from '../../../../src/operations/alerts/operator/alert-kinds.rules.js';
import { DatabaseOutage } from '../../../../src/operations/alerts/operator/database-outage.js';
import { WriteProbe } from '../../../../src/platform/database/write-proof.js';
import { StoreWatch } from '../../../../src/platform/stores/store-watch.js';
import { FaultProxy } from '../../../faults/proxy.js';
import { OwnRedis } from '../../../instances/own-redis.js';
import { NO_MORE_PAGES } from '../../../outage/small-disk.js';
import type { TestService, TestServiceOptions } from '../../../support/service.js';
import { adminOf, observe, OperatorDesk, OPERATORS } from './desk.js';

const HELD_SECONDS = 61;
const SUBJECT = `Sandi: database tidak dapat dipakai oleh ${instanceName()}`;
const ENDED = SUBJECT.replace('Sandi: ', 'Sandi: berakhir: ');

interface Lasting {
  service: TestService;
  /** Past what can lose it. */
  directUrl: string;
  /** Takes the database away, or gives it back. */
  lose: () => Promise<void>;
  giveBack: () => Promise<void>;
}

/** The file may not grow, and has no page to spare. */
async function fill(service: TestService): Promise<void> {
  await NO_MORE_PAGES.block(service);
  const take = () => service.database.tx((tx) => tx.insert(WriteProbe, { filler: 'x'.repeat(1000) }));
  for (let isFull = false; !isFull;)
    isFull = await take().then(
      () => false,
      () => true,
    );
}

/** A service whose database can be lost: its connections are reset, or its file may not grow. */
async function serviceOf(desk: OperatorDesk, options: TestServiceOptions = {}): Promise<Lasting> {
  if (inject('engine') === 'sqlite') {
    const service = await desk.service(options);
    return {
      service,
      directUrl: service.config.DATABASE_URL,
      lose: () => fill(service),
      giveBack: async () => void (await NO_MORE_PAGES.free(service)),
    };
  }
  const directUrl = options.databaseUrl ?? (await desk.lasting()).databaseUrl;
  const url = new URL(directUrl);
  const proxy = await FaultProxy.start({ host: url.hostname, port: Number(url.port) }, seededRandom(1));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  const env = { ...options.env, DATABASE_ACQUIRE_TIMEOUT_MS: '1000' };
  const service = await desk.service({ ...options, env, databaseUrl: url.href });
  onTestFinished(() => proxy.heal());
  return {
    service,
    directUrl,
    lose: () => Promise.resolve(proxy.begin('reset-before', () => true)),
    giveBack: () => Promise.resolve(proxy.heal()),
  };
}

/** What an instance does by itself every few seconds. */
async function round({ app }: TestService): Promise<void> {
  await app.get(StoreWatch).check();
  await app.get(DatabaseOutage).notifyOperator();
}

async function roundsOver(service: TestService, seconds: number): Promise<void> {
  await round(service);
  service.clock.advance(seconds);
  for (let again = 0; again < 3; again++) await round(service);
}

async function gaugeOf({ api }: TestService, name: string): Promise<number> {
  const { text } = await api.get('/metrics');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

const waitFor = (service: TestService, name: string, value: number) =>
  expect
    .poll(async () => {
      await round(service);
      return gaugeOf(service, name);
    })
    .toBe(value);

describe('a database that cannot be used', () => {
  it('is mailed and called once when it begins and once when it ends, while nothing can be stored', async () => {
    const desk = await OperatorDesk.start();
    const { service, lose, giveBack } = await serviceOf(desk);
    await roundsOver(service, HELD_SECONDS);
    expect(await gaugeOf(service, 'sandi_database_up')).toBe(1);
    await lose();
    await waitFor(service, 'sandi_database_up', 0);
    expect(desk.mailed, 'it has not held').toEqual([]);
    await roundsOver(service, HELD_SECONDS);
    await roundsOver(service, HELD_SECONDS);
    expect(desk.mailed).toEqual([SUBJECT, SUBJECT]);
    expect(desk.notices).toMatchObject([
      {
        type: 'alert.began',
        data: { id: null, kind: 'database_down', subject: `instance:${instanceName()}`, ended_at: null },
      },
    ]);
    const open = 'sandi_operator_alerts{kind="database_down"}'.replace(/[{}"]/g, '\\$&');
    expect(await gaugeOf(service, open)).toBe(1);
    await giveBack();
    await waitFor(service, 'sandi_database_up', 1);
    expect(desk.mailed, 'its end has not held').toHaveLength(2);
    await roundsOver(service, HELD_SECONDS);
    await roundsOver(service, HELD_SECONDS);
    expect(desk.mailed).toEqual([SUBJECT, ENDED, SUBJECT, ENDED]);
    expect(desk.told).toEqual(['began database_down', 'ended database_down']);
    expect(await gaugeOf(service, open)).toBe(0);
    const token = await adminOf(service);
    const past = await service.api.get('/api/admin/alerts?state=ended', { token });
    expect((past.body.data as { items: object[] }).items).toMatchObject([{ kind: 'database_down' }]);
    await observe(service);
    expect(desk.told, 'what was noted is not told again').toHaveLength(2);
  });

  it('for a moment is told to nobody', async () => {
    const desk = await OperatorDesk.start();
    const { service, lose, giveBack } = await serviceOf(desk);
    for (let time = 0; time < 3; time++) {
      await lose();
      await waitFor(service, 'sandi_database_up', 0);
      await giveBack();
      await waitFor(service, 'sandi_database_up', 1);
      await roundsOver(service, HELD_SECONDS);
    }
    expect([desk.mailed, desk.told]).toEqual([[], []]);
  });

  it('is mailed later where the mail server is away too: once, with its end', async () => {
    const desk = await OperatorDesk.start();
    const { service, lose, giveBack } = await serviceOf(desk);
    desk.mails.trouble = '4.3.0 later';
    await lose();
    await waitFor(service, 'sandi_database_up', 0);
    await roundsOver(service, HELD_SECONDS);
    expect([desk.mailed, desk.told]).toEqual([[], ['began database_down']]);
    await giveBack();
    await waitFor(service, 'sandi_database_up', 1);
    await roundsOver(service, HELD_SECONDS);
    desk.mails.trouble = undefined;
    await roundsOver(service, HELD_SECONDS);
    await roundsOver(service, HELD_SECONDS);
    expect(desk.mailed).toEqual(OPERATORS.map(() => 'Sandi: 2 peringatan'));
    const [mail] = desk.mails.received;
    expect(mail?.mail.text).toMatch(/MULAI: database[^]*BERAKHIR: database/);
    expect(desk.told).toEqual(['began database_down', 'ended database_down']);
  });

  it.runIf(inject('engine') === 'mysql')('is mailed once by each instance that cannot use it', async () => {
    const desk = await OperatorDesk.start();
    const first = await serviceOf(desk);
    const { gateway, clock } = first.service;
    const second = await serviceOf(desk, { gateway, clock, databaseUrl: first.directUrl });
    await first.lose();
    await waitFor(first.service, 'sandi_database_up', 0);
    await waitFor(second.service, 'sandi_database_up', 1);
    clock.advance(HELD_SECONDS);
    for (const { service } of [first, second, first, second]) await round(service);
    expect(desk.mailed, 'the other one can use it').toEqual([SUBJECT, SUBJECT]);
    await second.lose();
    await waitFor(second.service, 'sandi_database_up', 0);
    clock.advance(HELD_SECONDS);
    for (const { service } of [first, second, first, second]) await round(service);
    expect(desk.mailed).toEqual(Array(2 * OPERATORS.length).fill(SUBJECT));
  });
});

describe('a Redis that does not count', () => {
  it('is down in the metrics while it is, and where none is configured it is never', async () => {
    const redis = await OwnRedis.start();
    const desk = await OperatorDesk.start();
    const service = await desk.service({ env: { REDIS_URL: redis.url } });
    const without = await desk.second(service);
    await waitFor(service, 'sandi_redis_up', 1);
    redis.kill();
    await waitFor(service, 'sandi_redis_up', 0);
    await redis.restart();
    await waitFor(service, 'sandi_redis_up', 1);
    if (without !== service) expect(await gaugeOf(without, 'sandi_redis_up')).toBe(1);
  });
});
