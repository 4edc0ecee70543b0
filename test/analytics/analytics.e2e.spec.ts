import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { AnalyticsDay, AnalyticsHour, AnalyticsRollup } from '../../src/analytics/analytics.entities.js';
import {
  addTo,
  dayCells,
  keyOf,
  OUTCOMES,
  type RollupCell,
  zeroCounts,
} from '../../src/analytics/rollup.rules.js';
import { RollupJob } from '../../src/analytics/rollup-job.js';
import { RollupStore } from '../../src/analytics/rollup-store.js';
import { Message } from '../../src/otp/message.entities.js';
import { Retention } from '../../src/otp/retention.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { reportStatus } from '../callbacks/report-status.js';
import type { Reported } from '../callbacks/signed-callback.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';
import { recount } from './recount.js';

const RETENTION_DAYS = 30;
const DAY_SECONDS = 86_400;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { MESSAGE_RETENTION_DAYS: String(RETENTION_DAYS), RECOVERY_SECONDS: '3600' },
  });
});
afterAll(() => service.close());
/** At noon, so that the minutes of a test are of one day. */
beforeEach(() => {
  const noon = addSeconds(calendar().endOfDay(service.clock.now()), DAY_SECONDS / 2);
  service.clock.advance((noon.getTime() - service.clock.now().getTime()) / 1000);
});
afterEach(async () => {
  expect(await wrongDays()).toEqual([]);
  service.clock.reset();
});
keepBooks(() => service);

interface Outcomes {
  sent: number;
  delivered: number;
  failed: number;
  converted: number;
}
interface Figures {
  as_of: string;
  days_missing: number;
  pending: number;
  totals: Outcomes;
  delivery_time: { p50: number | null; p95: number | null };
  series: (Outcomes & { at: string })[];
  hours: (Outcomes & { weekday: number; hour: number })[];
  keys: (Outcomes & { api_key_id: number; name: string })[];
  channels: (Outcomes & { channel: string })[];
  prefixes: (Outcomes & { prefix: string })[];
  reasons: { reason: string; failed: number }[];
  devices: (Outcomes & { name: string })[];
}

const calendar = () => service.app.get(Calendar);
const now = () => calendar().format(service.clock.now());
/** After a rollup, a day pauses. */
const rollUp = async (on: TestService = service) => {
  on.clock.advance(30);
  await on.app.get(RollupJob).rollUpChanges();
};
/** A round visits five of the days before yesterday. */
const rollUpEveryDay = async () => {
  for (let day = 0; day < service.config.ANALYTICS_RETENTION_DAYS; day += 5) await rollUp();
};
const figuresOf = async ({ userId }: Account, query = ''): Promise<Figures> => {
  const token = await userToken(service, userId);
  const answer = await service.api.get(`/api/account/analytics${query}`, { token });
  expect(answer).toAnswer(200);
  return answer.body.data;
};
const allFigures = async (query = ''): Promise<Figures> =>
  (await service.api.get(`/api/admin/analytics${query}`, { token: await adminToken(service) })).body.data;

async function send({ key }: Pick<Account, 'key'>, body: object = {}): Promise<string> {
  const answer = await service.api.post('/api/otp/send', sendBody({ ...body }), { token: key });
  expect(answer).toAnswer(200);
  return (answer.body.data as { message_id: string }).message_id;
}
async function refuse({ key }: Account): Promise<void> {
  service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
  expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(502);
}
const report = (id: string, status: Reported) => reportStatus(service, id, status);

