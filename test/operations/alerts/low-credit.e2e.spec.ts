import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Credit } from '../../../src/credit/index.js';
import { LowCreditAlerts } from '../../../src/operations/alerts/low-credit-alerts.js';
import { OutgoingMail } from '../../../src/platform/mail/outgoing-mail.entity.js';
import { UsersService } from '../../../src/users/index.js';
import { WebhookEvent } from '../../../src/webhook/webhook.entities.js';
import { mailsDone } from '../../auth/people.js';
import { keepBooks, type TestApp } from '../../support/app.js';
import { type Account, addWebhook, createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

const ENV = { ALERTS_SECONDS: '3600' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: ENV });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

async function watched(credit: number, low_threshold: number | null): Promise<Account> {
  const account = await createAccount(service, credit);
  await addWebhook(service, account.userId);
  const token = await userToken(service, account.userId);
  const answer = await service.api.patch('/api/account/credit', { low_threshold }, { token });
  expect(answer).toAnswer(200);
  expect(answer.body.data).toMatchObject({ credit_balance: credit, low_threshold });
  return account;
}

async function send({ key }: Account): Promise<void> {
  expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
}

const topUp = ({ userId }: Account, amount: number) =>
  service.database.tx((tx) => service.app.get(Credit).move(tx, { userId, amount, note: 'uji' }));

async function sweep(app: TestApp = service): Promise<void> {
  await app.app.get(LowCreditAlerts).sweep();
  await app.app.get(LowCreditAlerts).sendMails();
  await mailsDone(app);
}

const eventsOf = ({ userId }: Account) =>
  service.database.read.find(WebhookEvent, { where: { userId, type: 'credit.low' }, order: { id: 'ASC' } });

async function mailsTo({ userId }: Account, { config }: TestApp = service) {
  const user = await service.app.get(UsersService).find(userId);
  const folder = join(config.DATA_DIR, 'mail');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  const mails = await Promise.all(files.map((file) => PostalMime.parse(file)));
  return mails.filter(({ to }) => to?.some(({ address }) => address === user?.email));
}

describe('an account whose credit falls below its threshold', () => {
  it('is told once, by an event and a mail, however many sends follow and sweeps meet', async () => {
    const account = await watched(1200, 1000);
    await sweep();
    expect(await eventsOf(account)).toEqual([]);
    await send(account);
    await sweep();
    expect(await eventsOf(account), 'at the threshold').toEqual([]);
    await send(account);
    await Promise.all([sweep(), sweep(), sweep(), send(account), send(account)]);
    await sweep();
    const events = await eventsOf(account);
    expect(events).toMatchObject([
      { type: 'credit.low', livemode: true, messageId: null, data: { threshold: 1000, currency: 'IDR' } },
    ]);
    const { credit_balance } = events[0]?.data as { credit_balance: number };
    expect([800, 600, 400]).toContain(credit_balance);
    expect(await mailsTo(account)).toHaveLength(1);
  });

  it('is told once when two instances sweep at once', async () => {
    const accounts: Account[] = [];
    for (let i = 0; i < 8; i++) accounts.push(await watched(200, 1000));
    const databaseUrl = service.config.DATABASE_URL;
    const { gateway } = service;
    const second =
      inject('engine') === 'mysql' ? await startTestService({ env: ENV, databaseUrl, gateway }) : service;
    try {
      await Promise.all([sweep(), sweep(second), sweep(), sweep(second)]);
      // An instance may still send a mail that the other one has stored.
      await expect.poll(() => service.database.read.countBy(OutgoingMail, { kind: 'low_credit' })).toBe(0);
      for (const account of accounts) {
        expect(await eventsOf(account)).toHaveLength(1);
        const mails = [
          ...(await mailsTo(account)),
          ...(second === service ? [] : await mailsTo(account, second)),
        ];
        expect(mails).toHaveLength(1);
      }
    } finally {
      if (second !== service) await second.close();
    }
  });

  it('is told again after it rose to its threshold and fell again, and not before', async () => {
    const account = await watched(1000, 1000);
    await send(account);
    await sweep();
    await topUp(account, 100);
    await sweep();
    await send(account);
    await sweep();
    expect(await eventsOf(account), 'it never rose that far').toHaveLength(1);
    await topUp(account, 300);
    await sweep();
    await send(account);
    await sweep();
    expect((await eventsOf(account)).map(({ data }) => data)).toEqual([
      { credit_balance: 800, threshold: 1000, currency: 'IDR' },
      { credit_balance: 800, threshold: 1000, currency: 'IDR' },
    ]);
    expect(await mailsTo(account)).toHaveLength(2);
  });

  it('hears nothing without a threshold, or once it has taken it back', async () => {
    const never = await createAccount(service, 200);
    const token = await userToken(service, never.userId);
    const view = await service.api.get('/api/account/credit', { token });
    expect(view.body.data).toMatchObject({ credit_balance: 200, low_threshold: null });
    const zero = await watched(200, 0);
    const former = await watched(200, null);
    for (const account of [never, zero, former]) await send(account);
    await sweep();
    for (const account of [never, zero, former]) expect(await eventsOf(account)).toEqual([]);
  });

  it('is told of a new threshold once it has taken the old one back', async () => {
    const account = await watched(200, 1000);
    await sweep();
    const token = await userToken(service, account.userId);
    for (const low_threshold of [null, 500, 500])
      await service.api.patch('/api/account/credit', { low_threshold }, { token });
    await sweep();
    await sweep();
    expect((await eventsOf(account)).map(({ data }) => data)).toMatchObject([
      { threshold: 1000 },
      { threshold: 500 },
    ]);
  });

  it('reads in Indonesian how much is left, and nothing that is secret', async () => {
    const account = await watched(12_345, 20_000);
    await sweep();
    const [mail] = await mailsTo(account);
    expect(mail?.subject).toBe('Kredit Sandi Anda hampir habis');
    expect(mail?.text).toContain('tinggal 12.345 kredit, di bawah batas 20.000 kredit');
    expect(mail?.text).not.toContain(account.key);
    expect(mail?.text).not.toMatch(/sandi_(live|test)_|token|https?:/);
    const logs = service.logs.join('');
    expect(logs).not.toContain(mail?.to?.[0]?.address);
  });
});

