import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { locksById, startGeneralLog } from '../support/general-log.js';
import { serverCounters, tidbDeadlocks } from '../support/server-counters.js';
import { locate, requireProgram } from '../support/services/find-program.js';
import type { Service } from '../support/services/launch.js';
import { createDatabase, startMariaDb } from '../support/services/mariadb.js';
import { startTidb } from '../support/services/tidb.js';
import { Meeting, UNITS_OF_WORK } from './meeting.js';

const isTidb = inject('sqlServer') === 'tidb';
const runs = isTidb
  ? locate('tidb-server') !== undefined
  : inject('engine') === 'mysql' && requireProgram('mariadb').kind === 'program';

describe.runIf(runs)('two processes that meet at everything', { timeout: 300_000 }, () => {
  let server: Service;
  let connection: Connection;
  let meeting: Meeting;

  beforeAll(async () => {
    server = await (isTidb ? startTidb() : startMariaDb());
    const databaseUrl = await createDatabase(server.url);
    connection = await createConnection(databaseUrl);
    meeting = await Meeting.start([databaseUrl, databaseUrl]);
    if (!isTidb) await startGeneralLog(connection);
  }, 120_000);
  afterAll(async () => {
    await meeting?.end();
    await connection?.end();
    await server?.stop();
  });
  keepBooks(() => meeting?.one);

  it.each(Object.entries(UNITS_OF_WORK))('meet no deadlock: %s', async (name, work) => {
    const count = async () =>
      isTidb ? tidbDeadlocks(connection) : (await serverCounters(connection)).deadlocks;
    const before = await count();
    const done = await work(meeting);
    const deadlocks = (await count()) - before;
    process.stdout.write(`${name}: ${done} by two processes, ${deadlocks} deadlocks\n`);
    expect(deadlocks).toBe(0);
  });

  it.skipIf(isTidb)('lock rows that they select by their ids through the primary key', async () => {
    const locks = await locksById(connection);
    expect(locks.filter(({ isOne }) => isOne).length).toBeGreaterThan(10);
    expect(locks.filter(({ isOne }) => !isOne).length).toBeGreaterThan(5);
    const isByKey = ({ isOne, key, others }: (typeof locks)[number]) =>
      others.length === 0 && (!isOne || key === 'PRIMARY');
    expect(locks.filter((lock) => !isByKey(lock))).toEqual([]);
  });
});
