import { In, type ObjectLiteral } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { Message, MessageAttempt, MessageReport } from '../../src/otp/message.entities.js';
import { Retention } from '../../src/otp/retention.js';
import { Verification, VerificationFallback } from '../../src/otp/verifications/verification.entities.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { WebhookAttempt, WebhookDelivery, WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { Receiver } from '../webhook/receiver.js';
import { deliver, newOwner, register, WEBHOOK_ENV } from '../webhook/support.js';

const DAYS = 30;
const AGE_SECONDS = (DAYS + 1) * 86_400;
const ENV = {
  ...WEBHOOK_ENV,
  WEBHOOK_LOG_DAYS: '365',
  MESSAGE_RETENTION_DAYS: String(DAYS),
  RECOVERY_SECONDS: '3600',
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: ENV, switches: { timeline: 'delivered' } });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const purge = (on: TestService = service) => on.app.get(Retention).purgeExpired();
/** Hands the events of all that was sent to webhooks, of which most accounts have none. */
const tell = () => deliver(service);
const send = (account: Account) => service.api.post('/api/otp/send', sendBody(), { token: account.key });
const messagesOf = ({ userId }: Account): Promise<Message[]> =>
  service.database.read.find(Message, { where: { userId }, order: { id: 'ASC' } });
const count = (entity: new () => ObjectLiteral, messageId: number) =>
  service.database.read.countBy(entity, { messageId });
const get = async <T>(path: string, token: string): Promise<T> =>
  (await service.api.get(path, { token })).body.data;

/** One delivered and one failed, with all that is noted about them. */
async function sendTwo(account: Account): Promise<Message[]> {
  await send(account);
  await service.gateway.drain();
  service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
  await send(account);
  const messages = await messagesOf(account);
  expect(messages.map(({ status }) => status)).toEqual(['delivered', 'failed']);
  return messages;
}