describe('the threshold', () => {
  it.each([
    [{ low_threshold: -1 }, 'parameter_invalid'],
    [{ low_threshold: 1.5 }, 'parameter_invalid'],
    [{ low_threshold: '100' }, 'parameter_invalid'],
    [{ low_threshold: 1e18 }, 'parameter_invalid'],
  ])('is a whole number of credits or null: %j is refused', async (body, code) => {
    const account = await createAccount(service);
    const token = await userToken(service, account.userId);
    const answer = await service.api.patch('/api/account/credit', body, { token });
    expect(answer).toAnswer(400, code);
  });

  it('is not an API key’s to set or to see', async () => {
    const { key } = await createAccount(service);
    const answer = await service.api.patch('/api/account/credit', { low_threshold: 1 }, { token: key });
    expect(answer).toAnswer(401);
    const view = await service.api.get('/api/otp/credit', { token: key });
    expect(view.body.data).not.toHaveProperty('low_threshold');
  });
});

describe('a mail that is not taken', () => {
  it('is logged without its address, and tried again after a pause, until the credit is back', async () => {
    // Nobody listens on port 9 of loopback.
    const own = await startTestService({ env: { ...ENV, SMTP_URL: 'smtp://127.0.0.1:9' } });
    try {
      const account = await createAccount(own, 200);
      const token = await userToken(own, account.userId);
      await own.api.patch('/api/account/credit', { low_threshold: 1000 }, { token });
      const tries = () => own.logs.filter((line) => line.includes('a mail was not sent')).length;
      await sweep(own);
      await sweep(own);
      expect(tries()).toBe(1);
      own.clock.advance(16);
      await sweep(own);
      expect(tries()).toBe(2);
      await own.database.tx((tx) =>
        own.app.get(Credit).move(tx, { userId: account.userId, amount: 5000, note: 'uji' }),
      );
      own.clock.advance(901);
      await sweep(own);
      expect(tries()).toBe(2);
      expect(own.logs.join('')).not.toContain(`${account.username}@`);
    } finally {
      await own.close();
    }
  });
});
