import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { CONTRACTS } from './contracts.js';
import { previousRelease, unpackPreviousRelease } from './previous-release.js';
import { lostBetween, type Migration, schemasAfter } from './schema-changes.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const migrations = schema.migrations as Migration[];
const released = previousRelease.migrations.length;

/** A migration of one statement. */
function step(...statements: string[]): Migration {
  return class implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      for (const sql of statements) await runner.query(sql);
    }
    async down(): Promise<void> {}
  };
}

const isEarlier = (version: string, than: string) => {
  const [a = [], b = []] = [version, than].map((text) => text.split('.').map(Number));
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
};

describe(`since ${previousRelease.version}`, () => {
  it('its migrations are the first of this tree, and make the schema that they made', async () => {
    expect(migrations.slice(0, released).map(({ name }) => name)).toEqual(previousRelease.migrations);
    const folder = join(ROOT, unpackPreviousRelease(), 'dist/src/migrations');
    const own: Migration[] = [];
    for (const file of readdirSync(folder).toSorted()) {
      const exported = (await import(join(folder, file))) as Record<string, Migration>;
      own.push(...Object.values(exported).filter((each) => previousRelease.migrations.includes(each.name)));
    }
    expect(own).toHaveLength(released);
    const then = await schemasAfter(own, [released]);
    expect(await schemasAfter(migrations, [released])).toEqual(then);
  });

  it('migrations only add what it can do without, but for the steps of contracts.ts', async () => {
    const [before, after] = await schemasAfter(migrations, [released, migrations.length]);
    const lost = lostBetween(before ?? new Map(), after ?? new Map());
    for (const each of lost)
      expect(isEarlier(CONTRACTS[each] ?? 'listed nowhere', previousRelease.version), each).toBe(true);
  });
});

describe('what would be missed', () => {
  const lostBy = async (...statements: string[]) => {
    const [before, after] = await schemasAfter(
      [...migrations, step(...statements)],
      [migrations.length, migrations.length + 1],
    );
    return lostBetween(before ?? new Map(), after ?? new Map());
  };

  it.each([
    ['DROP TABLE device_pairs', 'device_pairs is gone'],
    ['ALTER TABLE users RENAME TO accounts', 'users is gone'],
    ['ALTER TABLE api_keys DROP COLUMN daily_cap', 'api_keys.daily_cap is gone'],
    ['ALTER TABLE api_keys RENAME COLUMN daily_cap TO cap', 'api_keys.daily_cap is gone'],
    ["ALTER TABLE device_pairs ADD COLUMN note text CHECK (note <> '')", "device_pairs: CHECK (note <> '')"],
    ['DROP INDEX uq_devices_name', 'devices (name) is no longer unique'],
    ['CREATE UNIQUE INDEX uq_sessions_address ON sessions (address)', 'sessions (address) must be unique'],
  ])('%s', async (statement, lost) => {
    expect(await lostBy(statement)).toContain(lost);
  });

  it('no unique key that got a column which earlier programs leave at its default', async () => {
    const widened = (column: string) =>
      lostBy(
        `ALTER TABLE devices ADD COLUMN ${column}`,
        'CREATE UNIQUE INDEX uq_devices_name_more ON devices (name, more)',
        'DROP INDEX uq_devices_name',
      );
    expect(await widened('more int NOT NULL DEFAULT 0')).toEqual([]);
    expect(await widened('more int')).toContain('devices (name) is no longer unique');
  });

  it('a column that must be given, or is another', async () => {
    const key = 'PRIMARY KEY (user_id, code_hash)';
    const made = (columns: string) => [
      `DROP TABLE recovery_codes`,
      `CREATE TABLE recovery_codes (${columns}, ${key})`,
    ];
    const same = '"user_id" int NOT NULL, "code_hash" varchar(64) NOT NULL';
    expect(await lostBy(...made(same))).toEqual([]);
    expect(await lostBy(...made(`${same}, note text NOT NULL`))).toEqual([
      'recovery_codes.note must be given',
    ]);
    expect(await lostBy(...made(`${same}, note text NOT NULL DEFAULT ''`))).toEqual([]);
    expect(await lostBy(...made(same.replace('64', '32')))).toEqual(['recovery_codes.code_hash is another']);
  });
});

it('versions are compared by their numbers', () => {
  expect([isEarlier('0.9.0', '0.10.0'), isEarlier('0.2.0', '0.2.0'), isEarlier('1.0.0', '0.9.9')]).toEqual([
    true,
    false,
    false,
  ]);
});
