import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { locksById, startGeneralLog } from '../support/general-log.js';
import { serverCounters } from '../support/server-counters.js';
import { requireProgram } from '../support/services/find-program.js';
import type { Service } from '../support/services/launch.js';
import { createDatabase, startMariaDb } from '../support/services/mariadb.js';
import { Meeting, UNITS_OF_WORK } from './meeting.js';

const runs = inject('engine') === 'mysql' && requireProgram('mariadb').kind === 'program';

describe.runIf(runs)('two processes that meet at everything', { timeout: 300_000 }, () => {
  let server: Service;
  let connection: Connection;
  let meeting: Meeting;

  beforeAll(async () => {
    server = await startMariaDb();
    const databaseUrl = await createDatabase(server.url);
    connection = await createConnection(databaseUrl);
    meeting = await Meeting.start([databaseUrl, databaseUrl]);
    await startGeneralLog(connection);
  }, 120_000);
  afterAll(async () => {
    await meeting?.end();
    await connection?.end();
    await server?.stop();
  });
  keepBooks(() => meeting?.one);

  it.each(Object.entries(UNITS_OF_WORK))('meet no deadlock: %s', async (name, work) => {
    const before = await serverCounters(connection);
    const done = await work(meeting);
    const after = await serverCounters(connection);
    const deadlocks = after.deadlocks - before.deadlocks;
    process.stdout.write(`${name}: ${done} by two processes, ${deadlocks} deadlocks\n`);
    expect(deadlocks).toBe(0);
  });

  it('lock a row that they select by its id through the primary key', async () => {
    const locks = await locksById(connection);
    expect(locks.length).toBeGreaterThan(10);
    expect(locks.filter(({ key, others }) => key !== 'PRIMARY' || others.length > 0)).toEqual([]);
  });
});