/** Days whose rollup differs from a recount of their messages. */
async function wrongDays(): Promise<string[]> {
  const wrong: string[] = [];
  const { read } = service.database;
  for (const { userId, livemode, day, foldedAt, ...counts } of await read.find(AnalyticsRollup)) {
    if (userId === 0 || !foldedAt) continue;
    const messages = await read.findBy(Message, { userId, livemode: livemode === 1, day });
    if (messages.length === 0) continue;
    const hours = recount(messages, (at) => calendar().hour(at));
    const total = zeroCounts();
    for (const cell of hours) if (cell.part === 'all') addTo(total, cell);
    // The next round takes what has changed since.
    if (OUTCOMES.some((outcome) => total[outcome] !== counts[outcome])) continue;
    const where = { userId, livemode, day };
    const kept: RollupCell[] = [
      ...(await read.findBy(AnalyticsHour, { ...where, part: 'all' })),
      ...(await read.findBy(AnalyticsDay, where)).map((cell) => ({ ...cell, hour: null })),
    ];
    if (JSON.stringify(told(kept)) !== JSON.stringify(told(dayCells(hours, false))))
      wrong.push(`${userId} ${day}`);
  }
  return wrong;
}
const told = (cells: readonly RollupCell[]) =>
  cells
    .filter((cell) => OUTCOMES.some((outcome) => cell[outcome] !== 0))
    .map((cell) => `${keyOf(cell)}: ${OUTCOMES.map((outcome) => cell[outcome]).join(' ')}`)
    .sort();

const rows = async () => {
  const { read } = service.database;
  const order = { userId: 'ASC', part: 'ASC', day: 'ASC', value: 'ASC' } as const;
  const hours = await read.find(AnalyticsHour, { order: { ...order, hour: 'ASC' } });
  return { hours, days: await read.find(AnalyticsDay, { order }) };
};

