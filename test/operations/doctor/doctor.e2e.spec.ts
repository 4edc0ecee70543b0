import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, linkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { SMTPServer } from 'smtp-server';
import { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { schema } from '../../../ormconfig.js';
import { type Simulator, startSimulator } from '../../../simulator/gateway.js';
import { connectionOptions } from '../../../src/platform/database/index.js';
import { SmallDisk } from '../../outage/small-disk.js';
import { BuiltService } from '../../support/built-service.js';
import { newDatabase } from '../../support/databases.js';
import { newPhone } from '../../support/factories.js';
import { Program } from '../../support/program.js';
import { createDatabase } from '../../support/services/mariadb.js';
import { quietPort } from '../../support/services/quiet-port.js';
import { startRedis } from '../../support/services/redis.js';
import { startSqlServer } from '../../support/services/sql-server.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';

const isSqlite = inject('engine') === 'sqlite';
/** Whichever database there is, it does the same. */
const itOnce = it.runIf(isSqlite);
const SECRETS = {
  JWT_SECRET: 'test-jwt-secret-9Qm4vTz7Rk2Wp8XbL5cN',
  DATA_KEY: 'test-data-key-Zs6hYd3Gf9Ju1Ke7Ma0Vt',
  GATEWAY_WEBHOOK_SECRET: 'test-webhook-7cWq2Lx9',
};

let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };
let gateway: Simulator;
let env: Record<string, string>;

beforeEach(async () => {
  folder = temporaryFolder('doctor');
  database = await newDatabase(folder.path);
  gateway = await startSimulator({ switches: { timeline: 'delivered', callbackDelayMs: 50 } });
  const port = await quietPort();
  env = {
    ...SECRETS,
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    GATEWAY_URL: gateway.url,
    GATEWAY_TOKEN: gateway.token,
  };
});
afterEach(async () => {
  await gateway.close();
  await database.drop();
  folder.remove();
});

/** The service of `env`, once it takes requests; it ends with the test. */
async function start(): Promise<BuiltService> {
  const service = new BuiltService(env);
  onTestFinished(async () => {
    service.signal('SIGTERM');
    await service.exit();
  });
  const url = await service.url();
  gateway.callbackTo(`${url}/api/webhook/gateway`, SECRETS.GATEWAY_WEBHOOK_SECRET);
  return service;
}

/** What the doctor says, by the name of what it looked at; a device has a name of its own. */
async function ask(more: Record<string, string> = {}, ...args: string[]) {
  const doctor = new Program('dist/bundle/doctor.mjs', { ...env, ...more }, { args });
  const { code } = await doctor.exit();
  const { output } = doctor;
  const line = (name: string) =>
    new RegExp(`^([✓✗–]) ${name} +(.+)(?:\n +→ (.+))?$`, 'm').exec(output)?.slice(1);
  const amiss = output.match(/^✗ .+/gm) ?? [];
  return { code, output, line, amiss };
}

