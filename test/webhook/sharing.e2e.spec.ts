import { IsNull } from 'typeorm';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { DeliveryLeases, LEASE_MARGIN_SECONDS } from '../../src/webhook/delivery-leases.js';
import { DeliveryWorker } from '../../src/webhook/delivery-worker.js';
import { EventFanOut } from '../../src/webhook/event-fan-out.js';
import { Slots } from '../../src/webhook/slots.rules.js';
import { WebhookAttempt, WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { WebhookMetrics } from '../../src/webhook/webhook-metrics.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { newDatabase } from '../support/databases.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { TestClock } from '../support/test-clock.js';
import { Receiver } from './receiver.js';
import {
  deliver,
  deliveriesOf,
  type Delivery,
  happen,
  newMessageId,
  newOwner,
  register,
  WEBHOOK_ENV,
} from './support.js';

/** How long a claim lasts. */
const leaseSecondsOf = ({ config }: TestApp) => config.WEBHOOK_TIMEOUT_MS / 1000 + LEASE_MARGIN_SECONDS;

let receiver: Receiver;
let databaseUrl: string;
/** Of all processes. */
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock();
  receiver = await Receiver.start();
  const folder = temporaryFolder('webhooks');
  const database = await newDatabase(folder.path);
  databaseUrl = database.url;
  onTestFinished(async () => {
    await database.drop();
    folder.remove();
  });
});
afterEach(() => receiver.close());

async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const test = await startTestApp({ databaseUrl, clock, env: { ...WEBHOOK_ENV, ...env } });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await test.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...test, close };
}

describe('one endpoint that hangs among a hundred', { timeout: 60_000 }, () => {
  it('delays none of the others: they have all their events while its own are still unanswered', async () => {
    const test = await start({ WEBHOOK_ENDPOINTS_MAX: '100', WEBHOOK_TIMEOUT_MS: '60000' });
    const owner = await newOwner(test);
    receiver.behave('/0', 'hang');
    await register(test, owner, receiver.url('/0'));
    for (let nth = 1; nth < 100; nth++) await register(test, owner, receiver.url(`/${nth}`), ['otp.sent']);
    const worker = test.app.get(DeliveryWorker);
    // More for it alone than the process has slots.
    for (let nth = 0; nth < 80; nth++) await happen(test, owner.userId, { type: 'credit.low' });
    await worker.runOnce();
    const share = test.config.WEBHOOK_ENDPOINT_CONCURRENCY;
    await expect.poll(() => receiver.at('/0').length, { interval: 10 }).toBe(share);
    const received = () => receiver.received.filter(({ path }) => path !== '/0').length;
    const latenciesMs: number[] = [];
    for (let wave = 1; wave <= 5; wave++) {
      const begunMs = performance.now();
      await happen(test, owner.userId, { type: 'otp.sent' });
      await worker.runOnce();
      await expect
        .poll(
          () => {
            while (latenciesMs.length < received()) latenciesMs.push(performance.now() - begunMs);
            return latenciesMs.length;
          },
          { interval: 10 },
        )
        .toBe(99 * wave);
    }
    const p99 = latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length * 0.99)];
    expect(p99, 'while a call that hangs takes a minute').toBeLessThan(30_000);
    // All the while it held its calls, and got no more than its share.
    expect(await test.database.read.countBy(WebhookAttempt, { status: IsNull() })).toBe(0);
    expect(receiver.at('/0')).toHaveLength(share);
  });

  it('leaves half of the slots to the good ones, however many others hang', async () => {
    const test = await start({
      WEBHOOK_CONCURRENCY: '8',
      WEBHOOK_ENDPOINT_CONCURRENCY: '1',
      WEBHOOK_ENDPOINTS_MAX: '20',
      WEBHOOK_TIMEOUT_MS: '60000',
    });
    const owner = await newOwner(test);
    const paths = Array.from({ length: 12 }, (_, nth) => `/hang-${nth}`);
    for (const path of paths) {
      receiver.behave(path, { status: 503, headers: { 'retry-after': '3600' } });
      await register(test, owner, receiver.url(path));
    }
    await happen(test, owner.userId);
    await deliver(test);
    for (const path of paths) receiver.behave(path, 'hang');
    await register(test, owner, receiver.url('/good'));
    await happen(test, owner.userId);
    test.clock.advance(3601);
    await test.app.get(DeliveryWorker).runOnce();
    await expect.poll(() => receiver.at('/good').length, { interval: 5 }).toBe(1);
    // It was called while those that hang were: none of their calls had ended.
    expect(receiver.received).toHaveLength(12 + 4 + 1);
    expect(await test.database.read.countBy(WebhookAttempt, { status: IsNull() })).toBe(0);
  });
});

