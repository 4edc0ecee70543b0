import { describe, expect, it } from 'vitest';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { DeliveryWorker } from '../../src/webhook/delivery-worker.js';
import { EventFanOut } from '../../src/webhook/event-fan-out.js';
import { WebhookDelivery, WebhookEndpoint, WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Receiver } from './receiver.js';
import { useOutbound } from './set-up.js';
import {
  dataOf,
  deliver,
  deliveriesOf,
  type Delivery,
  happen,
  newMessageId,
  newOwner,
  type Owner,
  register,
  ROOT,
  verifies,
  WEBHOOK_ENV,
} from './support.js';

let service: TestApp;
let receiver: Receiver;
let owner: Owner;
useOutbound(
  // What hangs in a test hangs until it is let go.
  () => startTestApp({ env: { ...WEBHOOK_ENV, WEBHOOK_TIMEOUT_MS: '60000' } }),
  (ready) => ({ service, receiver, owner } = ready),
);

describe('what the owner asks for', () => {
  const post = (path: string, body?: object) =>
    service.api.post(`${ROOT}/${path}`, body, { token: owner.token });

  it('a test event goes out at once, signed, to that endpoint only, whatever it chose', async () => {
    const endpoint = await register(service, owner, receiver.url('/test'), ['otp.failed']);
    await register(service, owner, receiver.url('/other'));
    const answer = await post(`${endpoint.id}/test`);
    expect(answer).toAnswer(202);
    await expect.poll(() => receiver.received.length, { interval: 10 }).toBe(1);
    const [delivered] = receiver.at('/test');
    expect(delivered && verifies(endpoint.secret, delivered)).toBe(true);
    expect(receiver.bodiesAt('/test')).toMatchObject([{ type: 'webhook.test', livemode: false }]);
    await deliver(service);
    expect(await deliveriesOf(service, owner, endpoint)).toMatchObject([
      {
        id: dataOf<Delivery>(answer).id,
        event_id: delivered?.headers['webhook-id'],
        type: 'webhook.test',
        status: 'delivered',
        attempts: [{ status_code: 200, answer: 'ok' }],
      },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  it('a test leaves nothing once its log is purged', async () => {
    const endpoint = await register(service, owner, receiver.url('/test'));
    await post(`${endpoint.id}/test`);
    await deliver(service);
    const ofOwner = { userId: owner.userId };
    expect(await service.database.read.countBy(WebhookEvent, ofOwner)).toBe(1);
    service.clock.advance(31 * 86_400);
    await service.app.get(Sweepers).runOnce('the purge of old webhook deliveries');
    expect(await service.database.read.countBy(WebhookDelivery, ofOwner)).toBe(0);
    expect(await service.database.read.countBy(WebhookEvent, ofOwner)).toBe(0);
  });

  it('a replay leaves a later event that is being attempted to that', async () => {
    const endpoint = await register(service, owner, receiver.url('/order'));
    const messageId = newMessageId();
    await happen(service, owner.userId, { messageId, type: 'otp.sent' });
    await deliver(service);
    receiver.behave('/order', 'hang');
    await happen(service, owner.userId, { messageId, type: 'otp.delivered' });
    await service.app.get(DeliveryWorker).runOnce();
    await expect.poll(() => receiver.at('/order').length, { interval: 10 }).toBe(2);
    const [later, first] = await deliveriesOf(service, owner, endpoint);
    const dueOf = async () =>
      (await service.database.read.findOneByOrFail(WebhookDelivery, { id: later?.id })).dueAt;
    const due = await dueOf();
    receiver.behave('/order', { status: 200 });
    expect(await post(`deliveries/${first?.id}/replay`)).toAnswer(202);
    await expect.poll(async () => (await deliveriesOf(service, owner, endpoint))[1]?.attempts.length).toBe(2);
    expect(await dueOf()).toEqual(due);
    receiver.hangUp();
    await service.app.get(DeliveryWorker).idle();
    await deliver(service, 3600);
    expect(receiver.at('/order')).toHaveLength(4);
  });

  it('test events are limited', async () => {
    const endpoint = await register(service, owner, receiver.url('/limited'));
    const statuses: number[] = [];
    for (let turn = 0; turn < 31; turn++) statuses.push((await post(`${endpoint.id}/test`)).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    await deliver(service);
  });

  it('one delivery is replayed with its id and bytes', async () => {
    const endpoint = await register(service, owner, receiver.url('/again'));
    await happen(service, owner.userId);
    await deliver(service);
    const [first] = await deliveriesOf(service, owner, endpoint);
    const answer = await post(`deliveries/${first?.id}/replay`);
    expect(answer).toAnswer(202);
    await deliver(service);
    const [one, two] = receiver.at('/again');
    expect(receiver.at('/again')).toHaveLength(2);
    expect([two?.headers['webhook-id'], two?.body]).toEqual([one?.headers['webhook-id'], one?.body]);
    const [again] = await deliveriesOf(service, owner, endpoint);
    expect(again?.attempts).toHaveLength(2);
  });

  it('all that failed since a time is replayed, what was delivered is not', async () => {
    const endpoint = await register(service, owner, receiver.url('/since'));
    const other = await newOwner(service);
    await happen(service, owner.userId);
    await deliver(service);
    receiver.behave('/since', { status: 500 });
    await happen(service, owner.userId, { data: { nth: 'before' } });
    await deliver(service);
    // Its second attempt; the third is minutes away.
    await deliver(service, 10);
    service.clock.advance(60);
    const since = service.clock.now().toISOString();
    await happen(service, owner.userId, { data: { nth: 'first' } });
    await happen(service, owner.userId, { data: { nth: 'second' } });
    await deliver(service);
    receiver.behave('/since', { status: 200 });
    receiver.received.length = 0;
    const foreign = await service.api.post(
      `${ROOT}/${endpoint.id}/replay`,
      { since },
      { token: other.token },
    );
    expect(foreign).toAnswer(404);
    const answer = await post(`${endpoint.id}/replay`, { since });
    expect(dataOf(answer)).toEqual({ replayed: 2, has_more: false });
    await expect.poll(() => receiver.at('/since').length, { interval: 10 }).toBeGreaterThanOrEqual(2);
    await deliver(service);
    const replayed = receiver.bodiesAt('/since').map(({ data }) => data);
    expect(replayed).toEqual(expect.arrayContaining([{ nth: 'first' }, { nth: 'second' }]));
    expect((await post(`${endpoint.id}/replay`, { since: 'kemarin' })).body.code).toBe('parameter_invalid');
  });

  it('all that failed since the endpoint began to fail includes the delivery that it began with', async () => {
    const endpoint = await register(service, owner, receiver.url('/first'));
    receiver.behave('/first', { status: 500 });
    await happen(service, owner.userId);
    await service.app.get(EventFanOut).createDeliveries();
    // Made seconds before its attempt has failed.
    await deliver(service, 3);
    const { failingSince } = await service.database.read.findOneByOrFail(WebhookEndpoint, {
      id: endpoint.id,
    });
    const since = failingSince?.toISOString();
    expect(dataOf(await post(`${endpoint.id}/replay`, { since }))).toEqual({ replayed: 1, has_more: false });
  });

  it('the log is paged and filtered', async () => {
    const endpoint = await register(service, owner, receiver.url('/log'));
    for (let nth = 0; nth < 5; nth++) await happen(service, owner.userId, { data: { nth } });
    await deliver(service);
    const page = async (query: string) => {
      const answer = await service.api.get(`${ROOT}/${endpoint.id}/deliveries${query}`, {
        token: owner.token,
      });
      return dataOf<{ items: Delivery[]; next_cursor: number | null }>(answer);
    };
    const first = await page('?limit=3');
    const second = await page(`?limit=3&cursor=${first.next_cursor}`);
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 2, null]);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect((await page('?status=failed')).items).toEqual([]);
    const wrong = await service.api.get(`${ROOT}/${endpoint.id}/deliveries?status=x`, { token: owner.token });
    expect(wrong.body.code).toBe('parameter_invalid');
  });
});