describe('the doctor', () => {
  it('finds a service that is well to be so, and sends a real code that nobody pays for', async () => {
    await start();
    const phone = newPhone();
    const { code, output, line } = await ask({}, '--to', phone);
    expect(output).toMatch(/\nAll is well\.\n$/);
    expect(code).toBe(0);
    expect(line('database')?.[1]).toMatch(isSqlite ? /^SQLite 3\./ : /^(MariaDB|MySQL|TiDB) \d/);
    expect(line('migrations')?.[1]).toBe(`${schema.migrations.length} applied, none pending`);
    expect(line('ids')?.slice(0, 2)).toEqual(['✓', '64 bits']);
    expect(line('callbacks')?.[1]).toContain('from outside was not proven');
    expect(line('device')?.[1]).toContain('gateway (http, ');
    expect(line('its callback')?.[1]).toMatch(/^(sent|delivered), after/);
    // Who it went to, and what, is the phone's alone.
    expect(gateway.accepted).toHaveLength(1);
    const [{ text = '' } = {}] = gateway.accepted;
    expect(text).toContain('adalah kode OTP Sandi Anda');
    expect(output).not.toContain(/\d{6}/.exec(text)?.[0]);
    expect(output).not.toContain(phone.slice(-8));
    const books = new Program('dist/bundle/books.mjs', env);
    expect((await books.exit()).code).toBe(0);
    const source = await new DataSource(
      await connectionOptions({ url: database.url, readonly: true }, { entities: [], migrations: [] }),
    ).initialize();
    expect(await source.query('SELECT id FROM messages')).toEqual([]);
    await source.destroy();
  });

  itOnce('sends nothing unless it is asked to', async () => {
    await start();
    const { code, line } = await ask();
    expect(code).toBe(0);
    expect(line('test message')?.[0]).toBe('–');
    expect(gateway.accepted).toEqual([]);
  });

  itOnce('sees a device that is dead, and sends nothing through it', async () => {
    await start();
    await gateway.close();
    const { code, line, amiss } = await ask({}, '--to', newPhone());
    expect(code).toBe(1);
    expect(line('device')).toEqual([
      '✗',
      expect.stringContaining('is unreachable'),
      expect.stringContaining('Start its gateway'),
    ]);
    expect(line('test message')?.[1]).toBe('no device to send it through');
    expect(amiss).toHaveLength(2);
  });

  itOnce(
    'sees that a gateway’s callbacks do not arrive',
    async () => {
      await start();
      gateway.callbackTo(null);
      const { code, line } = await ask({}, '--to', newPhone());
      expect(code).toBe(1);
      expect(line('test message')?.[0]).toBe('✓');
      expect(line('its callback')).toEqual([
        '✗',
        'none within 20 s',
        expect.stringContaining('/api/webhook/gateway/1'),
      ]);
    },
    60_000,
  );

  itOnce('sees a Redis and a mail server that are not there, without their passwords', async () => {
    await start();
    const port = await quietPort();
    const { code, output, line, amiss } = await ask({
      REDIS_URL: `redis://:r4hasia@127.0.0.1:${port}`,
      SMTP_URL: `smtp://sandi:r4hasia@127.0.0.1:${port}`,
    });
    expect(code).toBe(1);
    expect(line('Redis')).toEqual([
      '✗',
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('REDIS_URL'),
    ]);
    expect(line('mail')).toEqual([
      '✗',
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('SMTP_URL'),
    ]);
    expect(amiss).toHaveLength(2);
    expect(output).not.toContain('r4hasia');
  });

  itOnce('sees a Redis that answers and does not count', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const client = new Redis(redis.url);
    await client.call('REPLICAOF', '127.0.0.1', '1');
    client.disconnect();
    const { line } = await ask({ REDIS_URL: redis.url });
    expect(line('Redis')?.slice(0, 2)).toEqual(['✗', expect.stringContaining('READONLY')]);
  });

  it('proves that the database takes writes', async () => {
    const { line } = await ask();
    expect(line('writing')).toEqual(['✓', 'a row was written and deleted', undefined]);
  });

  itOnce('sees a full disk, and a file with two names', async ({ skip }) => {
    const file = database.url.replace('sqlite:', '');
    linkSync(file, `${file}.copy`);
    expect((await ask()).line('disk')?.[1]).toContain('2 names (hard links)');
    const disk = SmallDisk.mount(16);
    if (!disk) return skip();
    onTestFinished(() => disk.remove());
    const onDisk = join(disk.path, 'otp.sqlite');
    copyFileSync(file, onDisk);
    disk.block();
    const { code, line } = await ask({ DATABASE_URL: `sqlite:${onDisk}` });
    expect(code).toBe(1);
    // Without room for SQLite's side files it cannot even be read.
    expect([line('database')?.[0], line('writing')?.[0]]).toContain('✗');
  });

  // TiDB has no `read_only`, and its own variable would stop the tests beside this one.
  it.skipIf(isSqlite || inject('sqlServer') === 'tidb')('sees a server that only reads', async () => {
    const url = new URL(database.url);
    const root = await createConnection(database.url);
    onTestFinished(() => root.end());
    const name = url.pathname.slice(1);
    [url.username, url.password] = [`pembaca_${process.pid}`, 'rahasia'];
    const guest = `'${url.username}'@'127.0.0.1'`;
    await root.query(`CREATE USER ${guest} IDENTIFIED BY 'rahasia'`);
    onTestFinished(() => void root.query(`DROP USER ${guest}`));
    await root.query(`GRANT ALL PRIVILEGES ON \`${name}\`.* TO ${guest}`);
    await root.query('SET GLOBAL read_only = 1');
    try {
      const { line } = await ask({ DATABASE_URL: url.href });
      expect(line('database')?.[0]).toBe('✓');
      expect(line('writing')?.slice(0, 2)).toEqual(['✗', expect.stringContaining('read-only')]);
    } finally {
      await root.query('SET GLOBAL read_only = 0');
    }
  });

  itOnce('logs in to the mail server, and sees when that refuses', async () => {
    const server = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onAuth: ({ password }, _session, done) =>
        password === 'right'
          ? done(null, { user: 'sandi' })
          : done(new Error('Invalid username or password')),
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    const [right, wrong] = await Promise.all([
      ask({ SMTP_URL: `smtp://sandi:right@${host}` }),
      ask({ SMTP_URL: `smtp://sandi:wrong@${host}` }),
    ]);
    expect(right.line('mail')?.[0]).toBe('✓');
    expect(wrong.line('mail')).toEqual([
      '✗',
      expect.stringContaining('EAUTH'),
      expect.stringContaining('SMTP_URL'),
    ]);
  });

  it('counts the migrations that are pending, and does not apply them', async () => {
    const source = await new DataSource(await connectionOptions({ url: database.url }, schema)).initialize();
    onTestFinished(() => source.destroy());
    await source.undoLastMigration({ transaction: 'each' });
    const last = schema.migrations.at(-1)?.name;
    for (const { code, line } of [await ask(), await ask()]) {
      expect(code).toBe(1);
      expect(line('migrations')?.slice(0, 2)).toEqual([
        '✗',
        `1 of ${schema.migrations.length} are pending, from ${last} on`,
      ]);
    }
  });

  itOnce('sees an address that leads to somebody else', async () => {
    const other = createServer((_request, response) => response.end('{"status":"live, but another"}'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { line } = await ask({ PUBLIC_URL: `http://127.0.0.1:${port}` });
    expect(line('callbacks')).toEqual([
      '✗',
      expect.stringContaining('not as Sandi does'),
      expect.stringContaining('PUBLIC_URL'),
    ]);
  });

  it('says of a database that is not there which it was, and looks at the rest', async () => {
    const DATABASE_URL = isSqlite
      ? `sqlite:${join(folder.path, 'nowhere.sqlite')}`
      : `mysql://sandi:r4hasia@127.0.0.1:${await quietPort()}/otp`;
    const { code, output, line } = await ask({ DATABASE_URL });
    expect(code).toBe(1);
    expect(line('database')?.[0]).toBe('✗');
    expect(line('database')?.[1]).toMatch(
      isSqlite ? /nowhere\.sqlite/ : /sandi@127\.0\.0\.1:\d+\/otp: .*ECONNREFUSED/,
    );
    expect(line('Redis')?.[0]).toBe('–');
    expect(output).not.toContain('r4hasia');
    expect(existsSync(join(folder.path, 'nowhere.sqlite'))).toBe(false);
  });

  itOnce('says what is wrong with the configuration', async () => {
    const DATABASE_URL_FILE = join(folder.path, 'missing');
    const { code, output } = await ask({ PROT: '1', DATABASE_URL: '', DATABASE_URL_FILE });
    expect(code).toBe(1);
    expect(output).toContain('✗ configuration    PROT is not a variable of Sandi: did you mean PORT?');
    expect(output).toContain(
      '✗ configuration    DATABASE_URL_FILE cannot be used: the file that it names cannot be read (ENOENT)',
    );
  });

  itOnce('tells how it is asked', async () => {
    expect(await ask({}, '--help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--to 0812') as string,
    });
    expect(await ask({}, '--to', '12')).toMatchObject({ code: 2 });
    expect(await ask({}, '--too', '12')).toMatchObject({ code: 2 });
    const program = fileURLToPath(new URL('../../../bin/sandi', import.meta.url));
    const sandi = (...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });
    expect(sandi('doctor', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--to 0812'),
    });
    expect(sandi('doktor')).toMatchObject({ status: 2, stderr: expect.stringContaining('sandi doctor') });
  });
});

it.skipIf(isSqlite)('says of a server that reads our texts otherwise that it does not reach us', async () => {
  const server = await startSqlServer({
    options: ['--sql-mode=STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES'],
  });
  onTestFinished(() => server.stop());
  const { line } = await ask({ DATABASE_URL: await createDatabase(server.url) });
  expect(line('sql_mode')?.[0]).toBe('✓');
  expect(line('sql_mode')?.[1]).toMatch(/NO_BACKSLASH_ESCAPES.* of the server does not reach us$/);
});
