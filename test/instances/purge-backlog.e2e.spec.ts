import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { IsNull } from 'typeorm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Recovery } from '../../src/otp/recovery.js';
import { VerificationExpiry } from '../../src/otp/verifications/verification-expiry.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { EventFanOut } from '../../src/webhook/event-fan-out.js';
import { WebhookEvent } from '../../src/webhook/webhook-event.entity.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { requireProgram } from '../support/services/find-program.js';
import type { Service } from '../support/services/launch.js';
import { createDatabase, startMariaDb } from '../support/services/mariadb.js';
import { rowsReadBy, statementsOf } from '../support/statements.js';
import { backlogOf } from '../webhook/backlog.js';
import { newOwner, WEBHOOK_ENV } from '../webhook/support.js';

const FINISHED = 30_000;
/** Of all statements of a poll that finds nothing. */
const ROWS_READ_MAX = 10;
/** From the root of an index to its leaf, for each statement of a poll; and what the server does by itself. */
const PAGES_MAX = 30;

const runs = inject('engine') === 'mysql' && requireProgram('mariadb').kind === 'program';

describe.runIf(runs)(
  `above ${FINISHED} finished events that InnoDB has not purged`,
  { timeout: 120_000 },
  () => {
    let server: Service;
    let snapshot: Connection;
    let test: TestApp;
    let userId: number;
    const poll = () => test.app.get(EventFanOut).createDeliveries();

    beforeAll(async () => {
      server = await startMariaDb();
      const databaseUrl = await createDatabase(server.url);
      test = await startTestApp({ databaseUrl, env: { ...WEBHOOK_ENV, RECOVERY_SECONDS: '3600' } });
      await test.app.get(Sweepers).onModuleDestroy();
      ({ userId } = await newOwner(test));
      // Its view keeps all that is deleted from now on.
      snapshot = await createConnection(databaseUrl);
      await snapshot.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await snapshot.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
      const [fill = ''] = backlogOf({ userId, endpointIds: [0], deliveries: FINISHED });
      for (const sql of [
        fill,
        ...['NULL', 'created_at'].map((at) => `UPDATE webhook_events SET expanded_at = ${at}`),
      ])
        await test.database.tx((tx) => tx.query(sql));
      await test.database.tx((tx) =>
        tx.query('UPDATE webhook_events SET expanded_at = NULL ORDER BY id DESC LIMIT 1'),
      );
      for (let minute = 0; minute < 3; minute++) {
        while (await poll());
        test.clock.advance(60);
      }
      await poll();
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
      expect(await pagesReadBy(poll)).toBeLessThan(PAGES_MAX);
      const full = () => test.database.read.findBy(WebhookEvent, { expandedAt: IsNull() });
      expect(await pagesReadBy(full)).toBeGreaterThan(PAGES_MAX);
      const looks = [
        poll,
        () => test.app.get(Recovery).sweep(),
        () => test.app.get(VerificationExpiry).expireDue(),
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
