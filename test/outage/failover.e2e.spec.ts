import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../simulator/random.js';
import { connect } from '../../src/platform/database/index.js';
import { FaultProxy } from '../faults/proxy.js';
import { keepBooks } from '../support/app.js';
import { runScript, scriptOf } from '../support/databases.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import type { Service } from '../support/services/launch.js';
import { createDatabase, withConnection } from '../support/services/mariadb.js';
import { hasSqlServer, startSqlServer } from '../support/services/sql-server.js';

const USER = 'biasa';
const PASSWORD = 'biasa-saja';

const portOf = (url: string) => Number(new URL(url).port);
const say = (url: string, sql: string) => withConnection(url, (connection) => connection.query(sql));

/** May do anything but write to a server that only reads. */
const plainUser = (url: string, database: string) =>
  say(url, `CREATE USER '${USER}'@'127.0.0.1' IDENTIFIED BY '${PASSWORD}'`).then(() =>
    say(url, `GRANT ALL PRIVILEGES ON \`${database}\`.* TO '${USER}'@'127.0.0.1'`),
  );

const connectionsOf = async (url: string): Promise<number> => {
  const [rows] = await withConnection(url, (connection) =>
    connection.query<RowDataPacket[]>('SELECT id FROM information_schema.processlist WHERE user = ?', [USER]),
  );
  return rows.length;
};

const POOL_SIZE = 6;

describe.runIf(hasSqlServer())('a failover behind a proxy', { timeout: 180_000 }, () => {
  let before: Service;
  let after: Service;
  let proxy: FaultProxy;
  let service: TestService;
  let account: Account;
  let database: string;
  const target = { host: '127.0.0.1', port: 0 };
  beforeAll(async () => {
    [before, after] = await Promise.all([startSqlServer({}), startSqlServer({})]);
    const direct = await createDatabase(before.url);
    database = new URL(direct).pathname.slice(1);
    await plainUser(before.url, database);
    await plainUser(after.url, database);
    target.port = portOf(before.url);
    proxy = await FaultProxy.start(target, seededRandom(1));
    service = await startTestService({
      databaseUrl: `mysql://${USER}:${PASSWORD}@127.0.0.1:${proxy.port}/${database}`,
    });
    account = await createAccount(service, 1_000_000);
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.close();
    await Promise.all([before?.stop(), after?.stop()]);
  });
  keepBooks(() => service);

  const send = async () =>
    (await service.api.post('/api/otp/send', sendBody(), { token: account.key })).status;
  const sends = (count: number) => Promise.all(Array.from({ length: count }, send));
  const ready = async () => (await service.api.get('/health/ready')).status;

  it('sends over the new server without a restart, and keeps no connection to the old one', async () => {
    // Both pools have as many connections as a burst makes.
    expect(await sends(12)).toEqual(Array(12).fill(200));
    expect(await ready()).toBe(200);

    await say(before.url, 'SET GLOBAL read_only = 1');
    expect(await sends(4)).toEqual(Array(4).fill(503));
    expect(await ready()).toBe(503);

    await say(after.url, `CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4`);
    const copyOf = (url: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
    // Rows come with their generated columns, which only a lenient session ignores.
    await runScript(copyOf(after.url), `SET sql_mode = '';\n${await scriptOf(copyOf(before.url))}`);
    target.port = portOf(after.url);
    expect(await sends(12)).toEqual(Array(12).fill(200));
    expect(await ready()).toBe(200);
    await expect.poll(() => connectionsOf(before.url)).toBe(0);
  });

  it('waits once for a server that went silent, and not once for each connection to it', async () => {
    const url = `mysql://${USER}:${PASSWORD}@127.0.0.1:${proxy.port}/${database}`;
    const source = await connect(
      { url, poolSize: POOL_SIZE, queryTimeoutMs: 1_500 },
      { entities: [], migrations: [] },
    );
    const ask = (sql: string) => Promise.all(Array.from({ length: POOL_SIZE }, () => source.query(sql)));
    await ask('SELECT SLEEP(0.2)');
    after.pause();
    target.port = portOf(before.url);
    try {
      await expect(source.query('SELECT 1')).rejects.toThrow('no answer within 1500 ms');
      await expect(ask('SELECT 1')).resolves.toHaveLength(POOL_SIZE);
    } finally {
      after.resume();
      target.port = portOf(after.url);
    }
    await source.destroy();
  });
});
