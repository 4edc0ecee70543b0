import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { Credit, Runways } from '../../src/credit/index.js';
import { LowRunwayMails } from '../../src/operations/alerts/low-runway-mails.js';
import { OutgoingMail } from '../../src/platform/mail/outgoing-mail.entity.js';
import { DAY_SECONDS } from '../../src/platform/time/clock.js';
import { UsersService } from '../../src/users/index.js';
import { mailsTo } from '../auth/mails.js';
import { mailsDone } from '../auth/people.js';
import { keepBooks, type TestApp } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

const ENV = { ALERTS_SECONDS: '3600' };
const SENDS_A_DAY = 2;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: ENV });
});
afterAll(() => service.close());
beforeEach(() => service.clock.toMorning());
keepBooks(() => service);

async function send({ key }: Account, times = 1): Promise<void> {
  for (let sent = 0; sent < times; sent++)
    expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
}

/** An account that has spent 400 credits on each of two days; the third begins. */
async function spender(balance: number): Promise<Account> {
  const account = await createAccount(service, balance + 4 * 200);
  for (let day = 0; day < 2; day++) {
    await send(account, SENDS_A_DAY);
    service.clock.advance(DAY_SECONDS);
  }
  return account;
}

const topUp = ({ userId }: Account, amount: number) =>
  service.database.tx((tx) => service.app.get(Credit).move(tx, { userId, amount, note: 'uji' }));

async function set({ userId }: Account, body: object) {
  return service.api.patch('/api/account/credit', body, { token: await userToken(service, userId) });
}

async function sweep(app: TestApp = service): Promise<void> {
  await app.app.get(LowRunwayMails).sweep();
  await mailsDone(app);
}

/** Of either instance; once neither holds one that the other has stored. */
async function mailsOf({ userId }: Account, second?: TestApp) {
  const waiting = { kind: 'low_runway', about: `user:${userId}` };
  await expect.poll(() => service.database.read.countBy(OutgoingMail, waiting)).toBe(0);
  const { email = '' } = (await service.app.get(UsersService).find(userId)) ?? {};
  const apps = second ? [service, second] : [service];
  const mails = (await Promise.all(apps.map((app) => mailsTo(app, email)))).flat();
  return mails.filter(({ subject }) => subject?.startsWith('Kredit Sandi Anda cukup'));
}

describe('an account whose balance lasts fewer days than it wants', () => {
  it('is told once, and again after it recovered and fell', async () => {
    const account = await spender(1200);
    await sweep();
    expect(await mailsOf(account), 'three days are not fewer').toEqual([]);
    await send(account);
    await Promise.all([sweep(), sweep(), sweep()]);
    await send(account);
    await sweep();
    const [mail, ...others] = await mailsOf(account);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Kredit Sandi Anda cukup untuk kurang dari 3 hari');
    expect(mail?.text).toContain('tinggal 1.000 kredit. Pemakaian rata-rata 400 kredit per hari');
    expect(mail?.text).not.toMatch(/sandi_(live|test)_|token|https?:/);

    await topUp(account, 600);
    await sweep();
    await send(account, 2);
    await sweep();
    expect(await mailsOf(account), 'three days are no recovery').toHaveLength(1);
    await topUp(account, 1000);
    await sweep();
    await send(account, 5);
    await sweep();
    expect(await mailsOf(account)).toHaveLength(2);
  });

  it('is told once when two instances look at once', async () => {
    const account = await spender(600);
    const { gateway } = service;
    const databaseUrl = service.config.DATABASE_URL;
    const second =
      inject('engine') === 'mysql' ? await startTestService({ env: ENV, databaseUrl, gateway }) : undefined;
    try {
      second?.clock.advance((service.clock.now().getTime() - second.clock.now().getTime()) / 1000);
      await Promise.all([sweep(), sweep(second), sweep(), sweep(second)]);
      expect(await mailsOf(account, second)).toHaveLength(1);
    } finally {
      await second?.close();
    }
  });

  it('says how many days: 3 until it says otherwise, and null for no mail', async () => {
    const [early, never, usual] = [await spender(2000), await spender(400), await spender(2000)];
    const answer = await set(early, { low_runway_days: 30 });
    expect(answer).toAnswer(200);
    expect(answer.body.data).toMatchObject({ low_threshold: null, low_runway_days: 30 });
    expect(await set(never, { low_runway_days: null })).toAnswer(200);
    expect((await set(early, {})).body.data).toMatchObject({ low_runway_days: 30 });
    await sweep();
    expect(await mailsOf(early)).toHaveLength(1);
    expect(await mailsOf(never)).toEqual([]);
    const view = await service.api.get('/api/account/credit', {
      token: await userToken(service, usual.userId),
    });
    expect(view.body.data).toMatchObject({ low_runway_days: 3, spending: { lasts_days: 5 } });
    expect(await mailsOf(usual)).toEqual([]);
  });

  it('hears nothing after one day, without sends, or while it is suspended', async () => {
    const fresh = await createAccount(service, 400);
    const idle = await createAccount(service, 0);
    const suspended = await spender(400);
    const suspend = async (isSuspended: boolean) => {
      const admin = { token: await adminToken(service) };
      const path = `/api/admin/users/${suspended.userId}/suspension`;
      expect(await service.api.put(path, { suspended: isSuspended }, admin)).toAnswer(200);
    };
    await suspend(true);
    await send(fresh);
    service.clock.advance(DAY_SECONDS);
    await sweep();
    for (const account of [fresh, idle, suspended]) expect(await mailsOf(account)).toEqual([]);
    await suspend(false);
    await sweep();
    expect(await mailsOf(suspended)).toHaveLength(1);
  });
});

it('every account is looked at, some at a time', async () => {
  const [one, other] = [await spender(400), await spender(400)];
  const runways = service.app.get(Runways);
  const low = new Set<number>();
  const step = async () => {
    for (const { userId, isLow } of await runways.next(1)) if (isLow) low.add(userId);
    return low.has(one.userId) && low.has(other.userId);
  };
  await expect.poll(step).toBe(true);
});

it.each([
  [{ low_runway_days: 0 }, 'parameter_invalid'],
  [{ low_runway_days: 31 }, 'parameter_invalid'],
  [{ low_runway_days: 2.5 }, 'parameter_invalid'],
  [{ low_runway_days: '3' }, 'parameter_invalid'],
])('%j is refused', async (body, code) => {
  expect(await set(await createAccount(service), body)).toAnswer(400, code);
});
