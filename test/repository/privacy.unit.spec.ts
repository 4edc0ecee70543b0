import { DataSource } from 'typeorm';
import { expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { DATA_KINDS } from '../../src/operations/leak/kinds.rules.js';
import { loadSqlite } from '../../src/platform/database/index.js';
import { read, rows } from './tables.js';

/** Tables by kind, as docs/privacy-operator.md has them. */
const PAGE = new Map(
  rows(read('docs/privacy-operator.md'), '## Stored data', '## Processors', /^\| \w.*`/).map(
    ([kind = '', tables = '']) => [kind, [...tables.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)],
  ),
);

it('docs/privacy-operator.md and npm run leak name every table of the schema, by the same kinds', async () => {
  const source = await new DataSource({
    type: 'better-sqlite3',
    driver: loadSqlite(),
    database: ':memory:',
    migrations: schema.migrations,
  }).initialize();
  try {
    await source.runMigrations();
    const found = await source.query<{ name: string }[]>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'migrations' ORDER BY name",
    );
    const tables = found.map(({ name }) => name);
    expect([...PAGE.values()].flat().toSorted(), 'a new table needs a kind: say what it holds').toEqual(
      tables,
    );
    for (const { name, tables: known } of DATA_KINDS) {
      expect(PAGE.get(name)?.toSorted(), name).toEqual(Object.keys(known).toSorted());
      for (const [table, columns] of Object.entries(known)) {
        const names = await source.query<{ name: string }[]>('SELECT name FROM pragma_table_info(?)', [
          table,
        ]);
        expect(names.map((column) => column.name)).toEqual(expect.arrayContaining(Object.values(columns)));
        const has = (column: string) => names.some((each) => each.name === column);
        if (has('recipient_index')) expect(columns, table).toHaveProperty('recipient');
        if (has('user_id')) expect(columns, table).toHaveProperty('account');
      }
    }
    expect([...PAGE.keys()]).toEqual(DATA_KINDS.map(({ name }) => name));
  } finally {
    await source.destroy();
  }
});