describe('endpoints that answer, but late', () => {
  it('have half of the slots together, and the others the rest', async () => {
    const test = await start();
    const owner = await newOwner(test);
    const [late, good] = [
      await register(test, owner, receiver.url('/late')),
      await register(test, owner, receiver.url('/good')),
    ];
    for (let nth = 0; nth < 4; nth++) await happen(test, owner.userId);
    await test.app.get(EventFanOut).createDeliveries();
    const slots = new Slots({ total: 4, perEndpoint: 4 });
    slots.take(late.id, false)(5_000);
    const claimed = async () => {
      const { leases: claims } = await test.app.get(DeliveryLeases).acquire(slots);
      for (const { endpoint } of claims) slots.take(endpoint.id, false);
      return claims.map(({ endpoint }) => endpoint.id);
    };
    expect((await claimed()).toSorted()).toEqual([late.id, late.id, good.id, good.id]);
    const more = new Slots({ total: 4, perEndpoint: 4 });
    more.take(late.id, false)(5_000);
    more.take(late.id, false);
    more.take(late.id, false);
    const { leases: claims } = await test.app.get(DeliveryLeases).acquire(more);
    expect(claims.map(({ endpoint }) => endpoint.id)).toEqual([good.id, good.id]);
  });
});

describe('a process that is gone', { timeout: 60_000 }, () => {
  it('leaves its claims to the next one, after the lease and not before', async () => {
    const test = await start();
    const owner = await newOwner(test);
    const endpoint = await register(test, owner, receiver.url('/crash'));
    await happen(test, owner.userId);
    await test.app.get(EventFanOut).createDeliveries();
    // As a process leaves it that is killed once it has claimed.
    const { leases: claims } = await test.app
      .get(DeliveryLeases)
      .acquire(new Slots({ total: 8, perEndpoint: 8 }));
    expect(claims).toHaveLength(1);
    await deliver(test, leaseSecondsOf(test) - 1);
    expect(receiver.received).toEqual([]);
    await deliver(test, 1);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(test, owner, endpoint)).toMatchObject([{ status: 'delivered' }]);
  });

  it('that was told to stop waits little for an endpoint that hangs, and its delivery is made later', async () => {
    receiver.behave('/stop', 'hang');
    const first = await start({ SHUTDOWN_GRACE_MS: '1000' });
    const owner = await newOwner(first);
    await register(first, owner, receiver.url('/stop'));
    await happen(first, owner.userId);
    await first.app.get(DeliveryWorker).runOnce();
    await expect.poll(() => receiver.at('/stop').length, { interval: 5 }).toBe(1);
    const begunMs = performance.now();
    await first.close();
    expect(performance.now() - begunMs).toBeLessThan(first.config.WEBHOOK_TIMEOUT_MS - 1000);

    receiver.behave('/stop', { status: 200 });
    const second = await start();
    await deliver(second, leaseSecondsOf(second));
    expect(receiver.at('/stop')).toHaveLength(2);
    const [one, two] = receiver.at('/stop');
    expect([two?.headers['webhook-id'], two?.body]).toEqual([one?.headers['webhook-id'], one?.body]);
  });
});

/** How many attempts a process made. */
async function attemptsOf({ app }: TestApp): Promise<number> {
  const { values } = await app.get(WebhookMetrics).attempts.get();
  return values.reduce((total, { value }) => total + value, 0);
}

describe.runIf(inject('engine') === 'mysql')('two processes on one database', { timeout: 120_000 }, () => {
  it('share a backlog, deliver each event once, and keep the order of every message', async () => {
    const one = await start();
    const two = await start();
    const owner = await newOwner(one);
    const endpoints = [];
    for (const path of ['/a', '/b', '/c']) endpoints.push(await register(one, owner, receiver.url(path)));
    const messages = 60;
    const order = ['otp.sent', 'otp.failed', 'otp.delivered'] as const;
    for (let nth = 0; nth < messages; nth++) {
      const messageId = newMessageId();
      for (const type of order) await happen(one, owner.userId, { type, messageId, data: { nth } });
    }
    // Both sweep until all is there, and so meet at every event and every delivery.
    const sweep = async (test: TestApp) => {
      while (receiver.received.length < 3 * 3 * messages) await deliver(test);
    };
    await Promise.all([one, two].map(sweep));
    await Promise.all([one, two].map((test) => deliver(test)));
    // What was not written down comes again: first of all, nothing went wrong.
    for (const { logs } of [one, two]) expect(logs.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(await one.database.read.countBy(WebhookEvent, { userId: owner.userId })).toBe(3 * messages);
    for (const path of ['/a', '/b', '/c']) {
      const got = receiver.bodiesAt(path);
      expect(got).toHaveLength(3 * messages);
      for (let nth = 0; nth < messages; nth++)
        expect(got.filter(({ data }) => data['nth'] === nth).map(({ type }) => type)).toEqual(order);
    }
    const log: Delivery[] = await deliveriesOf(
      one,
      owner,
      endpoints[0] as { id: number; secret: string },
      '?limit=100',
    );
    expect(log.every(({ status, attempts }) => status === 'delivered' && attempts.length === 1)).toBe(true);
    const shares = await Promise.all([one, two].map(attemptsOf));
    expect(shares.reduce((a, b) => a + b)).toBe(3 * 3 * messages);
    expect(Math.min(...shares)).toBeGreaterThan(0);
  });
});
