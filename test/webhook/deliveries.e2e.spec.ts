import { describe, expect, it } from 'vitest';
import { Message } from '../../src/otp/message.entities.js';
import { firstDataKey } from '../../src/platform/security/data-keys.rules.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { DeliveryReader } from '../../src/webhook/index.js';
import { RETRY_SECONDS } from '../../src/webhook/retries.rules.js';
import { WebhookEndpoint } from '../../src/webhook/webhook.entities.js';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import type { Receiver } from './receiver.js';
import { useOutbound } from './set-up.js';
import {
  dataOf,
  deliver,
  deliveriesOf,
  type Endpoint,
  happen,
  newMessageId,
  newOwner,
  type Owner,
  register,
  ROOT,
  verifies,
  WEBHOOK_ENV,
} from './support.js';

let service: TestService;
let receiver: Receiver;
let owner: Owner;
useOutbound(
  () => startTestService({ env: { ...WEBHOOK_ENV, RECOVERY_SECONDS: '3600' } }),
  (ready) => ({ service, receiver, owner } = ready),
);

describe('an event', () => {
  it('of a send reaches the account’s endpoint, signed as Standard Webhooks, without phone or code', async () => {
    const endpoint = await register(service, owner, receiver.url('/real'));
    const body = sendBody();
    const sent = await service.api.post('/api/otp/send', body, { token: owner.key });
    const { message_id } = dataOf<{ message_id: string }>(sent);
    const callback = signedCallback(
      statusEvent(message_id, 'delivered'),
      service.config.webhookSecrets[0] ?? '',
      service.clock.now(),
    );
    await service.api.post('/api/webhook/gateway', undefined, callback);
    await deliver(service);

    const deliveries = receiver.at('/real');
    expect(deliveries.map((delivered) => verifies(endpoint.secret, delivered))).toEqual([true, true]);
    expect(receiver.bodiesAt('/real')).toMatchObject([
      { type: 'otp.sent', livemode: true, data: { message_id, status: 'sent', credit_used: 200 } },
      { type: 'otp.delivered', livemode: true, data: { message_id, status: 'delivered' } },
    ]);
    const log = await deliveriesOf(service, owner, endpoint);
    expect(log.map((logged) => logged.body).reverse()).toEqual(deliveries.map((delivered) => delivered.body));
    const texts = deliveries.map((delivered) => delivered.body).join('');
    expect(texts).not.toContain(String(body['otp_code']));
    expect(texts).not.toContain(String(body['phone']).slice(1));
    const { id } = await service.database.read.findOneByOrFail(Message, { userId: owner.userId });
    const story = await service.app.get(DeliveryReader).ofMessage(id);
    expect(story).toMatchObject([
      { type: 'otp.sent', deliveries: [{ url: receiver.url('/real'), attempts: [{ status: 200 }] }] },
      { type: 'otp.delivered', deliveries: [{ state: 'delivered', attempts: [{ error: null }] }] },
    ]);
    expect(story.map(({ reference }) => reference)).toEqual(
      deliveries.map(({ headers }) => headers['webhook-id']),
    );
  });

  it('goes to each endpoint of its account that wants it, and to nobody else', async () => {
    await register(service, owner, receiver.url('/all'));
    await register(service, owner, receiver.url('/failed'), ['otp.failed']);
    await register(service, await newOwner(service), receiver.url('/stranger'));
    await happen(service, owner.userId, { type: 'otp.sent', messageId: newMessageId(), livemode: false });
    await deliver(service);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/all']);
    expect(receiver.bodiesAt('/all')).toMatchObject([{ livemode: false }]);
  });

  it('goes to the endpoints of its mode, and to those that take both', async () => {
    const made = async (path: string, mode?: string | null) => {
      const answer = await service.api.post(ROOT, { url: receiver.url(path), mode }, { token: owner.token });
      expect(answer).toAnswer(201);
      return dataOf<Endpoint & { mode: string }>(answer);
    };
    const live = await made('/live', 'live');
    const test = await made('/test', 'test');
    const both = [await made('/both', 'both'), await made('/null', null), await made('/without')];
    expect([live, test, ...both].map(({ mode }) => mode)).toEqual(['live', 'test', 'both', 'both', 'both']);
    for (const livemode of [true, false]) await happen(service, owner.userId, { livemode });
    await deliver(service);
    const modesAt = (path: string) =>
      (receiver.bodiesAt(path) as { livemode: boolean }[]).map(({ livemode }) => livemode).sort();
    expect(modesAt('/live')).toEqual([true]);
    expect(modesAt('/test')).toEqual([false]);
    for (const path of ['/both', '/null', '/without']) expect(modesAt(path)).toEqual([false, true]);

    const changed = await service.api.patch(`${ROOT}/${live.id}`, { mode: 'both' }, { token: owner.token });
    expect(dataOf<{ mode: string }>(changed).mode).toBe('both');
    const kept = await service.api.patch(`${ROOT}/${test.id}`, { events: null }, { token: owner.token });
    expect(dataOf<{ mode: string }>(kept).mode).toBe('test');
    const wrong = await service.api.patch(`${ROOT}/${test.id}`, { mode: 'prod' }, { token: owner.token });
    expect(wrong.body.code).toBe('parameter_invalid');
  });

  it('is tried at 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, the same id and bytes each time, then failed', async () => {
    receiver.behave('/down', { status: 500, body: 'rusak\u0000\n' });
    const endpoint = await register(service, owner, receiver.url('/down'));
    await happen(service, owner.userId);
    await deliver(service);
    for (const [turn, seconds] of RETRY_SECONDS.entries()) {
      await deliver(service, seconds - 1);
      expect(receiver.at('/down'), `not before ${seconds} s`).toHaveLength(turn + 1);
      await deliver(service, 1);
      expect(receiver.at('/down'), `at ${seconds} s`).toHaveLength(turn + 2);
    }
    await deliver(service, 40_000);
    const attempts = receiver.at('/down');
    expect(attempts).toHaveLength(8);
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    expect(new Set(attempts.map(({ headers }) => headers['webhook-signature'])).size).toBe(8);
    expect(attempts.every((delivered) => verifies(endpoint.secret, delivered))).toBe(true);
    const [delivery] = await deliveriesOf(service, owner, endpoint, '?status=failed');
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(delivery?.attempts).toHaveLength(8);
    expect(delivery?.attempts[0]).toMatchObject({ status_code: 500, error: null, answer: 'rusak  ' });
  });

  it('that is answered with a redirect is a failure, and goes nowhere else', async () => {
    receiver.behave('/moved', { status: 302, headers: { location: receiver.url('/elsewhere') } });
    const endpoint = await register(service, owner, receiver.url('/moved'));
    await happen(service, owner.userId);
    await deliver(service);
    expect(receiver.at('/elsewhere')).toEqual([]);
    expect(await deliveriesOf(service, owner, endpoint)).toMatchObject([
      { status: 'pending', attempts: [{ status_code: 302 }], next_attempt_at: expect.any(String) },
    ]);
  });

  it('waits behind an earlier one of its message, to the same endpoint only, and follows at once', async () => {
    receiver.behave('/order', { status: 500 });
    const endpoint = await register(service, owner, receiver.url('/order'));
    await register(service, owner, receiver.url('/free'));
    const messageId = newMessageId();
    const ofIt = (path: string) =>
      receiver
        .bodiesAt(path)
        .filter(({ data }) => 'it' in data)
        .map(({ type }) => type);
    await happen(service, owner.userId, { type: 'otp.sent', messageId, data: { it: 1 } });
    await deliver(service);
    await happen(service, owner.userId, { type: 'otp.delivered', messageId, data: { it: 2 } });
    await happen(service, owner.userId, { type: 'otp.sent', messageId: newMessageId() });
    await deliver(service);
    expect(ofIt('/free')).toEqual(['otp.sent', 'otp.delivered']);
    expect(ofIt('/order')).toEqual(['otp.sent']);
    expect(receiver.at('/order')).toHaveLength(2);
    await deliver(service, 6);
    expect(ofIt('/order')).toEqual(['otp.sent', 'otp.sent']);
    receiver.behave('/order', { status: 204 });
    const earlier = (await deliveriesOf(service, owner, endpoint)).at(-1);
    const replay = `${ROOT}/deliveries/${earlier?.id}/replay`;
    expect(await service.api.post(replay, undefined, { token: owner.token })).toAnswer(202);
    await deliver(service);
    expect(ofIt('/order')).toEqual(['otp.sent', 'otp.sent', 'otp.sent', 'otp.delivered']);
  });

  it.each([429, 503])(
    'that is answered with %i and Retry-After leaves its endpoint alone so long',
    async (status) => {
      receiver.behave('/busy', { status, headers: { 'retry-after': '600' } });
      await register(service, owner, receiver.url('/busy'));
      await happen(service, owner.userId);
      await deliver(service);
      await happen(service, owner.userId);
      await deliver(service, 590);
      expect(receiver.at('/busy')).toHaveLength(1);
      receiver.behave('/busy', { status: 200 });
      await deliver(service, 20);
      expect(receiver.at('/busy')).toHaveLength(3);
    },
  );

  it('that nobody answers is told with its reason', async () => {
    const endpoint = await register(service, owner, 'http://127.0.0.1:9/closed');
    await happen(service, owner.userId);
    await deliver(service);
    const [delivery] = await deliveriesOf(service, owner, endpoint);
    expect(delivery?.attempts).toMatchObject([
      { status_code: null, cause: 'refused', error: 'no answer (ECONNREFUSED)', answer: null },
    ]);
  });

  it('goes out by itself within about a second', async () => {
    const prompt = await startTestService({ env: { WEBHOOK_ALLOW_PRIVATE: '1' } });
    try {
      const here = await newOwner(prompt);
      await register(prompt, here, receiver.url('/prompt'));
      await prompt.api.post('/api/otp/send', sendBody(), { token: here.key });
      await expect.poll(() => receiver.at('/prompt').length, { interval: 20 }).toBe(1);
    } finally {
      await prompt.close();
    }
  });
});