describe('the analytics of an account', () => {
  it('tell what became of its messages, by hour, key, prefix and reason, and how long they took', async () => {
    const account = await createAccount(service);
    const code = { phone: newPhone().replace(/^08\d/, '085'), otp_code: '482913' };
    const ids = [await send(account, code), await send(account), await send(account)];
    service.clock.advance(150);
    await report(ids[0] ?? '', 'delivered');
    await service.api.post('/api/otp/check', code, { token: account.key });
    service.clock.advance(2000);
    await report(ids[1] ?? '', 'delivered');
    await refuse(account);
    expect((await figuresOf(account)).totals).toEqual({ sent: 0, delivered: 0, failed: 0, converted: 0 });

    await rollUp();
    const figures = await figuresOf(account);
    expect(figures).toMatchObject({
      totals: { sent: 1, delivered: 2, failed: 1, converted: 1 },
      pending: 0,
      days_missing: 0,
      keys: [{ name: 'uji', sent: 1, delivered: 2, failed: 1 }],
      channels: [{ channel: 'whatsapp', sent: 1, delivered: 2, failed: 1, converted: 1 }],
      reasons: [{ failed: 1 }],
    });
    expect(figures.prefixes.find(({ prefix }) => prefix === '085')).toMatchObject({ converted: 1 });
    expect(figures.series).toHaveLength(7);
    expect(figures.series.at(-1)).toMatchObject({ sent: 1, delivered: 2, failed: 1, converted: 1 });
    expect(figures.hours.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(2);
    // One in two to five minutes, one in half an hour to an hour.
    expect(figures.delivery_time).toMatchObject({ p50: 300, p95: 3420 });
    const lastDay = await figuresOf(account, '?window=24h');
    expect(lastDay).toMatchObject({ totals: figures.totals, keys: figures.keys, reasons: figures.reasons });
    expect(lastDay.series).toHaveLength(24);
    expect((await figuresOf(account, '?mode=test')).totals).toMatchObject({ sent: 0, delivered: 0 });
  });

  it('are its own', async () => {
    const [one, other] = [await createAccount(service), await createAccount(service)];
    await send(one);
    await rollUp();
    expect((await figuresOf(one)).totals.sent).toBe(1);
    expect(await figuresOf(other)).toMatchObject({ totals: { sent: 0 }, keys: [], prefixes: [] });
    const token = await userToken(service, other.userId);
    expect(await service.api.get('/api/admin/analytics', { token })).toAnswer(403);
  });

  it('say until when they are added up: now, unless something has moved since', async () => {
    const account = await createAccount(service);
    await send(account);
    await rollUp();
    const id = await send(account);
    const added = (await figuresOf(account)).as_of;
    service.clock.advance(600);
    const behind = await figuresOf(account);
    expect([behind.as_of, behind.totals.sent]).toEqual([added, 1]);
    await report(id, 'delivered');
    await rollUp();
    expect(await figuresOf(account)).toMatchObject({ as_of: now(), totals: { sent: 1, delivered: 1 } });
  });

  it('count messages without an outcome apart, now', async () => {
    const account = await createAccount(service);
    service.gateway.script([{ dropAnswer: 'after' }]);
    expect(await service.api.post('/api/otp/send', sendBody(), { token: account.key })).toAnswer(504);
    await rollUp();
    expect(await figuresOf(account)).toMatchObject({
      pending: 1,
      totals: { sent: 0, failed: 0 },
      reasons: [],
    });
  });

  it('leave the hours before the last 24 out of those', async () => {
    const account = await createAccount(service);
    const hourNow = () => calendar().hour(service.clock.now());
    await send(account);
    const first = hourNow();
    service.clock.advance(DAY_SECONDS - 1800);
    await send(account);
    await rollUp();
    // The first is 23.5 hours old: in the window, unless the hour that it began in has left it.
    const isIn = first !== hourNow();
    const figures = await figuresOf(account, '?window=24h');
    expect([figures.totals.sent, figures.keys[0]?.sent]).toEqual(isIn ? [2, 2] : [1, 1]);
    service.clock.advance(3600);
    expect((await figuresOf(account, '?window=24h')).totals.sent).toBe(1);
    expect((await figuresOf(account, '?window=30d')).totals.sent).toBe(2);
  });
});

describe('what moves later', () => {
  it('is added up though today has more than a round takes', async () => {
    const account = await createAccount(service);
    const id = await send(account);
    await rollUp();
    service.clock.advance(DAY_SECONDS);
    const store = service.app.get(RollupStore);
    const changed = store.changed.bind(store);
    const today = calendar().day(service.clock.now());
    // As where more accounts than a look takes have moved.
    vi.spyOn(store, 'changed').mockImplementation(async (day, ...rest) => {
      const found = await changed(day, ...rest);
      return day === today ? { ...found, hasMore: true } : found;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await report(id, 'delivered');
    await rollUp();
    expect(await figuresOf(account)).toMatchObject({ totals: { sent: 0, delivered: 1 } });
  });

  it('is in its own hour and day: a delivery after a failure, a code that is shown, days after', async () => {
    const account = await createAccount(service);
    const code = { phone: newPhone(), otp_code: '482914' };
    const [late, shown] = [await send(account), await send(account, code)];
    await report(late, 'failed');
    await rollUp();
    expect(await figuresOf(account)).toMatchObject({
      totals: { sent: 1, delivered: 0, failed: 1 },
      reasons: [{ reason: 'unknown', failed: 1 }],
    });
    await service.api.post('/api/otp/check', code, { token: account.key });
    service.clock.advance(120);
    await report(late, 'delivered');
    await report(shown, 'delivered');
    await rollUp();
    const day = calendar().day(service.clock.now());
    expect(await figuresOf(account)).toMatchObject({
      totals: { sent: 0, delivered: 2, failed: 0, converted: 1 },
      reasons: [],
    });
    const unread = await send(account);
    await rollUp();
    service.clock.advance(4 * DAY_SECONDS);
    await report(unread, 'delivered');
    await rollUpEveryDay();
    const { series } = await figuresOf(account);
    expect(series.find(({ at }) => at === day)).toMatchObject({ sent: 0, delivered: 3 });
  });

  it('changes nothing where nothing did: rounds again, and at once', async () => {
    const account = await createAccount(service);
    await send(account);
    await report(await send(account), 'delivered');
    service.clock.advance(60);
    const { app } = service;
    await Promise.all([1, 2, 3].map(() => app.get(RollupJob).rollUpChanges()));
    const before = await rows();
    await rollUp();
    await rollUp();
    expect(await rows()).toEqual(before);
    expect((await figuresOf(account)).totals).toMatchObject({ sent: 1, delivered: 1 });
  });

  it.runIf(inject('engine') === 'mysql')('is counted once by two instances', async () => {
    const { database, clock, gateway, config } = service;
    const other = await startTestService({ databaseUrl: config.DATABASE_URL, clock, gateway });
    try {
      const accounts = await Promise.all([1, 2, 3, 4].map(() => createAccount(service)));
      for (let round = 1; round <= 4; round++) {
        for (const account of accounts) await report(await send(account), round % 2 ? 'delivered' : 'failed');
        await Promise.all([rollUp(), rollUp(other)]);
      }
      await rollUp();
      for (const account of accounts)
        expect((await figuresOf(account)).totals).toEqual({ sent: 0, delivered: 2, failed: 2, converted: 0 });
      expect(await database.read.countBy(AnalyticsRollup, { userId: accounts[0]?.userId })).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('waits for whoever died over it, no longer than its claim, and is not written by one that lost it', async () => {
    const account = await createAccount(service);
    await send(account);
    await rollUp();
    await report(await send(account), 'delivered');
    service.clock.advance(60);
    const store = service.app.get(RollupStore);
    const { changed } = await store.changed(calendar().day(service.clock.now()), service.clock.now());
    const own = changed.find(({ key }) => key.userId === account.userId);
    if (!own) throw new Error('nothing has changed');
    const until = await store.lease(own);
    await rollUp();
    expect((await figuresOf(account)).totals).toMatchObject({ sent: 1, delivered: 0 });
    service.clock.advance(400);
    await rollUp();
    expect((await figuresOf(account)).totals).toMatchObject({ sent: 1, delivered: 1 });
    await store.write(own, { cells: [], margin: [] }, service.clock.now(), until as Date);
    expect((await figuresOf(account)).totals).toMatchObject({ sent: 1, delivered: 1 });
  });
});

describe('all accounts', () => {
  it('are what each of them is, with the devices', async () => {
    await rollUp();
    const before = await allFigures();
    const account = await createAccount(service);
    await send(account);
    await report(await send(account), 'delivered');
    await refuse(account);
    await rollUp();
    const after = await allFigures();
    const grown = (outcome: keyof Outcomes) => after.totals[outcome] - before.totals[outcome];
    expect([grown('sent'), grown('delivered'), grown('failed')]).toEqual([1, 1, 1]);
    const [device] = after.devices;
    expect(device?.name).toBe('gateway');
    expect((device?.delivered ?? 0) - (before.devices[0]?.delivered ?? 0)).toBe(1);
    expect(after.keys).toEqual([]);
    expect(after.as_of).toBe(now());
    const own = await allFigures(`?user_id=${account.userId}&window=24h`);
    expect(own).toMatchObject({ totals: { sent: 1, delivered: 1, failed: 1 }, keys: [{ name: 'uji' }] });
    expect(own.devices.reduce((sum, { sent, delivered, failed }) => sum + sent + delivered + failed, 0)).toBe(
      3,
    );
  });
});

describe('what is old', () => {
  it('stays counted when its messages are purged', async () => {
    const account = await createAccount(service);
    await report(await send(account), 'delivered');
    await refuse(account);
    await rollUp();
    service.clock.advance((RETENTION_DAYS + 1) * DAY_SECONDS);
    await service.app.get(Retention).purgeExpired();
    expect(await service.database.read.countBy(Message, { userId: account.userId })).toBe(0);
    await rollUpEveryDay();
    expect(await figuresOf(account, '?window=90d')).toMatchObject({
      totals: { sent: 0, delivered: 1, failed: 1 },
      reasons: [{ failed: 1 }],
      as_of: now(),
    });
  });

  it('is added up from the messages of an earlier release, and then says so', async () => {
    const account = await createAccount(service);
    await report(await send(account), 'delivered');
    await rollUp();
    // That release knew no channels.
    for (const table of ['analytics_hours', 'analytics_days'])
      await service.database.tx((tx) => tx.query(`DELETE FROM ${table} WHERE part = 'channel'`));
    for (const window of ['7d', '24h'])
      expect((await figuresOf(account, `?window=${window}`)).channels).toEqual([
        { channel: 'whatsapp', sent: 0, delivered: 1, failed: 0, converted: 0 },
      ]);
    service.clock.advance(3 * DAY_SECONDS);
    const empty = async () => {
      for (const table of ['analytics_folds', 'analytics_hours', 'analytics_days'])
        await service.database.tx((tx) => tx.query(`DELETE FROM ${table}`));
    };
    await empty();
    expect(await figuresOf(account)).toMatchObject({ days_missing: 1, totals: { delivered: 0 } });
    expect((await allFigures()).days_missing).toBe(6);
    await rollUpEveryDay();
    expect(await figuresOf(account)).toMatchObject({ days_missing: 0, totals: { delivered: 1 } });
    expect((await allFigures()).days_missing).toBe(0);
  });

  it('goes after ANALYTICS_RETENTION_DAYS, and the hours of its keys after two', async () => {
    const account = await createAccount(service);
    await send(account);
    await rollUp();
    const of = (part?: 'key') => ({ userId: account.userId, ...(part ? { part } : {}) });
    const { read } = service.database;
    const sweepers = service.app.get(Sweepers);
    await sweepers.runOnce('the purge of hours of the analytics');
    expect(await read.countBy(AnalyticsHour, of('key'))).toBe(1);
    service.clock.advance(3 * DAY_SECONDS);
    await sweepers.runOnce('the purge of hours of the analytics');
    expect(await read.countBy(AnalyticsHour, of('key'))).toBe(0);
    expect(await read.countBy(AnalyticsHour, of())).toBe(1);
    await sweepers.runOnce('the purge of old analytics');
    expect(await read.countBy(AnalyticsDay, of())).toBeGreaterThan(0);
    service.clock.advance(service.config.ANALYTICS_RETENTION_DAYS * DAY_SECONDS);
    await sweepers.runOnce('the purge of old analytics');
    for (const entity of [AnalyticsRollup, AnalyticsHour, AnalyticsDay])
      expect(await read.countBy(entity, of())).toBe(0);
  });
});

it('how much of their caps the keys have used today is what sends count', async () => {
  const account = await createAccount(service);
  const token = await userToken(service, account.userId);
  const made = await service.api.post('/api/account/api-keys', { name: 'batas', daily_cap: 5 }, { token });
  const { id, key } = made.body.data as { id: number; key: string };
  const usage = async () =>
    (await service.api.get('/api/account/key-usage', { token: await userToken(service, account.userId) }))
      .body.data;
  expect(await usage()).toEqual([{ api_key_id: id, daily_cap: 5, used_today: 0 }]);
  await send({ key });
  await send({ key });
  expect(await usage()).toEqual([{ api_key_id: id, daily_cap: 5, used_today: 2 }]);
  const rotated = await service.api.post(
    `/api/account/api-keys/${id}/rotate`,
    { overlap_seconds: 60 },
    { token },
  );
  const { id: next } = rotated.body.data as { id: number };
  expect(await usage()).toEqual(
    expect.arrayContaining([
      { api_key_id: id, daily_cap: 5, used_today: 2 },
      { api_key_id: next, daily_cap: 5, used_today: 2 },
    ]),
  );
  service.clock.advance(DAY_SECONDS);
  expect(await usage()).toMatchObject([{ used_today: 0 }, { used_today: 0 }]);
});
