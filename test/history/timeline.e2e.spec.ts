import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator } from '../../simulator/gateway.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import type { MessageTimeline, TimelineEvent } from '../../src/history/timeline.dto.js';
import { Message } from '../../src/otp/message.entities.js';
import { Recovery } from '../../src/otp/recovery.js';
import { type Reported, signedCallback } from '../callbacks/signed-callback.js';
import { addDevice } from '../gateway/devices.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { quietPort } from '../support/services/quiet-port.js';
import { RunningClock } from '../support/test-clock.js';
import { userToken } from '../support/tokens.js';
import { Receiver } from '../webhook/receiver.js';
import { deliver, newOwner, register, WEBHOOK_ENV } from '../webhook/support.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { RECOVERY_SECONDS: '3600' }, clock: new RunningClock() });
});
afterAll(() => service.close());
afterEach(() => {
  service.clock.reset();
  service.gateway.behave({ lookup: 'normal' });
});
keepBooks(() => service);

const PAST_LEASE_SECONDS = 26;

async function send(account: Account, key = account.key, body = sendBody()): Promise<string> {
  const answer = await service.api.post('/api/otp/send', body, { token: key });
  expect(answer).toAnswer(200);
  return (answer.body.data as { message_id: string }).message_id;
}

const newest = ({ userId }: Account) =>
  service.database.read.findOneOrFail(Message, { where: { userId }, order: { id: 'DESC' } });

const get = (id: string, token: string, room = 'otp') =>
  service.api.get(`/api/${room}/messages/${encodeURIComponent(id)}`, { token });

async function timelineOf(id: string, token: string, room?: string): Promise<MessageTimeline> {
  const answer = await get(id, token, room);
  expect(answer).toAnswer(200);
  return answer.body.data;
}

async function callback(id: string, status: Reported, error: string | null = null): Promise<void> {
  const event = { event: 'message.status', payload: { id, status, error } };
  const secret = service.config.webhookSecrets[0] ?? '';
  const { raw, headers } = signedCallback(event, secret, service.clock.now());
  const answer = await service.api.post('/api/webhook/gateway', undefined, { raw, headers });
  expect(answer).toAnswer(200);
}

async function recover(afterSeconds = PAST_LEASE_SECONDS): Promise<void> {
  service.clock.advance(afterSeconds);
  await service.app.get(Recovery).sweep();
}

/** The story in a few words: type, and what it says. */
function words(event: TimelineEvent): string {
  switch (event.type) {
    case 'accepted':
      return event.type;
    case 'ledger':
      return `${event.kind} ${event.amount} = ${event.balance_after}`;
    case 'attempt':
      return `attempt ${event.outcome}`;
    case 'callback':
      return `callback ${event.status} ${event.applied ? 'applied' : 'ignored'} x${event.times}`;
    case 'recovery':
      return `recovery ${event.outcome} ${event.status}`;
    case 'status':
      return `status ${event.status}`;
    case 'converted':
      return event.type;
    case 'webhook':
      return `webhook ${event.event} ${event.state}`;
    case 'webhook_attempt':
      return `webhook ${event.event} answered ${event.status_code ?? event.error}`;
    default:
      return event satisfies never;
  }
}
const story = ({ events }: MessageTimeline) => events.map(words);
const eventOf = <Type extends TimelineEvent['type']>({ events }: MessageTimeline, type: Type) =>
  events.filter((event): event is Extract<TimelineEvent, { type: Type }> => event.type === type);

