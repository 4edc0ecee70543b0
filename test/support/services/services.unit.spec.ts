import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findService, requireProgram, requireService } from './find-program.js';
import type { Service } from './launch.js';
import { createDatabase, dropDatabase, startMariaDb } from './mariadb.js';
import { mysqlProgram } from './mysql-program.js';
import { startRedis } from './redis.js';
import { temporaryFolder } from './temporary-folder.js';

const mariadb = requireProgram('mariadb');
const redis = requireProgram('redis');

describe.skipIf(mariadb.kind === 'missing')('MariaDB of our own', { timeout: 60_000 }, () => {
  it('takes a transaction, drops its database, and leaves no process and no folder', async () => {
    const server = await startMariaDb();
    onTestFinished(() => server.stop());
    const url = await createDatabase(server.url);

    const connection = await createConnection(url);
    await connection.query('CREATE TABLE coin (id INT PRIMARY KEY) ENGINE=InnoDB');
    await connection.beginTransaction();
    await connection.query('INSERT INTO coin VALUES (1)');
    await connection.rollback();
    await connection.beginTransaction();
    await connection.query('INSERT INTO coin VALUES (2)');
    await connection.commit();
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT id, @@character_set_database AS charset FROM coin',
    );
    await connection.end();
    expect(rows).toEqual([{ id: 2, charset: 'utf8mb4' }]);

    await dropDatabase(url);
    await expect(createConnection(url)).rejects.toThrow(/Unknown database/);
    await expectGone(server);
  });

  it('lets nobody in without the password made for this run', async () => {
    const server = await startMariaDb();
    onTestFinished(() => server.stop());
    const { port } = new URL(server.url);
    for (const user of ['root', 'sandi', '']) {
      await expect(createConnection({ host: '127.0.0.1', port: Number(port), user })).rejects.toThrow(
        /denied/,
      );
    }
  });

  it('refuses to drop a database it did not make', async () => {
    await expect(dropDatabase('mysql://127.0.0.1:1/production')).rejects.toThrow(/not ours to drop/);
  });
});

describe.skipIf(redis.kind === 'missing')('Redis of our own', () => {
  it('answers, falls silent while paused, and leaves no process and no folder', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const client = new Redis(server.url);
    onTestFinished(() => client.disconnect());
    expect(await client.ping()).toBe('PONG');

    server.pause();
    const silent = client.ping();
    expect(await Promise.race([silent, delay(200)])).toBeUndefined();
    server.resume();
    expect(await silent).toBe('PONG');

    client.disconnect();
    server.pause();
    await expectGone(server);
  });
});

describe('a program that is not installed', () => {
  const elsewhere = { env: { PATH: '/nonexistent' }, sbin: [] };
  const inCi = { env: { PATH: '/nonexistent', CI: 'true' }, sbin: [] };

  it.each(['mariadb', 'redis'] as const)('is skipped with one line that says how to get it: %s', (name) => {
    const lines: string[] = [];
    const found = requireService(name, { ...elsewhere, say: (line) => lines.push(line) });
    expect(found).toEqual({ kind: 'missing', reason: lines[0] });
    expect(lines).toEqual([
      expect.stringMatching(
        /^Skipped what needs \w+: .* get it with "apt-get install .+" or set TEST_\w+_URL\.$/,
      ),
    ]);
  });

  it.each(['mariadb', 'redis', 'chromium'] as const)('is a failure under CI=true: %s', (name) => {
    expect(() => requireProgram(name, inCi)).toThrow(/Under CI=true a skip is a failure/);
  });

  it('is not missed where TEST_MYSQL_URL names a server, as long as that is on loopback', () => {
    const at = (url: string) => findService('mariadb', { env: { TEST_MYSQL_URL: url }, sbin: [] });
    expect(at('mysql://root@127.0.0.1:3306')).toEqual({ kind: 'url', url: 'mysql://root@127.0.0.1:3306' });
    expect(at('mysql://root@[::1]:3306').kind).toBe('url');
    expect(() => at('mysql://root@db.example.com:3306')).toThrow(/must name a loopback address/);
    expect(() => at('mysql://root@127.0.0.1.example.com')).toThrow(/must name a loopback address/);
  });
});

describe('a MySQL to test on', () => {
  const nowhere = (folder: string) => ({
    env: { PATH: '/nonexistent', TEST_MYSQL_FOLDER: folder },
    sbin: [],
  });

  it('that cannot be had says in one line how to get it', () =>
    expect(mysqlProgram(nowhere('/nonexistent/sid'))).rejects.toThrow(
      /^No MySQL for test:mysql: set TEST_MYSQL_URL .+ as root with debootstrap installed\.$/,
    ));

  it('is not unpacked over what somebody keeps there', () => {
    const folder = temporaryFolder('kept');
    onTestFinished(() => folder.remove());
    writeFileSync(join(folder.path, 'file'), 'kept');
    return expect(mysqlProgram(nowhere(folder.path))).rejects.toThrow(/holds no MySQL: remove it, or let /);
  });
});

async function expectGone(server: Service): Promise<void> {
  await server.stop();
  expect(() => process.kill(server.pid, 0)).toThrow(/ESRCH/);
  expect(existsSync(server.folder)).toBe(false);
}
