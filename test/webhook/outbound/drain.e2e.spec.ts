import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Fleet } from '../../instances/fleet.js';
import { serverCounters } from '../../support/server-counters.js';
import { requireProgram } from '../../support/services/find-program.js';
import type { Service } from '../../support/services/launch.js';
import { createDatabase, startMariaDb } from '../../support/services/mariadb.js';
import { tries } from '../../support/tries.js';
import { backlogOf } from './backlog.js';
import { Receiver } from './receiver.js';
import { dataOf, type Endpoint, ROOT } from './support.js';

/** `WEBHOOK_BACKLOG=100000` for a large one beside the two. */
const USUAL = tries(4000);
const BACKLOGS = [...new Set([USUAL / 4, USUAL, Number(process.env['WEBHOOK_BACKLOG'] ?? USUAL)])];
/** Of a delivery on a machine that does much else: some five times what it takes on a quiet one. */
const PATIENCE_MS = 40;
const START_MS = 60_000;
/** What counting the backlog for the metrics may read in a second, by both processes and whatever waits. */
const COUNTED_PER_SECOND = (2 * 2500) / 15;
const patienceFor = (deliveries: number) => START_MS + deliveries * PATIENCE_MS;

const runs = inject('engine') === 'mysql' && requireProgram('mariadb').kind === 'program';

const timeout = BACKLOGS.reduce((sum, deliveries) => sum + patienceFor(deliveries), START_MS);

describe.runIf(runs)('a backlog that two processes drain', { timeout }, () => {
  let server: Service;
  let receiver: Receiver;
  let connection: Connection;
  beforeAll(async () => {
    server = await startMariaDb();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
    onTestFinished(() => receiver.close());
  });

  it('meets no deadlock, and costs each delivery as many rows as of a small one', async () => {
    const databaseUrl = await createDatabase(server.url);
    connection = await createConnection(databaseUrl);
    onTestFinished(() => connection.end());
    const fleet = await Fleet.start({
      databaseUrls: [databaseUrl, databaseUrl],
      env: { WEBHOOK_ALLOW_PRIVATE: '1' },
    });
    let ofTheSmallest: number | undefined;
    for (const deliveries of BACKLOGS) {
      const { seconds, deadlocks, rowsReadEach } = await drain(fleet, deliveries);
      process.stdout.write(
        `${deliveries} deliveries to one endpoint by two processes: ${seconds.toFixed(1)} s, ` +
          `${deadlocks} deadlocks, ${rowsReadEach.toFixed(1)} rows read each\n`,
      );
      ofTheSmallest ??= rowsReadEach;
      expect(deadlocks).toBe(0);
      const counted = (seconds * COUNTED_PER_SECOND) / deliveries;
      expect(rowsReadEach).toBeLessThan(ofTheSmallest * 1.25 + counted);
    }
    // What could not be written down came again; first of all, nothing went wrong.
    for (const { output } of fleet.services) expect(output).not.toContain('"level":50');
  });

  /** What it takes two processes to make so many deliveries to one endpoint, each once. */
  async function drain(fleet: Fleet, deliveries: number) {
    const { userId, token } = await fleet.member(0);
    const path = `/${deliveries}`;
    const created = await fleet.api(0).post(ROOT, { url: receiver.url(path) }, { token });
    const endpointId = dataOf<Endpoint>(created).id;
    const other = dataOf<Endpoint>(await fleet.api(0).post(ROOT, { url: receiver.url('/other') }, { token }));
    await connection.query('START TRANSACTION');
    for (const sql of backlogOf({ userId, endpointId, deliveries })) await connection.query(sql);
    const before = await serverCounters(connection);
    const begunMs = performance.now();
    await connection.query('COMMIT');
    // What is written behind its back a process finds by and by; after an event of its own it looks at once.
    for (const process of [0, 1]) await fleet.api(process).post(`${ROOT}/${other.id}/test`, {}, { token });
    const received = () => receiver.at(path);
    const waits = { interval: 500, timeout: patienceFor(deliveries) };
    await expect.poll(() => received().length, waits).toBeGreaterThanOrEqual(deliveries);
    const seconds = (performance.now() - begunMs) / 1000;
    const pending = async () => {
      const ofEndpoint = "SELECT id FROM webhook_deliveries WHERE endpoint_id = ? AND state = 'pending'";
      return (await connection.query(ofEndpoint, [endpointId]))[0];
    };
    await expect.poll(pending, { interval: 500 }).toEqual([]);
    const after = await serverCounters(connection);
    const ids = received().map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([deliveries, deliveries]);
    return {
      deliveries,
      seconds,
      deadlocks: after.deadlocks - before.deadlocks,
      rowsReadEach: (after.rowsRead - before.rowsRead) / deliveries,
    };
  }
});