describe('the timeline of a message', () => {
  it('tells a delivery from the charge to the callbacks, however often they came', async () => {
    const account = await createAccount(service, 1000);
    const id = await send(account);
    for (const status of ['sent', 'delivered', 'delivered', 'failed', 'sent', 'delivered'] as const)
      await callback(id, status);
    const timeline = await timelineOf(id, account.key);
    expect(story(timeline)).toEqual([
      'accepted',
      'charge -200 = 800',
      'attempt accepted',
      'status sent',
      'callback sent ignored x2',
      'callback delivered applied x3',
      'status delivered',
      'callback failed ignored x1',
    ]);
    const { reference, recipientMasked } = await newest(account);
    expect(timeline).toMatchObject({
      message_id: id,
      reference,
      livemode: true,
      status: 'delivered',
      recipient: recipientMasked,
      company_name: 'Toko Uji',
      credit_used: 200,
      error_message: null,
      reason: null,
    });
    expect(eventOf(timeline, 'attempt')).toMatchObject([
      { device: 'gateway', outcome: 'accepted', message_id: id, error: null },
    ]);
  });

  it('keeps three rows at most of callbacks that come at once, and counts each of them', async () => {
    const account = await createAccount(service);
    const id = await send(account);
    const reports = Array.from({ length: 12 }, (_, i) => (['sent', 'delivered', 'failed'] as const)[i % 3]);
    await Promise.all(reports.map((status) => callback(id, status ?? 'sent')));
    const callbacks = eventOf(await timelineOf(id, account.key), 'callback');
    expect(callbacks.map(({ status, times }) => [status, times]).toSorted()).toEqual([
      ['delivered', 4],
      ['failed', 4],
      ['sent', 4],
    ]);
    expect(callbacks.find(({ status }) => status === 'delivered')?.applied).toBe(true);
  });

  it('tells a failure with the gateway’s words and the refund', async () => {
    const account = await createAccount(service, 200);
    const id = await send(account);
    await callback(id, 'failed', 'nomor 081234567890 tidak aktif');
    const timeline = await timelineOf(id, account.key);
    expect(story(timeline)).toEqual([
      'accepted',
      'charge -200 = 0',
      'attempt accepted',
      'status sent',
      'callback failed applied x1',
      'status failed',
      'refund 200 = 200',
    ]);
    const why = { reason: 'unknown' };
    expect(timeline).toMatchObject({ credit_used: 0, error_message: 'nomor **** tidak aktif', ...why });
    expect(eventOf(timeline, 'callback')).toMatchObject([{ error: 'nomor **** tidak aktif', ...why }]);
  });

  it('tells a callback that came before the send’s own answer, at the time it came', async () => {
    const account = await createAccount(service, 1000);
    service.gateway.script([{ answerDelayMs: 3000 }]);
    const before = service.gateway.accepted.length;
    const sending = send(account);
    await expect.poll(() => service.gateway.accepted.length).toBe(before + 1);
    // Without our reference: nobody knows that id yet.
    await callback(service.gateway.accepted.at(-1)?.id ?? '', 'delivered');
    const came = service.clock.now();
    const timeline = await timelineOf(await sending, account.key);
    expect(story(timeline)).toEqual([
      'accepted',
      'charge -200 = 800',
      'attempt accepted',
      'callback delivered applied x1',
      'status sent',
      'status delivered',
    ]);
    const [callbackEvent] = eventOf(timeline, 'callback');
    expect(new Date(callbackEvent?.at_utc ?? '').getTime()).toBeLessThanOrEqual(came.getTime());
  });

  it('tells an unknown outcome while it is unknown, by our reference', async () => {
    const account = await createAccount(service, 200);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    const { reference } = await newest(account);
    const timeline = await timelineOf(reference, account.key);
    expect(timeline).toMatchObject({ message_id: null, reference, status: 'pending', credit_used: 200 });
    expect(timeline.reason).toBe('gateway_fault');
    expect(eventOf(timeline, 'attempt')).toMatchObject([{ reason: 'gateway_fault' }]);
    expect(story(timeline)).toEqual(['accepted', 'charge -200 = 0', 'attempt unknown']);
  });

  it.each([
    ['found', 'after', 'normal', null, ['recovery found sent', 'status sent']],
    [
      'never_accepted',
      'before',
      'normal',
      'gateway_fault',
      ['recovery never_accepted failed', 'status failed', 'refund 200 = 200'],
    ],
    [
      'expired',
      'after',
      'unavailable',
      'expired',
      ['recovery expired failed', 'status failed', 'refund 200 = 200'],
    ],
  ] as const)('tells what the recovery settled: %s', async (_, dropAnswer, lookup, reason, end) => {
    const account = await createAccount(service, 200);
    service.gateway.script([{ dropAnswer }]);
    service.gateway.behave({ lookup });
    await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    await recover(lookup === 'normal' ? PAST_LEASE_SECONDS : 1000);
    const { reference } = await newest(account);
    const timeline = await timelineOf(reference, account.key);
    expect(story(timeline).slice(0, 3)).toEqual(['accepted', 'charge -200 = 0', 'attempt unknown']);
    expect(story(timeline).slice(3)).toEqual(end);
    expect(eventOf(timeline, 'recovery')).toMatchObject([{ applied: true, reason }]);
    expect(timeline.reason).toBe(reason);
  });

  it('writes every moment in the zone of the service and in UTC', async () => {
    const account = await createAccount(service);
    const timeline = await timelineOf(await send(account), account.key);
    const moments = timeline.events.map(({ at, at_utc }) => ({ at, at_utc }));
    for (const { at, at_utc } of [...moments, { at: timeline.created_at, at_utc: timeline.created_at_utc }]) {
      expect(at_utc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(new Date(`${at.replace(' ', 'T')}+07:00`).getTime()).toBe(
        Math.floor(new Date(at_utc).getTime() / 1000) * 1000,
      );
    }
    expect(moments.map(({ at_utc }) => at_utc)).toEqual(moments.map(({ at_utc }) => at_utc).toSorted());
  });

  it('tells a test key’s message without charge or device', async () => {
    const account = await createAccount(service);
    const { key } = await service.app
      .get(ApiKeysService)
      .create(account.userId, { name: 'uji', mode: 'test' });
    const timeline = await timelineOf(await send(account, key), key);
    expect(timeline).toMatchObject({ livemode: false, credit_used: 0 });
    expect(eventOf(timeline, 'ledger')).toEqual([]);
    expect(eventOf(timeline, 'attempt')).toEqual([]);
  });
});

describe('what follows from a message', () => {
  let own: TestService;
  let receiver: Receiver;
  beforeAll(async () => {
    own = await startTestService({ env: WEBHOOK_ENV });
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await receiver.close();
    await own.close();
  });

  it('is told with every call of a webhook and when the next one is due', async () => {
    const owner = await newOwner(own);
    receiver.behave('/down', { status: 500 });
    await register(own, owner, receiver.url('/down'), ['otp.sent']);
    const sent = await own.api.post('/api/otp/send', sendBody(), { token: owner.key });
    const { message_id: id } = sent.body.data as { message_id: string };
    await deliver(own);
    receiver.behave('/down', { status: 204 });
    const answer = await own.api.get(`/api/otp/messages/${id}`, { token: owner.key });
    const before = eventOf(answer.body.data, 'webhook');
    expect(before).toMatchObject([
      {
        event: 'otp.sent',
        url: receiver.url('/down'),
        webhook_id: expect.stringMatching(/^evt_/) as string,
        state: 'pending',
      },
    ]);
    const waitMs = new Date(before[0]?.next_attempt_at_utc ?? '').getTime() - own.clock.now().getTime();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(10_000);
    await deliver(own, 15);
    const { body } = await own.api.get(`/api/account/messages/${id}`, { token: owner.token });
    const timeline = body.data as MessageTimeline;
    expect(story(timeline).slice(-4)).toEqual([
      'status sent',
      'webhook otp.sent delivered',
      'webhook otp.sent answered 500',
      'webhook otp.sent answered 204',
    ]);
    expect(eventOf(timeline, 'webhook')).toMatchObject([
      { next_attempt_at: null, next_attempt_at_utc: null },
    ]);
    expect(eventOf(timeline, 'webhook_attempt')).toMatchObject([
      { latency_ms: expect.any(Number) as number },
      { webhook_id: before[0]?.webhook_id, cause: null, error: null },
    ]);
  });

  it('is told with why a webhook did not answer, as the closed list has it', async () => {
    const owner = await newOwner(own);
    const port = await quietPort();
    await register(own, owner, `http://127.0.0.1:${port}/`, ['otp.sent']);
    const sent = await own.api.post('/api/otp/send', sendBody(), { token: owner.key });
    const { message_id: id } = sent.body.data as { message_id: string };
    await deliver(own);
    const answer = await own.api.get(`/api/otp/messages/${id}`, { token: owner.key });
    expect(eventOf(answer.body.data, 'webhook_attempt')).toMatchObject([
      {
        status_code: null,
        cause: 'refused',
        error: expect.stringContaining('ECONNREFUSED') as string,
      },
    ]);
  });

  it('is told when its code was checked and right', async () => {
    const owner = await newOwner(own);
    const { phone, otp_code, ...rest } = sendBody();
    const sent = await own.api.post('/api/otp/send', { phone, otp_code, ...rest }, { token: owner.key });
    const { message_id: id } = sent.body.data as { message_id: string };
    own.clock.advance(1);
    const checked = await own.api.post('/api/otp/check', { phone, otp_code }, { token: owner.key });
    expect(checked.body.data).toMatchObject({ valid: true });
    const answer = await own.api.get(`/api/otp/messages/${id}`, { token: owner.key });
    expect(story(answer.body.data).at(-1)).toBe('converted');
  });
});

describe('a message tried at two devices', () => {
  it('shows both by name and outcome, and nothing of how they are reached', async () => {
    const second = await startSimulator({ switches: { timeline: 'none' }, token: 'second-device-token' });
    const own = await startTestService({
      switches: { refuse: { status: 400, error: 'nomor 6281234567890?' } },
    });
    try {
      await addDevice(own, second.url, second.token, { name: 'cadangan 081299998888' });
      const account = await createAccount(own, 1000);
      const body = sendBody();
      const sent = await own.api.post('/api/otp/send', body, { token: account.key });
      const { message_id: id } = sent.body.data as { message_id: string };
      const answer = await own.api.get(`/api/otp/messages/${id}`, { token: account.key });
      const timeline = answer.body.data as MessageTimeline;
      expect(eventOf(timeline, 'attempt')).toMatchObject([
        { device: 'gateway', outcome: 'refused', message_id: null, error: 'nomor ****?' },
        { device: 'cadangan ****', outcome: 'accepted', message_id: id, error: null },
      ]);
      const phone = String(body['phone']).slice(1);
      const secrets = [phone, String(body['otp_code']), second.token, own.gateway.token, '127.0.0.1', 'http'];
      for (const secret of [...secrets, ...own.config.webhookSecrets])
        expect(answer.text).not.toContain(secret);
    } finally {
      await own.close();
      await second.close();
    }
  });
});

describe('a timeline is shown', () => {
  it('to no other account, and not for an id that nobody has', async () => {
    const [owner, stranger] = [await createAccount(service), await createAccount(service)];
    const id = await send(owner);
    const { reference, id: number } = await newest(owner);
    const token = await userToken(service, stranger.userId);
    for (const name of [
      id,
      reference,
      String(number),
      '0',
      '9'.repeat(30),
      'nobody-has-this',
      'x'.repeat(255),
      'a/b',
      '\0',
    ])
      for (const [key, room] of [
        [stranger.key, 'otp'],
        [token, 'account'],
      ] as const) {
        const answer = await get(name, key, room);
        expect(answer, `${room} ${name}`).toAnswer(404, 'not_found');
      }
  });

  it('for no id that is longer than any gateway’s', async () => {
    const { key } = await createAccount(service);
    expect(await get('x'.repeat(256), key)).toAnswer(414);
  });

  it('to keys of the message’s own mode, and to the account in both', async () => {
    const account = await createAccount(service);
    const { key } = await service.app
      .get(ApiKeysService)
      .create(account.userId, { name: 'uji', mode: 'test' });
    const [live, test] = [await send(account), await send(account, key)];
    expect(await get(live, key)).toAnswer(404);
    expect(await get(test, account.key)).toAnswer(404);
    const token = await userToken(service, account.userId);
    expect((await timelineOf(live, token, 'account')).livemode).toBe(true);
    expect((await timelineOf(test, token, 'account')).livemode).toBe(false);
  });

  it('to administrators by the message’s number', async () => {
    const account = await createAccount(service);
    const id = await send(account);
    const message = await newest(account);
    const path = `/api/admin/messages/${message.id}`;
    const login = await service.api.post('/api/auth/login', {
      username: 'admin',
      password: 'admin-password',
    });
    const { token } = login.body.data as { token: string };
    const answer = await service.api.get(path, { token });
    expect(answer.body.data).toMatchObject({ id: message.id, message_id: id });
    const own = await userToken(service, account.userId);
    expect(await service.api.get(path, { token: own })).toAnswer(403);
    expect(await service.api.get('/api/admin/messages/999999999', { token })).toAnswer(404);
  });

  it.each(['true_62812@c.us_3EB0:7=', 'a b%/ñ+?#', 'x'.repeat(255), 'ü'.repeat(255)])(
    'under the gateway’s id as it is: %s',
    async (gatewayMessageId) => {
      const account = await createAccount(service);
      await send(account);
      const { id } = await newest(account);
      await service.database.tx((tx) => tx.update(Message, { id }, { gatewayMessageId }));
      expect(await timelineOf(gatewayMessageId, account.key)).toMatchObject({
        id,
        message_id: gatewayMessageId,
      });
    },
  );

  it('of the newest, when two gateways gave one id', async () => {
    const account = await createAccount(service);
    await send(account);
    await send(account);
    const { id } = await newest(account);
    await service.database.tx((tx) =>
      tx.update(Message, { userId: account.userId }, { gatewayMessageId: 'the-same-id' }),
    );
    expect((await timelineOf('the-same-id', account.key)).id).toBe(id);
  });

  it('where the history links to it', async () => {
    const account = await createAccount(service);
    const id = await send(account);
    const { reference } = await newest(account);
    const answer = await service.api.get('/api/otp/history', { token: account.key });
    expect(answer.body.data).toMatchObject({ items: [{ message_id: id, reference }] });
  });

  it('where the ledger links to it', async () => {
    const account = await createAccount(service);
    const id = await send(account);
    const token = await userToken(service, account.userId);
    const { body } = await service.api.get('/api/account/credit/entries', { token });
    const { message_id: number } = (body.data as { items: { message_id: number }[] }).items[0] ?? {};
    expect((await timelineOf(String(number), token, 'account')).message_id).toBe(id);
  });
});
