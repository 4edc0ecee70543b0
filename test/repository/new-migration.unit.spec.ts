import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataSource, type MigrationInterface } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadSqlite } from '../../src/platform/database/index.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCRIPT = join(ROOT, 'scripts/new-migration.mjs');

let folder: TemporaryFolder;
const path = (name: string) => join(folder.path, name);
const migrations = () => readdirSync(path('src/migrations'));
const newMigration = (...args: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder.path, encoding: 'utf8' });

/** The file of a new migration, and the name of its class. */
function written(name: string): { file: string; className: string } {
  const before = migrations();
  expect(newMigration(name)).toMatchObject({ status: 0, stderr: '' });
  const [file = '', ...others] = migrations().filter((each) => !before.includes(each));
  expect(others).toEqual([]);
  const [, className = ''] =
    /export class (\w+)/.exec(readFileSync(path(`src/migrations/${file}`), 'utf8')) ?? [];
  return { file, className };
}

beforeAll(() => {
  folder = temporaryFolder('new-migration');
  for (const file of ['ormconfig.ts', 'src/migrations'])
    cpSync(join(ROOT, file), path(file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), path('node_modules'));
});
afterAll(() => folder.remove());

describe('npm run db:migration', () => {
  it('refuses what is no name for a file and a class', () => {
    const before = migrations();
    for (const args of [[], ['KeyLabels'], ['../key'], ['key labels'], ['1st']])
      expect(newMigration(...args)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('db:migration'),
      });
    expect(migrations()).toEqual(before);
  });

  it('writes one that adds and drops its columns, once its table is named', async () => {
    const { file, className } = written('key-labels');
    expect(className).toBe(`KeyLabels${Number.parseInt(file, 10)}`);

    const exported = (await import(path(`src/migrations/${file}`))) as Record<
      string,
      new () => MigrationInterface
    >;
    const source = await new DataSource({
      type: 'better-sqlite3',
      driver: loadSqlite(),
      database: ':memory:',
    }).initialize();
    onTestFinished(() => source.destroy());
    const runner = source.createQueryRunner();
    const columns = async () =>
      (await source.query<{ name: string }[]>('PRAGMA table_info(which_table)')).map(({ name }) => name);
    const migration = new exported[className]!();
    await expect(migration.up(runner)).rejects.toThrow('no such table');
    await source.query('CREATE TABLE which_table (id integer PRIMARY KEY)');
    await migration.up(runner);
    expect(await columns()).toEqual(['id', 'which_column']);
    await migration.down(runner);
    expect(await columns()).toEqual(['id']);
  });

  it('names it last in ormconfig.ts, after one that a clock ahead of ours has written', () => {
    writeFileSync(path('src/migrations/9999999999999-ahead.ts'), '');
    const { file, className } = written('more-labels');
    expect(file).toBe('10000000000000-more-labels.ts');
    const text = readFileSync(path('ormconfig.ts'), 'utf8');
    expect(text).toContain(
      `import { ${className} } from './src/migrations/${file.replace('.ts', '.js')}';\n`,
    );
    const [, listed = ''] = /migrations: \[\n([^\]]*)\]/.exec(text) ?? [];
    expect(listed.trim().split(/,\s*/).slice(-3)).toEqual([
      expect.stringMatching(/^KeyLabels\d+$/),
      className,
      '',
    ]);
  });
});
