import { type DataSource, type EntitySubscriberInterface, IsNull } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { Metrics } from '../../src/platform/observability/index.js';
import { DeliveryLeases } from '../../src/webhook/delivery-leases.js';
import { EventFanOut } from '../../src/webhook/event-fan-out.js';
import { Slots } from '../../src/webhook/slots.rules.js';
import { WebhookAttempt, WebhookDelivery, WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { WebhookCleanup } from '../../src/webhook/webhook-cleanup.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { happen, newOwner, type Owner, register, WEBHOOK_ENV } from './support.js';

const ENDPOINTS = 100;
const EVENTS = 500;
const CHUNK = 1000;
const CAPS = { total: 64, perEndpoint: 8 };

let test: TestApp;
let owner: Owner;
let source: DataSource;
beforeAll(async () => {
  test = await startTestApp({
    env: { ...WEBHOOK_ENV, WEBHOOK_ENDPOINTS_MAX: String(ENDPOINTS), WEBHOOK_LOG_DAYS: '30' },
  });
  // Its rounds are this file's own: after a large count some go by without one.
  await test.app.get(Sweepers).onModuleDestroy();
  owner = await newOwner(test);
  source = test.database.read.dataSource;
}, 120_000);
afterAll(() => test.close());
afterEach(() => test.clock.reset());

/** 50,000 deliveries that are due: one of each event to each endpoint. */
async function fill(): Promise<void> {
  const endpointIds: number[] = [];
  for (let nth = 0; nth < ENDPOINTS; nth++)
    endpointIds.push((await register(test, owner, `http://127.0.0.1:9/${nth}`)).id);
  for (let nth = 0; nth < EVENTS; nth++) await happen(test, owner.userId);
  await test.database.tx((tx) =>
    tx.update(WebhookEvent, { userId: owner.userId }, { expandedAt: test.clock.now() }),
  );
  const eventIds = (await test.database.read.find(WebhookEvent)).map(({ id }) => id);
  const now = test.clock.now();
  const rows = eventIds.flatMap((eventId) =>
    endpointIds.map((endpointId) => ({
      eventId,
      endpointId,
      userId: owner.userId,
      messageId: null,
      state: 'pending' as const,
      attempts: 0,
      dueAt: now,
      leasedUntil: null,
      createdAt: now,
    })),
  );
  await test.database.tx(async (tx) => {
    for (let at = 0; at < rows.length; at += CHUNK)
      await tx.insert(WebhookDelivery, rows.slice(at, at + CHUNK));
  });
  if (inject('engine') === 'mysql') await source.query('ANALYZE TABLE webhook_deliveries');
}

interface Query {
  sql: string;
  parameters: unknown[];
}

/** How many rows `work` reads into memory, and the queries that it reads them with. */
async function watched(work: () => Promise<unknown>) {
  let rows = 0;
  const queries: Query[] = [];
  const counter: EntitySubscriberInterface = { afterLoad: () => void rows++ };
  const { logger } = source;
  const listener = Object.create(logger) as typeof logger;
  listener.logQuery = (sql, parameters) =>
    void queries.push({ sql, parameters: (parameters as unknown[] | undefined) ?? [] });
  source.subscribers.push(counter);
  source.logger = listener;
  try {
    await work();
  } finally {
    source.logger = logger;
    source.subscribers.splice(source.subscribers.indexOf(counter), 1);
  }
  return { rows, selects: queries.filter(({ sql }) => sql.startsWith('SELECT')) };
}

/** Tables that the engine reads without an index, or reads whole. */
async function wholeReads({ sql, parameters }: Query): Promise<unknown[]> {
  if (inject('engine') === 'sqlite') {
    const plan = await source.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    return plan.filter(({ detail }) => /^SCAN (delivery|WebhookDelivery|event)\b/.test(detail));
  }
  const plan = await source.query<Record<string, string | null>[]>(
    `EXPLAIN FORMAT=TRADITIONAL ${sql}`,
    parameters,
  );
  // TiDB names its steps, and a table beside them.
  if (inject('sqlServer') === 'tidb')
    return plan.filter(
      ({ id, 'access object': from }) =>
        /(Table|Index)FullScan/.test(id ?? '') &&
        /^table:(delivery|WebhookDelivery|event)\b/.test(from ?? ''),
    );
  return plan.filter(
    ({ table, type }) =>
      /^(delivery|WebhookDelivery|event)$/.test(table ?? '') && (type === 'ALL' || type === 'index'),
  );
}

describe('a backlog of 50,000 deliveries', { timeout: 180_000 }, () => {
  beforeAll(fill, 180_000);

  it('stays out of memory: a round reads as many as it has slots, over all endpoints in turn, by an index', async () => {
    const claims = test.app.get(DeliveryLeases);
    const served = new Set<number>();
    for (let round = 0; round < 3; round++) {
      let taken: { delivery: WebhookDelivery }[] = [];
      const { rows, selects } = await watched(async () => {
        ({ leases: taken } = await claims.acquire(new Slots(CAPS)));
      });
      expect(taken).toHaveLength(CAPS.total);
      for (const { delivery } of taken) served.add(delivery.endpointId);
      // Endpoints, their deliveries and the events of those.
      expect(rows).toBeLessThanOrEqual(3 * CAPS.total);
      for (const select of selects) expect(await wholeReads(select), select.sql).toEqual([]);
    }
    expect(served.size).toBe(ENDPOINTS);
  });

  it('is counted for the metrics', async () => {
    await test.app.get(WebhookCleanup).noteBacklog();
    const metric = await test.app.get(Metrics).registry.getSingleMetric('sandi_webhook_backlog')?.get();
    expect(metric?.values[0]?.value).toBe(ENDPOINTS * EVENTS - 3 * CAPS.total);
  });

  it('of events is handed out in batches of a hundred', async () => {
    for (let nth = 0; nth < 250; nth++) await happen(test, owner.userId);
    const expansion = test.app.get(EventFanOut);
    const counts: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const { selects } = await watched(() => expansion.createDeliveries());
      for (const select of selects.filter(({ sql }) => !sql.includes('FOR UPDATE')))
        expect(await wholeReads(select), select.sql).toEqual([]);
      counts.push(await test.database.read.countBy(WebhookEvent, { expandedAt: IsNull() }));
    }
    expect(counts).toEqual([150, 50, 0, 0]);
    expect(await test.database.read.count(WebhookDelivery)).toBe(ENDPOINTS * (EVENTS + 250));
  });

  it('is purged after WEBHOOK_LOG_DAYS with its attempts, while the events stay', async () => {
    const [delivery] = await test.database.read.find(WebhookDelivery, { take: 1 });
    await test.database.tx((tx) =>
      tx.insert(WebhookAttempt, {
        deliveryId: delivery?.id ?? 0,
        status: 500,
        error: null,
        answer: 'x',
        latencyMs: 1,
        createdAt: test.clock.now(),
      }),
    );
    const events = await test.database.read.count(WebhookEvent);
    test.clock.advance(31 * 86_400);
    const purged = () => test.app.get(Sweepers).runOnce('the purge of old webhook deliveries');
    await purged();
    const left = await test.database.read.count(WebhookDelivery);
    for (let round = 0; round < 10; round++) await purged();
    expect(left).toBeGreaterThan(0);
    expect(await test.database.read.count(WebhookDelivery)).toBe(0);
    expect(await test.database.read.count(WebhookAttempt)).toBe(0);
    expect(await test.database.read.count(WebhookEvent)).toBe(events);
  });
});
