import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { CallbackInbox } from '../../src/otp/index.js';
import { InboxEntry, Message } from '../../src/otp/message.entities.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { holdAnswer } from '../support/gates.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.clock.reset();
  vi.restoreAllMocks();
});
keepBooks(() => service);

const ADDRESS = '/api/webhook/gateway';

async function sent(account: Account): Promise<string> {
  const { body } = await service.api.post('/api/otp/send', sendBody(), { token: account.key });
  return (body.data as { message_id: string }).message_id;
}

const statusOf = async (id: string) =>
  (await service.database.read.findOneByOrFail(Message, { gatewayMessageId: id })).status;

function signed(
  payload: object,
  { secret = service.config.webhookSecrets[0] ?? '', at = service.clock.now() } = {},
) {
  const raw = JSON.stringify(payload);
  const id = `msg_${Math.random()}`;
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(id, at, raw),
  };
  return { raw, headers };
}

const event = (id: string, status: string, error: string | null = null) => ({
  event: 'message.status',
  payload: { id, status, error },
});

const call = (payload: object, options?: Parameters<typeof signed>[1]) =>
  service.api.post(ADDRESS, undefined, signed(payload, options));

describe('a callback of the gateway', () => {
  it('moves a message from sent to delivered', async () => {
    const account = await createAccount(service);
    const id = await sent(account);
    const answer = await call(event(id, 'delivered'));
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual({ success: true });
    expect(await statusOf(id)).toBe('delivered');
    const history = await service.api.get('/api/otp/history', { token: account.key });
    expect(history.body.data).toMatchObject({ items: [{ status: 'delivered', credit_used: 200 }] });
  });

  it('is harmless when repeated or out of order', async () => {
    const id = await sent(await createAccount(service));
    for (const status of ['delivered', 'sent', 'failed', 'delivered', 'sent']) await call(event(id, status));
    expect(await statusOf(id)).toBe('delivered');
  });

  it('refunds a late failure exactly once, however often and at once it comes', async () => {
    const account = await createAccount(service, 200);
    const id = await sent(account);
    await Promise.all(Array.from({ length: 6 }, () => call(event(id, 'failed', 'expired'))));
    expect(await statusOf(id)).toBe('failed');
    const refunds = await service.database.read.countBy(CreditEntry, {
      userId: account.userId,
      kind: 'refund',
    });
    expect(refunds).toBe(1);
    expect((await service.api.get('/api/otp/credit', { token: account.key })).body.data).toMatchObject({
      credit_balance: 200,
    });
  });

  it('lets the refund stand when delivered proves a failure wrong', async () => {
    const account = await createAccount(service, 200);
    const id = await sent(account);
    await call(event(id, 'failed'));
    await call(event(id, 'delivered'));
    expect(await statusOf(id)).toBe('delivered');
    expect((await service.api.get('/api/otp/credit', { token: account.key })).body.data).toMatchObject({
      credit_balance: 200,
    });
    const history = await service.api.get('/api/otp/history', { token: account.key });
    expect(history.body.data).toMatchObject({ items: [{ status: 'delivered', credit_used: 0 }] });
  });

  it('says why a message failed, by its reason or by its words, until it was delivered after all', async () => {
    const account = await createAccount(service);
    const reasons = async () => {
      const { body } = await service.api.get('/api/otp/history', { token: account.key });
      return (body.data as { items: { reason: string | null }[] }).items.map(({ reason }) => reason);
    };
    const [first, second] = [await sent(account), await sent(account)];
    const payload = { id: first, status: 'failed', error: 'x', reason: 'blocked_by_recipient' };
    await call({ event: 'message.status', payload });
    await call(event(second, 'failed', 'number is not on WhatsApp'));
    expect(await reasons()).toEqual(['not_on_whatsapp', 'blocked_by_recipient']);
    await call(event(second, 'delivered'));
    expect(await reasons()).toEqual([null, 'blocked_by_recipient']);
  });

  it('keeps its reason while it waits for its message', async () => {
    const account = await createAccount(service);
    service.gateway.script([{ timeline: 'none' }]);
    const answer = holdAnswer(service);
    const sending = sent(account);
    await answer.arrived;
    const id = service.gateway.accepted.at(-1)?.id ?? '';
    await call({ event: 'message.status', payload: { id, status: 'failed', reason: 'recipient_limit' } });
    expect(await service.database.read.countBy(InboxEntry, { gatewayMessageId: id })).toBe(1);
    answer.letGo();
    expect(await sending).toBe(id);
    const message = await service.database.read.findOneByOrFail(Message, { gatewayMessageId: id });
    expect(message).toMatchObject({ status: 'failed', failureReason: 'recipient_limit' });
  });

  it('refunds no failure that is older than the refund window', async () => {
    const account = await createAccount(service, 200);
    const id = await sent(account);
    service.clock.advance(73 * 3600);
    await call(event(id, 'failed'));
    expect(await statusOf(id)).toBe('failed');
    expect((await service.api.get('/api/otp/credit', { token: account.key })).body.data).toMatchObject({
      credit_balance: 0,
    });
  });

  it('is applied when it comes before the send’s own answer', async () => {
    const account = await createAccount(service);
    service.gateway.script([{ callbackOrder: 'early', timeline: 'delivered', answerDelayMs: 50 }]);
    const id = await sent(account);
    expect(await statusOf(id)).toBe('delivered');
    expect(await service.database.read.countBy(InboxEntry, { gatewayMessageId: id })).toBe(0);
  });

  it('resolves a send whose answer was lost, by our reference', async () => {
    const account = await createAccount(service);
    service.gateway.script([{ dropAnswer: 'after', timeline: 'delivered' }]);
    const answer = await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    expect(answer.body.code).toBe('gateway_unknown');
    await service.gateway.drain();
    const message = await service.database.read.findOneByOrFail(Message, { userId: account.userId });
    expect(message.status).toBe('delivered');
  });

  it('is of the message that it names, where several have its id', async () => {
    const account = await createAccount(service, 600);
    await sent(account);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    await sent(account);
    const { read } = service.database;
    const messages = () => read.find(Message, { where: { userId: account.userId }, order: { id: 'ASC' } });
    const [first, pending, last] = await messages();
    const id = `1-${account.userId}`;
    for (const message of [first, last])
      await service.database.tx((tx) => tx.update(Message, { id: message?.id }, { gatewayMessageId: id }));
    const statuses = async () => (await messages()).map(({ status }) => status);
    expect(await statuses()).toEqual(['sent', 'pending', 'sent']);
    for (const { reference } of [first, pending].flatMap((message) => message ?? []))
      expect(
        await call({ event: 'message.status', payload: { id, status: 'delivered', reference } }),
      ).toAnswer(200);
    expect(await statuses()).toEqual(['delivered', 'delivered', 'sent']);
    expect(await call(event(id, 'failed'))).toAnswer(200);
    expect(await statuses()).toEqual(['delivered', 'delivered', 'failed']);
  });

  it('brings home what came without our reference before it', async () => {
    const account = await createAccount(service, 200);
    service.gateway.behave({ dropAnswer: 'after' });
    await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    service.gateway.behave({ dropAnswer: 'never' });
    const { id = '', reference } = service.gateway.accepted.at(-1) ?? {};
    await call(event(id, 'failed', 'expired'));
    const { payload, ...named } = event(id, 'sent');
    await call({ ...named, payload: { ...payload, reference } });
    expect(await statusOf(id)).toBe('failed');
    const { body } = await service.api.get('/api/otp/credit', { token: account.key });
    expect(body.data).toMatchObject({ credit_balance: 200 });
  });

  it('is stored and answered 200 when nobody knows the id', async () => {
    const answer = await call(event('nobody-knows', 'delivered'));
    expect(answer).toAnswer(200);
    expect(await service.database.read.countBy(InboxEntry, { gatewayMessageId: 'nobody-knows' })).toBe(1);
  });

  it('is forgotten when nobody came for it in time', async () => {
    await call(event('never-claimed', 'sent'));
    service.clock.advance(73 * 3600);
    await service.app.get(Sweepers).runOnce('the purge of callbacks without a message');
    expect(await service.database.read.countBy(InboxEntry, { gatewayMessageId: 'never-claimed' })).toBe(0);
  });

  it('is brought home by the sweep when a crash left it waiting', async () => {
    const id = await sent(await createAccount(service));
    await service.database.tx((tx) =>
      tx.insert(InboxEntry, {
        deviceId: null,
        gatewayMessageId: id,
        reference: null,
        status: 'delivered',
        error: null,
        receivedAt: service.clock.now(),
      }),
    );
    await service.app.get(CallbackInbox).sweep();
    expect(await statusOf(id)).toBe('delivered');
  });

  it('changes nothing when it is forged, stale, altered or unsigned', async () => {
    const id = await sent(await createAccount(service));
    const genuine = signed(event(id, 'failed'));
    const stale = new Date(service.clock.now().getTime() - 301_000);
    const forgeries = [
      signed(event(id, 'failed'), { secret: 'another-secret-0000000' }),
      signed(event(id, 'failed'), { at: stale }),
      { ...genuine, raw: genuine.raw.replace('failed', 'delivered') },
      { ...genuine, raw: JSON.stringify(JSON.parse(genuine.raw), null, 1) },
      { raw: genuine.raw, headers: {} },
    ];
    for (const forgery of forgeries) {
      const answer = await service.api.post(ADDRESS, undefined, forgery);
      expect(answer).toAnswer(401, 'signature_invalid');
    }
    expect(await statusOf(id)).toBe('sent');
  });

  it('is refused when it is authentic but not of the event’s shape', async () => {
    for (const payload of [
      {},
      { event: 'message.status' },
      event('x', 'read'),
      event('', 'sent'),
      { event: 1, payload: {} },
    ]) {
      const answer = await call(payload);
      expect(answer).toAnswer(400, 'callback_invalid');
    }
  });
});
