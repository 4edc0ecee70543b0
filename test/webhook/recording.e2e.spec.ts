import type { Logger } from 'typeorm';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { CommitUnknownError } from '../../src/platform/database/index.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { WebhookAttempt, WebhookDelivery } from '../../src/webhook/webhook.entities.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Receiver } from './receiver.js';
import { useOutbound } from './set-up.js';
import { deliver, deliveriesOf, happen, type Owner, register, WEBHOOK_ENV } from './support.js';

/** Longer than the lease of a claim. */
const LEASE_SECONDS = 60;

let test: TestApp;
let receiver: Receiver;
let owner: Owner;
useOutbound(
  () => startTestApp({ env: WEBHOOK_ENV }),
  (ready) => ({ service: test, receiver, owner } = ready),
);
afterEach(() => vi.restoreAllMocks());

/** Lets the database lose every attempt to another's deadlock; returns what ends that, and how often it did. */
async function loseAttempts(): Promise<{ count: () => number; end: () => Promise<unknown> }> {
  const { database } = test;
  await database.tx((tx) =>
    tx.query(
      database.engine === 'sqlite'
        ? "CREATE TRIGGER lose BEFORE INSERT ON webhook_attempts BEGIN SELECT RAISE(ABORT, 'lost'); END"
        : `CREATE TRIGGER lose BEFORE INSERT ON webhook_attempts FOR EACH ROW
            SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found'`,
    ),
  );
  let lost = 0;
  const ignore = () => undefined;
  const logger: Logger = {
    ...{ logQuery: ignore, logQuerySlow: ignore, logSchemaBuild: ignore, logMigration: ignore, log: ignore },
    logQueryError: (_error, sql) => void (lost += Number(sql.includes('INSERT INTO'))),
  };
  const endListening = database.listen(logger);
  return {
    count: () => lost,
    end: async () => {
      endListening();
      await database.tx((tx) => tx.query('DROP TRIGGER lose'));
    },
  };
}

/** A unit of work begins that often before it gives up. */
const roundsOf = ({ database }: TestApp) => (database.engine === 'mysql' ? 12 : 1);

describe('what came of an attempt', () => {
  // TiDB has no triggers.
  it.skipIf(inject('sqlServer') === 'tidb')(
    'is written down later when the database is too busy, and the event is not delivered again',
    async () => {
      const endpoint = await register(test, owner, receiver.url('/busy'));
      await happen(test, owner.userId);
      const lost = await loseAttempts();
      const delivered = deliver(test);
      try {
        await expect.poll(lost.count, { interval: 10 }).toBeGreaterThanOrEqual(roundsOf(test));
      } finally {
        await lost.end();
      }
      await delivered;
      const deliveries = await deliveriesOf(test, owner, endpoint);
      expect(deliveries).toMatchObject([{ status: 'delivered', attempts: [{ status_code: 200 }] }]);
      await deliver(test, LEASE_SECONDS);
      expect(receiver.at('/busy')).toHaveLength(1);
      expect(test.logs.filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  );

  it.each([
    ['went through', true],
    ['was rolled back', false],
  ])('is there once when the answer to its COMMIT is lost, which %s', async (_, wentThrough) => {
    receiver.behave('/silent', { status: 500 });
    const endpoint = await register(test, owner, receiver.url('/silent'));
    await happen(test, owner.userId);
    const tx = test.database.tx.bind(test.database);
    let recordings = 0;
    // Whatever else the service writes meanwhile goes its way.
    vi.spyOn(test.database, 'tx').mockImplementation(async (work) => {
      let isLost: boolean | undefined;
      const result = await tx(async (manager) => {
        const before = await manager.count(WebhookAttempt);
        const made = await work(manager);
        if ((await manager.count(WebhookAttempt)) === before) return made;
        // Once for a unit of work, which the database may run again.
        if (isLost === undefined) {
          isLost = ++recordings === 1;
          if (isLost) test.clock.advance(2);
        }
        if (isLost && !wentThrough) throw new CommitUnknownError(new Error('connection lost'));
        return made;
      });
      if (isLost) throw new CommitUnknownError(new Error('connection lost'));
      return result;
    });
    const endedAt = test.clock.now();
    await deliver(test);
    // What went through is recognised, and not written again.
    expect(recordings).toBe(wentThrough ? 1 : 2);
    const { read } = test.database;
    const delivery = await read.findOneByOrFail(WebhookDelivery, { endpointId: endpoint.id });
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, leasedUntil: null });
    const attempts = await read.findBy(WebhookAttempt, { deliveryId: delivery.id });
    expect(attempts).toMatchObject([{ status: 500 }]);
    // By the schedule from its end, not from when it was written down, nor when the lease ends.
    expect([attempts[0]?.createdAt, delivery.dueAt]).toEqual([endedAt, addSeconds(endedAt, 5)]);
  });
});
