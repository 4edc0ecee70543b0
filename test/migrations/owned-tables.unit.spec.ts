import { DataSource } from 'typeorm';
import { expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { OWNED } from '../../src/migrations/wide-ids/wide-ids.js';
import { loadSqlite } from '../../src/platform/database/index.js';

it('npm run widen-ids knows every table with a foreign key to users', async () => {
  const source = await new DataSource({
    type: 'better-sqlite3',
    driver: loadSqlite(),
    database: ':memory:',
    migrations: schema.migrations,
  }).initialize();
  try {
    await source.runMigrations();
    const keys = await source.query<{ name: string; target: string }[]>(
      `SELECT t.name, k."table" AS target FROM sqlite_master t JOIN pragma_foreign_key_list(t.name) k
        WHERE t.type = 'table' ORDER BY t.name`,
    );
    expect(keys).toEqual(OWNED.map((name) => ({ name, target: 'users' })));
  } finally {
    await source.destroy();
  }
});
