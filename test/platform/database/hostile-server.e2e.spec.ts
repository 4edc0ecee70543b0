import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { statement } from '../../../src/platform/database/index.js';
import { sessionStatements } from '../../../src/platform/database/session.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import type { Service } from '../../support/services/launch.js';
import { createDatabase } from '../../support/services/mariadb.js';
import { hasSqlServer, startSqlServer } from '../../support/services/sql-server.js';

/** What connections get there that ask for nothing else: each of them breaks something that we rely on. */
const OPTIONS = [
  '--sql-mode=NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT',
  '--default-time-zone=+09:00',
  '--character-set-server=latin1',
  '--init-connect=SET autocommit = 0',
  '--auto-increment-increment=7',
  '--auto-increment-offset=5',
  ...(inject('sqlServer') === 'mariadb' ? ['--skip-character-set-client-handshake'] : []),
];
const POOL = 8;
const VICTIM = { username: 'korban', email: 'korban@example.test', password: 'kata-sandi-korban' };

describe.runIf(hasSqlServer())('on a server whose sql_mode and the rest are against us', () => {
  let server: Service;
  let test: TestService;
  beforeAll(async () => {
    server = await startSqlServer({ options: OPTIONS });
    test = await startTestService({
      databaseUrl: await createDatabase(server.url),
      env: { DATABASE_POOL_SIZE: String(POOL) },
    });
    await test.api.post('/api/auth/register', { ...VICTIM, name: 'Korban' });
  });
  afterAll(async () => {
    await test?.close();
    await server?.stop();
  });

  keepBooks(() => test);

  it('messages sent at once have their own charges, whatever the steps between ids', async () => {
    const { key, userId } = await createAccount(test, 2_000);
    const send = () => test.api.post('/api/otp/send', sendBody(), { token: key });
    for (const response of await Promise.all([send(), send(), send(), send()]))
      expect(response).toAnswer(200);
    const rows = await test.database.read.query<{ id: number }[]>(
      `SELECT m.id FROM messages m JOIN credit_entries e ON e.message_id = m.id
        WHERE m.user_id = ? AND e.kind = 'charge' AND m.id % 7 = 5`,
      [userId],
    );
    expect(rows).toHaveLength(4);
  });

  const login = async (username: string) =>
    (await test.api.post('/api/auth/login', { username, password: VICTIM.password })).body.code;

  it('a login with SQL in its name is no account’s', async () => {
    const name = `0x${Buffer.from(VICTIM.username).toString('hex')}`;
    expect(await login(`siapa')) or username_key = ${name} #`)).toBe('credentials_invalid');
    expect(await login(`siapa\\')) or username_key = ${name} #`)).toBe('credentials_invalid');
    expect(await login(VICTIM.username)).toBeUndefined();
  });

  const TEXTS = ["it's", 'back\\slash', '\\', "\\'", '"; DROP TABLE users; -- ', 'šť🙂', 'a ? in it'];

  it.each(['a statement of TypeORM’s', 'a statement of ours'])(
    '%s writes values down as they are',
    async (way) => {
      const question = statement(`SELECT ${TEXTS.map((_, at) => `? AS t${at}`).join(', ')}`, TEXTS);
      const rows =
        way === 'a statement of ours'
          ? await test.database.query(question)
          : await test.database.read.query<Record<string, string>[]>(question.sql, question.values);
      expect(Object.values(rows[0] ?? {})).toEqual(TEXTS);
    },
  );

  it('every connection has settings of its own', async () => {
    const asked = `SELECT SLEEP(0.3) AS slept, CONNECTION_ID() AS id, @@sql_mode AS mode, @@time_zone AS zone,
      @@character_set_client AS client, @@character_set_connection AS connection,
      @@character_set_results AS results, @@collation_connection AS collation, @@autocommit AS autocommit`;
    const all = await Promise.all(
      Array.from({ length: POOL }, () => [
        test.database.read.query<Record<string, unknown>[]>(asked),
        test.database.query(statement(asked)),
      ]).flat(),
    );
    const rows = all.map(([row]) => row ?? {});
    expect(new Set(rows.map(({ id }) => String(id))).size).toBeGreaterThan(POOL);
    for (const { mode, zone, client, connection, results, collation, autocommit } of rows) {
      expect(String(mode).split(',')).toContain('STRICT_TRANS_TABLES');
      expect(mode).not.toMatch(/NO_BACKSLASH_ESCAPES|ANSI_QUOTES|PIPES_AS_CONCAT/);
      expect({ zone, client, connection, results, collation, autocommit: Number(autocommit) }).toEqual({
        zone: '+00:00',
        client: 'utf8mb4',
        connection: 'utf8mb4',
        results: 'utf8mb4',
        collation: 'utf8mb4_bin',
        autocommit: 1,
      });
    }
  });

  it('a boot behind a proxy that keeps our settings to itself ends, and says which', async () => {
    const ours = /sql_mode = ('[^']+')/.exec(sessionStatements()[0] ?? '')?.[1] ?? '';
    const theirs = "'NO_BACKSLASH_ESCAPES'".padEnd(ours.length);
    const { hostname, port } = new URL(server.url);
    const proxy = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.on('data', (chunk) =>
        upstream.write(Buffer.from(chunk.toString('latin1').replace(ours, theirs), 'latin1')),
      );
      client.on('close', () => upstream.destroy());
      upstream.pipe(client);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    try {
      const url = new URL(test.config.DATABASE_URL);
      url.port = String((proxy.address() as AddressInfo).port);
      await expect(startTestService({ databaseUrl: url.href })).rejects.toThrow(
        /^DATABASE_URL cannot be used: sandi@.+ does not keep its settings: sql_mode is NO_BACKSLASH_ESCAPES instead of STRICT_/,
      );
    } finally {
      proxy.close();
    }
  });
});
