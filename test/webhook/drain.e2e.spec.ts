import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Fleet } from '../instances/fleet.js';
import { serverCounters } from '../support/server-counters.js';
import { requireProgram } from '../support/services/find-program.js';
import type { Service } from '../support/services/launch.js';
import { createDatabase, startMariaDb } from '../support/services/mariadb.js';
import { tries } from '../support/tries.js';
import { backlogOf } from './backlog.js';
import { Receiver } from './receiver.js';
import { dataOf, type Endpoint, ROOT } from './support.js';

/** `WEBHOOK_BACKLOG=100000` for a large one beside the two. */
const USUAL = tries(4000);
const BACKLOGS = [...new Set([USUAL / 4, USUAL, Number(process.env['WEBHOOK_BACKLOG'] ?? USUAL)])];
/** Most of its deliveries wait behind another of their message, beside those of the other endpoints. */
const STORM = { deliveries: 540, endpoints: 3, eventsEach: 3 };
/** Of a delivery on a machine that does much else: some five times what it takes on a quiet one. */
const PATIENCE_MS = 40;
const START_MS = 60_000;
/** What counting the backlog for the metrics may read in a second, by both processes and whatever waits. */
const COUNTED_PER_SECOND = (2 * 2500) / 15;
const patienceFor = (deliveries: number) => START_MS + deliveries * PATIENCE_MS;

const runs = inject('engine') === 'mysql' && requireProgram('mariadb').kind === 'program';

const timeout = [...BACKLOGS, STORM.deliveries].reduce(
  (sum, deliveries) => sum + patienceFor(deliveries),
  START_MS,
);

interface Load {
  deliveries: number;
  endpoints?: number;
  eventsEach?: number;
}

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
      const { seconds, rowsReadEach } = await drainWithoutDeadlock(fleet, { deliveries });
      ofTheSmallest ??= rowsReadEach;
      const counted = (seconds * COUNTED_PER_SECOND) / deliveries;
      expect(rowsReadEach).toBeLessThan(ofTheSmallest * 1.25 + counted);
    }
    await drainWithoutDeadlock(fleet, STORM);
    // What could not be written down came again; first of all, nothing went wrong.
    for (const { output } of fleet.services) expect(output).not.toContain('"level":50');
  });

  async function drainWithoutDeadlock(fleet: Fleet, load: Load) {
    const figures = await drain(fleet, load);
    const { seconds, deadlocks, rowsReadEach } = figures;
    process.stdout.write(
      `${load.deliveries} deliveries to ${load.endpoints ?? 'one'} endpoint(s) by two processes: ` +
        `${seconds.toFixed(1)} s, ${deadlocks} deadlocks, ${rowsReadEach.toFixed(1)} rows read each\n`,
    );
    expect(deadlocks).toBe(0);
    return figures;
  }

  /** What it takes two processes to make so many deliveries, each once. */
  async function drain(fleet: Fleet, { deliveries, endpoints = 1, eventsEach }: Load) {
    const { userId, token } = await fleet.member(0);
    const register = async (path: string) => {
      const created = await fleet.api(0).post(ROOT, { url: receiver.url(path) }, { token });
      return dataOf<Endpoint>(created).id;
    };
    const paths = Array.from({ length: endpoints }, (_, nth) => `/${deliveries}/${nth}`);
    const endpointIds: number[] = [];
    for (const path of paths) endpointIds.push(await register(path));
    const other = await register('/other');
    await connection.query('START TRANSACTION');
    const backlog = backlogOf({ userId, endpointIds, deliveries, eventsEach });
    for (const sql of backlog) await connection.query(sql);
    const before = await serverCounters(connection);
    const begunMs = performance.now();
    await connection.query('COMMIT');
    // What is written behind its back a process finds by and by; after an event of its own it looks at once.
    for (const process of [0, 1]) await fleet.api(process).post(`${ROOT}/${other}/test`, {}, { token });
    const received = () => paths.flatMap((path) => receiver.at(path));
    const waits = { interval: 500, timeout: patienceFor(deliveries) };
    await expect.poll(() => received().length, waits).toBeGreaterThanOrEqual(deliveries);
    const seconds = (performance.now() - begunMs) / 1000;
    const pending = async () => {
      const ofThem = "SELECT id FROM webhook_deliveries WHERE endpoint_id IN (?) AND state = 'pending'";
      return (await connection.query(ofThem, [endpointIds]))[0];
    };
    await expect.poll(pending, { interval: 500 }).toEqual([]);
    const after = await serverCounters(connection);
    const ids = received().map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`);
    expect([ids.length, new Set(ids).size]).toEqual([deliveries, deliveries]);
    return {
      seconds,
      deadlocks: after.deadlocks - before.deadlocks,
      rowsReadEach: (after.rowsRead - before.rowsRead) / deliveries,
    };
  }
});
