import { In, IsNull } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { momentText } from '../../src/platform/database/index.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { DeliveriesService } from '../../src/webhook/deliveries.service.js';
import { DeliveryLeases, type LeasedDelivery } from '../../src/webhook/delivery-leases.js';
import { DeliveryReader } from '../../src/webhook/index.js';
import { Slots } from '../../src/webhook/slots.rules.js';
import { WebhookAttempt, WebhookDelivery } from '../../src/webhook/webhook.entities.js';
import { WebhookCleanup } from '../../src/webhook/webhook-cleanup.js';
import { WebhookSender } from '../../src/webhook/webhook-sender.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { planOf, rowsReadBy, type Statement, statementsOf } from '../support/statements.js';
import { RunningClock } from '../support/test-clock.js';
import { fillBacklog } from './backlog.js';
import { newOwner, type Owner, register, ROOT, WEBHOOK_ENV } from './support.js';

const BACKLOG = 6000;
const CLAIMED = 8;
const REPLAYED = 200;
/** One statement's: the events of a message at few endpoints, for each delivery of a round. */
const ROWS_READ_MAX = 4 * CLAIMED;
/** By the key alone: whatever else a write goes by, it locks. */
const BY_KEY = { sqlite: /USING INTEGER PRIMARY KEY/, mysql: /"key":"PRIMARY"/ };

let test: TestApp;
let claims: LeasedDelivery[];
let owner: Owner;
let endpointId: number;
beforeAll(async () => {
  test = await startTestApp({ env: { ...WEBHOOK_ENV, RECOVERY_SECONDS: '3600' }, clock: new RunningClock() });
  // Its own rounds would be among the statements that are looked at.
  await test.app.get(Sweepers).onModuleDestroy();
  owner = await newOwner(test);
  ({ id: endpointId } = await register(test, owner, 'http://127.0.0.1:9/'));
  await fillBacklog(test.database, {
    userId: owner.userId,
    endpointIds: [endpointId],
    deliveries: BACKLOG,
  });
}, 120_000);
afterAll(() => test.close());

