import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { schema } from '../../ormconfig.js';
import { connectionOptions } from '../../src/platform/database/index.js';
import { emptyDatabase } from '../support/databases.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

// An upgrade for each statement; and TiDB changes a table in a tenth of a second and more.
vi.setConfig({ testTimeout: 900_000 });

const CLI = createRequire(import.meta.url).resolve('typeorm/cli.js');

let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };
let source: DataSource;

beforeEach(async () => {
  folder = temporaryFolder('migrations');
  database = await emptyDatabase(folder.path);
  source = await new DataSource(
    await connectionOptions({ url: database.url, poolSize: 2 }, schema),
  ).initialize();
});
afterEach(async () => {
  await source.destroy();
  await database.drop();
  folder.remove();
});

type Rows = Record<string, string>[];

/** The schema in the engine's own words, tables and indices with all their constraints. */
async function schemaNow(): Promise<Record<string, string>> {
  if (inject('engine') === 'sqlite') {
    const rows = await source.query<Rows>('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL');
    return Object.fromEntries(rows.map(({ name = '', sql = '' }) => [name, sql]));
  }
  const tables = await source.query<Rows>('SHOW TABLES');
  const found: Record<string, string> = {};
  for (const name of tables.flatMap((row) => Object.values(row))) {
    const [row] = await source.query<Rows>(`SHOW CREATE TABLE \`${name}\``);
    found[name] = (row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, '');
  }
  return found;
}

/** The last of release 0.2.0. */
const RELEASED = 'WebhookFailures1764198000002';
/** TypeORM's own bookkeeping, which a revert leaves. */
const BOOKKEEPING = ['migrations', 'sqlite_sequence'];
const ours = (tables: Record<string, string>) =>
  Object.keys(tables).filter((name) => !BOOKKEEPING.includes(name));

it('migrations reverted one by one leave nothing, and applied again the same schema', async () => {
  await source.runMigrations({ transaction: 'each' });
  const first = await schemaNow();
  expect(ours(first)).toContain('messages');
  for (let left = schema.migrations.length; left > 0; left--)
    await source.undoLastMigration({ transaction: 'each' });
  expect(ours(await schemaNow())).toEqual([]);
  await source.runMigrations({ transaction: 'each' });
  expect(await schemaNow()).toEqual(first);
});

it('an upgrade leaves no device waiting: those there are count as linked, and new ones do not', async () => {
  await source.runMigrations({ transaction: 'each' });
  const columns = async () => Object.keys((await source.query<Rows>('SELECT * FROM devices'))[0] ?? {});
  const insert = (name: string) =>
    source.query(
      `INSERT INTO devices (name, driver, base_url, token_sealed, settings, state, created_at, updated_at)
       VALUES (?, 'http', 'http://127.0.0.1:1', '', '{}', 'active', '2026-01-31 06:00:00.000', '2026-01-31 06:00:00.000')`,
      [name],
    );
  await insert('lama');
  while ((await columns()).includes('linked_at')) await source.undoLastMigration({ transaction: 'each' });
  await source.runMigrations({ transaction: 'each' });
  await insert('baru');
  const linked = 'SELECT name FROM devices WHERE linked_at = created_at';
  expect(await source.query<Rows>(linked)).toEqual([{ name: 'lama' }]);
  const waiting = 'SELECT name FROM devices WHERE linked_at IS NULL';
  expect(await source.query<Rows>(waiting)).toEqual([{ name: 'baru' }]);
});

it('an upgrade leaves the check of numbers on where it was, and to the driver where it was off', async () => {
  await source.runMigrations({ transaction: 'each' });
  await source.query(
    `INSERT INTO devices (name, driver, base_url, token_sealed, settings, state, created_at, updated_at)
     VALUES ('lama', 'waha', 'http://127.0.0.1:1', '', '{}', 'active', '2026-01-31 06:00:00.000', '2026-01-31 06:00:00.000')`,
  );
  await source.query(
    `INSERT INTO devices (name, driver, base_url, token_sealed, settings, state, number_check, created_at, updated_at)
     VALUES ('periksa', 'waha', 'http://127.0.0.1:1', '', '{}', 'active', 1, '2026-01-31 06:00:00.000', '2026-01-31 06:00:00.000')`,
  );
  const told = async (column: string) =>
    (await source.query<Rows>(`SELECT ${column} AS told FROM devices ORDER BY id`)).map((row) => row['told']);
  const columns = async () => Object.keys((await source.query<Rows>('SELECT * FROM devices'))[0] ?? {});
  while ((await columns()).includes('number_check')) await source.undoLastMigration({ transaction: 'each' });
  expect(await told('check_number')).toEqual([0, 1]);
  await source.runMigrations({ transaction: 'each' });
  expect(await told('number_check')).toEqual([null, 1]);
});