describe('secrets', () => {
  it('sign both while the old one overlaps, then the new one only', async () => {
    const endpoint = await register(service, owner, receiver.url('/rotated'));
    const { secret } = await rotate(endpoint, { overlap_seconds: 3600 });
    const signedBy = async (afterSeconds: number, secrets: string[]) => {
      await happen(service, owner.userId);
      await deliver(service, afterSeconds);
      const last = receiver.at('/rotated').at(-1);
      return secrets.map((candidate) => last !== undefined && verifies(candidate, last));
    };
    expect(await signedBy(3500, [endpoint.secret, secret])).toEqual([true, true]);
    expect(await signedBy(200, [endpoint.secret, secret])).toEqual([false, true]);
    const next = await rotate(endpoint, { overlap_seconds: 0 });
    expect(await signedBy(0, [secret, next.secret])).toEqual([false, true]);
    const tooLong = await service.api.post(
      `${ROOT}/${endpoint.id}/rotate-secret`,
      { overlap_seconds: 604_801 },
      { token: owner.token },
    );
    expect(tooLong.body.code).toBe('parameter_invalid');
  });

  it('under a lost DATA_KEY fail the attempt, and do not keep a new one from signing', async () => {
    const endpoint = await register(service, owner, receiver.url('/lost'));
    const secret = new Sealer(firstDataKey('a DATA_KEY that nobody has any more')).seal(endpoint.secret);
    await service.database.tx((tx) => tx.update(WebhookEndpoint, { id: endpoint.id }, { secret }));
    await happen(service, owner.userId);
    await deliver(service);
    const [failed] = await deliveriesOf(service, owner, endpoint);
    expect(failed?.attempts).toMatchObject([
      { status_code: null, error: 'the secret cannot be read: rotate it' },
    ]);
    const next = await rotate(endpoint, { overlap_seconds: 3600 });
    await deliver(service, 10);
    expect(receiver.at('/lost').map((delivered) => verifies(next.secret, delivered))).toEqual([true]);
  });

  async function rotate({ id }: Endpoint, body: object): Promise<Endpoint> {
    const token = await userToken(service, owner.userId);
    return dataOf<Endpoint>(await service.api.post(`${ROOT}/${id}/rotate-secret`, body, { token }));
  }
});