describe('the purge of old messages', () => {
  it('takes what is old with all that was noted about it, and leaves ledger, balance and statistics', async () => {
    const account = await createAccount(service);
    const [delivered, failed] = await sendTwo(account);
    const [first = 0, second = 0] = [delivered?.id, failed?.id];
    const tokenNow = () => userToken(service, account.userId);
    const before = await get<object>('/api/otp/stats', account.key);
    await tell();
    service.clock.advance(AGE_SECONDS);
    // The gateway's clock is not turned: its callbacks would be out of date.
    service.gateway.script([{ timeline: 'none' }]);
    await send(account);
    await purge();

    expect((await messagesOf(account)).map(({ id }) => id)).not.toContain(first);
    for (const entity of [MessageAttempt, MessageReport, WebhookEvent]) {
      expect(await count(entity, first)).toBe(0);
      expect(await count(entity, second)).toBe(0);
    }
    expect(await count(CreditEntry, first)).toBe(1);
    expect(await count(CreditEntry, second)).toBe(2);
    const history = await get<{ total: number; items: object[] }>('/api/otp/history', account.key);
    expect(history).toMatchObject({ total: 1, items: [{ status: 'sent' }] });
    expect(await get('/api/otp/history?status=failed', account.key)).toMatchObject({ total: 0, items: [] });
    expect(before).toMatchObject({ total_sent: 1, total_failed: 1 });
    expect(await get('/api/otp/stats', account.key)).toMatchObject({ total_sent: 2, total_failed: 1 });
    const ledger = await get<{ total: number; items: { message_id: number | null }[] }>(
      '/api/account/credit/entries',
      await tokenNow(),
    );
    expect(ledger.items.map(({ message_id }) => message_id)).toContain(first);
    expect(ledger.total).toBe(ledger.items.length);
    const story = await service.api.get(`/api/account/messages/${first}`, { token: await tokenNow() });
    expect(story).toAnswer(404, 'not_found');
  });

  it('goes on in the history where a cursor was purged', async () => {
    const account = await createAccount(service);
    const [first] = await sendTwo(account);
    await tell();
    service.clock.advance(AGE_SECONDS);
    await purge();
    expect(await get(`/api/otp/history?cursor=${first?.id}`, account.key)).toMatchObject({
      total: 0,
      items: [],
      next_cursor: null,
    });
  });

  it('leaves a message that is young, and one whose outcome is not known', async () => {
    const account = await createAccount(service);
    await sendTwo(account);
    service.gateway.script([{ dropAnswer: 'after', timeline: 'none' }]);
    await send(account);
    await tell();
    await purge();
    expect(await messagesOf(account)).toHaveLength(3);
    service.clock.advance(AGE_SECONDS);
    await purge();
    expect((await messagesOf(account)).map(({ status }) => status)).toEqual(['pending']);
  });

  it('takes a verification with the last message of its codes', async () => {
    const { key: token, userId } = await createAccount(service);
    const fallback = { channels: ['whatsapp', 'sms'], fallback_after_seconds: 120 };
    const body = { phone: newPhone(), company_name: 'Toko Uji', ...fallback };
    const root = '/api/otp/verifications';
    const ids: string[] = [];
    for (let nth = 0; nth < 2; nth++) {
      const { data } = (await service.api.post(root, body, { token })).body;
      ids.push((data as { verification_id: string }).verification_id);
    }
    await service.api.post(`${root}/${ids[0]}/resend`, { phone: body.phone }, { token });
    await service.api.post(`${root}/${ids[0]}/cancel`, undefined, { token });
    await service.gateway.drain();
    const left = () => service.database.read.countBy(Verification, { userId });
    const waits = () => service.database.read.countBy(VerificationFallback, { verification: In(ids) });
    await purge();
    expect([await left(), await waits()]).toEqual([2, 3]);
    service.clock.advance(AGE_SECONDS);
    await service.app.get(Sweepers).runOnce('verifications that expire');
    await tell();
    await purge();
    expect([await left(), await waits()]).toEqual([0, 0]);
    expect(await service.api.get(`${root}/${ids[0]}`, { token })).toAnswer(404);
  });

  it('waits for news that is on its way to a webhook', async () => {
    const receiver = await Receiver.start();
    onTestFinished(() => receiver.close());
    receiver.behave('/', { status: 500 });
    const owner = await newOwner(service);
    await register(service, owner, receiver.url());
    await sendTwo(owner);
    service.clock.advance(AGE_SECONDS);
    await purge();
    expect(await messagesOf(owner)).toHaveLength(2);
    await deliver(service);
    await purge();
    expect(await messagesOf(owner)).toHaveLength(2);
    receiver.behave('/', { status: 200 });
    for (let round = 0; round < 8; round++) await deliver(service, 3600);
    await purge();
    expect(await messagesOf(owner)).toEqual([]);
    for (const entity of [WebhookDelivery, WebhookEvent])
      expect(await service.database.read.countBy(entity, { userId: owner.userId })).toBe(0);
    expect(await service.database.read.count(WebhookAttempt)).toBe(0);
  });

  it('takes a callback for a message that is gone as one for a message nobody knows', async () => {
    const account = await createAccount(service);
    const [first] = await sendTwo(account);
    await tell();
    service.clock.advance(AGE_SECONDS);
    await purge();
    service.clock.reset();
    const outcome = await service.gateway.callback(first?.gatewayMessageId ?? '', 'failed', 'late');
    expect(outcome).toMatchObject({ taken: true, answered: 200 });
  });
});

describe.runIf(inject('engine') === 'mysql')('several instances', () => {
  it('purge each message once', async () => {
    const { gateway, clock } = service;
    const databaseUrl = service.config.DATABASE_URL;
    const other = await startTestService({ env: ENV, databaseUrl, gateway, clock });
    const accounts = await Promise.all(Array.from({ length: 4 }, () => createAccount(service)));
    for (const account of accounts) for (let i = 0; i < 5; i++) await send(account);
    await service.gateway.drain();
    await tell();
    service.clock.advance(AGE_SECONDS);
    await Promise.all([purge(), purge(other), purge(), purge(other)]);
    await purge();
    for (const account of accounts) expect(await messagesOf(account)).toEqual([]);
    await other.close();
  });
});