it('an upgrade finds messages of before by the last four digits, without writing one of them', async () => {
  await source.runMigrations({ transaction: 'each' });
  const columns = async () => Object.keys((await source.query<Rows>('SELECT * FROM messages'))[0] ?? {});
  const insert = (reference: string, mask: string) =>
    source.query(
      `INSERT INTO messages (reference, user_id, api_key_id, livemode, status, credit_used, recipient_masked,
         recipient_index, duplicate_index, company_name, day, created_at, lease_until)
       VALUES (?, 1, 1, 1, 'sent', 200, ?, 'x', 'x', 'Toko', '2026-01-31', '2026-01-31 06:00:00.000', '2026-01-31 06:00:00.000')`,
      [reference, mask],
    );
  await insert('lama', '6281****7890');
  await insert('pendek', '6281****890');
  while ((await columns()).includes('recipient_last4'))
    await source.undoLastMigration({ transaction: 'each' });
  // As a process of the version before would, beside one of this.
  await insert('sementara', '6285****7890');
  await source.runMigrations({ transaction: 'each' });
  await insert('baru', '6282****7890');
  const found = "SELECT reference FROM messages WHERE recipient_last4 = '7890' ORDER BY id";
  expect(await source.query<Rows>(found)).toEqual(
    ['lama', 'sementara', 'baru'].map((reference) => ({ reference })),
  );
});

/** Runs what is to be run, and dies before the second statement that changes something; false once there was no second. */
async function upgradeByOne(): Promise<boolean> {
  let changes = 0;
  const createQueryRunner = source.createQueryRunner.bind(source);
  vi.spyOn(source, 'createQueryRunner').mockImplementationOnce((mode) => {
    const runner = createQueryRunner(mode);
    const query = runner.query.bind(runner);
    vi.spyOn(runner, 'query').mockImplementation((sql, ...rest) => {
      if (/^\s*(CREATE|ALTER|INSERT|UPDATE)/i.test(sql) && ++changes > 1) throw new Error('killed');
      return query(sql, ...rest);
    });
    return runner;
  });
  try {
    await source.runMigrations({ transaction: 'none' });
    return false;
  } catch (error) {
    expect((error as Error).message).toBe('killed');
    return true;
  }
}

// SQLite takes a migration back with its transaction.
it.runIf(inject('engine') === 'mysql')(
  'an upgrade that is killed after each of its statements goes on where it was',
  async () => {
    await source.runMigrations({ transaction: 'none' });
    const whole = await schemaNow();
    while (
      (await source.query<Rows>('SELECT name FROM migrations ORDER BY id DESC'))[0]?.['name'] !== RELEASED
    )
      await source.undoLastMigration({ transaction: 'none' });
    let kills = 0;
    while (await upgradeByOne()) kills++;
    expect(kills).toBeGreaterThan(20);
    expect(await schemaNow()).toEqual(whole);
  },
);

it('the CLI of TypeORM applies, shows and reverts them on the built ormconfig', async () => {
  expect(inject('buildFailure')).toBeNull();
  const cli = (command: string, env: Record<string, string> = { DATABASE_URL: database.url }) =>
    spawnSync(process.execPath, [CLI, command, '-d', 'dist/ormconfig.js'], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });
  expect(cli('migration:run').status).toBe(0);
  const shown = cli('migration:show').stdout;
  for (const { name } of schema.migrations) expect(shown).toMatch(new RegExp(`\\[X\\] .*${name}`));
  expect(cli('migration:revert').status).toBe(0);
  const left = await source.query<Rows>('SELECT name FROM migrations');
  expect(left).toHaveLength(schema.migrations.length - 1);
  const file = join(folder.path, 'database-url');
  writeFileSync(file, `${database.url}\n`);
  expect(cli('migration:run', { DATABASE_URL_FILE: file }).status).toBe(0);
  expect(await source.query<Rows>('SELECT name FROM migrations')).toHaveLength(schema.migrations.length);
});
