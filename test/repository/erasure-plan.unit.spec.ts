import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { ERASURE_PLAN } from '../../src/offboarding/erasure-plan.rules.js';
import { loadSqlite } from '../../src/platform/database/index.js';

/** Columns by table, as the migrations make them. */
const columns = new Map<string, Set<string>>();
let source: DataSource;
beforeAll(async () => {
  source = await new DataSource({
    type: 'better-sqlite3',
    driver: loadSqlite(),
    database: ':memory:',
    migrations: schema.migrations,
  }).initialize();
  await source.runMigrations();
  const rows = await source.query<{ name: string; col: string }[]>(
    `SELECT t.name, c.name AS col FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
  );
  for (const { name, col } of rows) columns.set(name, (columns.get(name) ?? new Set()).add(col));
});
afterAll(() => source.destroy());

it('the erasure of an account decides on every table with a user_id, and on no other', () => {
  const owned = [...columns].filter(([, names]) => names.has('user_id')).map(([table]) => table);
  expect(Object.keys(ERASURE_PLAN).sort()).toEqual(owned.sort());
});

it('names columns that there are', () => {
  const named = Object.entries(ERASURE_PLAN).flatMap(([table, fate]) => {
    if (fate.rows === 'purged') return [];
    if (fate.rows === 'deleted') return [`${table}.${fate.key}`, ...fate.parts];
    const cleared = Object.keys(fate.cleared);
    return cleared.length === 0 ? [] : [fate.key, ...cleared].map((column) => `${table}.${column}`);
  });
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter((name) => {
    const [table = '', column = ''] = name.split('.');
    return !columns.get(table)?.has(column);
  });
  expect(missing).toEqual([]);
});