/** That every statement on the deliveries goes through few of them, and every write by the key. */
async function expectFewRows(work: () => Promise<unknown>): Promise<void> {
  const statements = await statementsOf(test, work);
  await expectWritesByKey(statements);
  const reads = statements.filter(({ sql }) => /^SELECT.*["`]webhook_deliveries["`]/s.test(sql));
  expect(reads.length).toBeGreaterThan(0);
  for (const read of reads) {
    expect(await planOf(test, read), read.sql).not.toMatch(/SCAN (delivery|WebhookDelivery)/);
    if (test.database.engine === 'mysql')
      expect(await rowsReadBy(test, [read]), read.sql).toBeLessThan(ROWS_READ_MAX);
  }
}

async function expectWritesByKey(statements: Statement[]): Promise<void> {
  const writes = statements.filter(({ sql }) => /^UPDATE ["`]webhook_deliveries["`]/.test(sql));
  expect(writes.length).toBeGreaterThan(0);
  for (const write of writes)
    expect(await planOf(test, write), write.sql).toMatch(BY_KEY[test.database.engine]);
}

describe(`with ${BACKLOG} deliveries waiting at one endpoint, of which nobody has made statistics,`, () => {
  it('its owner’s list of webhooks reads the next one only', async () => {
    const list = () => test.api.get(ROOT, { token: owner.token });
    const statements = await statementsOf(test, list);
    const reads = statements.filter(({ sql }) => /^SELECT.*["`]webhook_deliveries["`]/s.test(sql));
    expect(reads).toHaveLength(1);
    for (const read of reads) {
      expect(await planOf(test, read), read.sql).not.toMatch(/SCAN|TEMP B-TREE/);
      if (test.database.engine === 'mysql') expect(await rowsReadBy(test, [read])).toBeLessThan(10);
    }
  });

  it('a round of claims goes through no more than it is about', async () => {
    await expectFewRows(async () => {
      ({ leases: claims } = await test.app
        .get(DeliveryLeases)
        .acquire(new Slots({ total: 64, perEndpoint: CLAIMED })));
    });
    // The other half are second events, and wait behind the first ones.
    expect(claims).toHaveLength(CLAIMED / 2);
  });

  it('what came of an attempt is written down by going through its message only', async () => {
    const [claim] = claims;
    if (!claim) throw new Error('nothing was claimed');
    const outcome = {
      kind: 'answered',
      status: 200,
      retryAfter: undefined,
      answer: '',
      latencyMs: 1,
    } as const;
    await expectFewRows(() => test.app.get(WebhookSender).record(claim, outcome, test.clock.now()));
  });

  it('housekeeping counts them by one row each, and leaves a round out for every 2,500', async () => {
    const rounds: number[] = [];
    for (let round = 0; round < 4; round++) {
      const statements = await statementsOf(test, () => test.app.get(WebhookCleanup).noteBacklog());
      const reads = statements.filter(({ sql }) => sql.startsWith('SELECT'));
      rounds.push(reads.filter(({ sql }) => sql.includes('COUNT(')).length);
      if (test.database.engine === 'mysql')
        expect(await rowsReadBy(test, reads)).toBeLessThan((rounds.at(-1) ?? 0) * BACKLOG + ROWS_READ_MAX);
    }
    expect(rounds).toEqual([1, 0, 0, 1]);
  });

  it('housekeeping finds what is old enough to go by reading what it takes away', async () => {
    const sweepers = test.app.get(Sweepers);
    const statements = await statementsOf(test, () =>
      sweepers.runOnce('the purge of old webhook deliveries'),
    );
    const purge = statements.find(({ sql }) => /SELECT.+created_at["`] < \?.+LIMIT/.test(sql));
    if (!purge) throw new Error('nothing was purged');
    // Tomorrow, all that is there is old; a row each, and its owner. The rest of the values are accounts under a hold.
    const [, ...held] = purge.parameters;
    const tomorrow = { ...purge, parameters: [momentText(addSeconds(test.clock.now(), 86_400)), ...held] };
    expect(await planOf(test, tomorrow)).not.toMatch(/SCAN delivery|TEMP B-TREE/);
    if (test.database.engine === 'mysql')
      expect(await rowsReadBy(test, [tomorrow])).toBeLessThan(2 * 500 + ROWS_READ_MAX);
  });

  it('of which none is due yet, a look for what is due goes through one', async () => {
    const now = test.clock.now();
    const dueAt = addSeconds(now, 86_400);
    await test.database.tx((tx) => tx.update(WebhookDelivery, { state: 'pending' }, { dueAt }));
    const looks = {
      claims: () => test.app.get(DeliveryLeases).acquire(new Slots({ total: 64, perEndpoint: CLAIMED })),
      alerts: () => test.app.get(DeliveryReader).overdue(now),
    };
    for (const [name, look] of Object.entries(looks)) {
      const reads = (await statementsOf(test, look)).filter(({ sql }) => /webhook_deliveries/.test(sql));
      expect(reads.length, name).toBeGreaterThan(0);
      for (const read of reads) {
        expect(await planOf(test, read), read.sql).not.toMatch(/SCAN delivery|TEMP B-TREE/);
        if (test.database.engine === 'mysql')
          expect(await rowsReadBy(test, [read]), read.sql).toBeLessThan(10);
      }
    }
  });

  // Last, since what it makes due is then attempted.
  it(`a replay of ${REPLAYED} that failed writes them by their keys`, async () => {
    const { database, clock } = test;
    const now = clock.now();
    const free = { endpointId, state: 'pending', leasedUntil: IsNull() } as const;
    const some = await database.read.find(WebhookDelivery, {
      where: free,
      order: { id: 'ASC' },
      take: REPLAYED,
    });
    const ids = some.map(({ id }) => id);
    await database.tx(async (tx) => {
      await tx.update(WebhookDelivery, { id: In(ids) }, { state: 'failed' });
      const attempt = { status: 500, error: null, answer: null, latencyMs: 1, createdAt: now };
      await tx.insert(
        WebhookAttempt,
        ids.map((deliveryId) => ({ ...attempt, deliveryId })),
      );
    });
    const since = addSeconds(now, -60).toISOString();
    const statements = await statementsOf(test, async () => {
      const replayed = await test.app.get(DeliveriesService).failedSince(owner.userId, endpointId, since);
      expect(replayed).toEqual({ replayed: REPLAYED, has_more: false });
    });
    await expectWritesByKey(statements);
  });
});
