import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { IsNull, MoreThan } from 'typeorm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CallbackInbox } from '../../src/otp/callback-inbox.js';
import { InboxEntry } from '../../src/otp/message.entities.js';
import { Recovery } from '../../src/otp/recovery.js';
import { VerificationChecks } from '../../src/otp/verifications/verification-checks.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { DeliveryLeases } from '../../src/webhook/delivery-leases.js';
import { EventFanOut } from '../../src/webhook/event-fan-out.js';
import { Slots } from '../../src/webhook/slots.rules.js';
import { WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { requireProgram } from '../support/services/find-program.js';
import type { Service } from '../support/services/launch.js';
import { createDatabase, startMariaDb } from '../support/services/mariadb.js';
import { rowsReadBy, statementsOf } from '../support/statements.js';
import { backlogOf } from '../webhook/backlog.js';
import { newOwner, register, WEBHOOK_ENV } from '../webhook/support.js';

const FINISHED = 30_000;
/** Of all statements of a poll that finds nothing. */
const ROWS_READ_MAX = 20;
/** From the root of an index to its leaf, for each statement of a poll; and what the server does by itself. */
const PAGES_MAX = 30;

const runs = inject('engine') === 'mysql' && requireProgram('mariadb').kind === 'program';

describe.runIf(runs)(
  `above ${FINISHED} finished events, deliveries and callbacks that InnoDB has not purged`,
  { timeout: 120_000 },
  () => {
    let server: Service;
    let snapshot: Connection;
    let test: TestApp;
    let userId: number;
    const poll = () => test.app.get(EventFanOut).createDeliveries();
    const pollDeliveries = async () => {
      const leases = test.app.get(DeliveryLeases);
      await leases.acquire(new Slots({ total: 64, perEndpoint: 8 }));
      await leases.nextDue();
    };
    const pollInbox = () => test.app.get(CallbackInbox).sweep();
    const pollMails = () => test.app.get(Sweepers).runOnce('account mails');

    beforeAll(async () => {
      server = await startMariaDb();
      const databaseUrl = await createDatabase(server.url);
      test = await startTestApp({ databaseUrl, env: { ...WEBHOOK_ENV, RECOVERY_SECONDS: '3600' } });
      await test.app.get(Sweepers).onModuleDestroy();
      const owner = await newOwner(test);
      ({ userId } = owner);
      const { id: endpointId } = await register(test, owner, 'http://127.0.0.1:9/', ['otp.failed']);
      // Its view keeps all that is deleted from now on.
      snapshot = await createConnection(databaseUrl);
      await snapshot.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await snapshot.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
      for (const sql of [
        ...backlogOf({ userId, endpointIds: [endpointId], deliveries: FINISHED }),
        ...['NULL', 'created_at'].map((at) => `UPDATE webhook_events SET expanded_at = ${at}`),
        "UPDATE webhook_deliveries SET state = 'delivered'",
        `INSERT INTO gateway_inbox (gateway_message_id, status, received_at)
          SELECT reference, 'sent', created_at FROM webhook_events`,
        'DELETE FROM gateway_inbox',
      ])
        await test.database.tx((tx) => tx.query(sql));
      await test.database.tx((tx) =>
        tx.query('UPDATE webhook_events SET expanded_at = NULL ORDER BY id DESC LIMIT 1'),
      );
      for (let minute = 0; minute < 3; minute++) {
        while (await poll());
        for (const each of [pollDeliveries, pollInbox, pollMails]) await each();
        test.clock.advance(60);
      }
      for (const each of [poll, pollDeliveries, pollInbox, pollMails]) await each();
    }, 120_000);
    afterAll(async () => {
      await snapshot?.end();
      await test?.close();
      await server?.stop();
    });

    async function pagesReadBy(work: () => Promise<unknown>): Promise<number> {
      const count = async () => {
        const [rows] = await snapshot.query<RowDataPacket[]>(
          "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_read_requests'",
        );
        return Number(rows[0]?.['Value']);
      };
      const before = await count();
      await work();
      return (await count()) - before;
    }

    it('an idle poll reads a handful of rows and pages, and a full pass goes through them', async () => {
      // Its two subqueries begin at the first entry of the endpoint: docs/decisions/0004-database.md.
      expect(await pagesReadBy(pollDeliveries)).toBeLessThan(FINISHED / 100);
      for (const each of [poll, pollInbox])
        expect(await pagesReadBy(each), String(each)).toBeLessThan(PAGES_MAX);
      const { read } = test.database;
      const fulls = [
        () => read.findBy(WebhookEvent, { expandedAt: IsNull() }),
        () => read.findBy(InboxEntry, { receivedAt: MoreThan(new Date(0)) }),
      ];
      for (const full of fulls) expect(await pagesReadBy(full)).toBeGreaterThan(PAGES_MAX);
      const looks = [
        poll,
        () => test.app.get(Recovery).sweep(),
        () => test.app.get(VerificationChecks).expireDue(),
        pollDeliveries,
        pollInbox,
        pollMails,
      ];
      for (const look of looks) {
        const reads = (await statementsOf(test, look)).filter(({ sql }) => sql.startsWith('SELECT'));
        expect(await rowsReadBy(test, reads)).toBeLessThan(ROWS_READ_MAX);
      }
    });

    it('an event that appears below is expanded by the first poll of the next minute', async () => {
      await test.database.tx((tx) =>
        tx.query('UPDATE webhook_events SET expanded_at = NULL ORDER BY id LIMIT 1'),
      );
      const left = () => test.database.read.countBy(WebhookEvent, { expandedAt: IsNull() });
      expect(await poll()).toBe(false);
      expect(await left()).toBe(1);
      test.clock.advance(60);
      await poll();
      expect(await left()).toBe(0);
    });
  },
);
