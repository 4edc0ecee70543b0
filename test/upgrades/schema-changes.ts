import { DataSource, type MigrationInterface } from 'typeorm';
import { loadSqlite } from '../../src/platform/database/index.js';

export interface Migration {
  name: string;
  new (): MigrationInterface;
}

interface Column {
  type: string;
  required: boolean;
  fallback: string | null;
}

interface Table {
  columns: Map<string, Column>;
  /** Which columns together are in no two rows, in the order of the alphabet. */
  unique: Set<string>;
  /** What every row must be, in the words of the database. */
  conditions: Set<string>;
}

export type SchemaTables = ReadonlyMap<string, Table>;

/** The schemas after so many of the migrations, and after so many more, in memory. */
export async function schemasAfter(
  migrations: readonly Migration[],
  counts: readonly number[],
): Promise<SchemaTables[]> {
  const source = await new DataSource({
    type: 'better-sqlite3',
    driver: loadSqlite(),
    database: ':memory:',
  }).initialize();
  try {
    const runner = source.createQueryRunner();
    const schemas: SchemaTables[] = [];
    let applied = 0;
    for (const count of counts) {
      for (const Next of migrations.slice(applied, count)) await new Next().up(runner);
      applied = count;
      schemas.push(await tablesOf(source));
    }
    return schemas;
  } finally {
    await source.destroy();
  }
}

async function tablesOf(source: DataSource): Promise<SchemaTables> {
  const rows = await source.query<{ name: string; sql: string }[]>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  const tables = new Map<string, Table>();
  for (const { name, sql } of rows) {
    const columns = await source.query<
      { name: string; type: string; notnull: number; dflt_value: string | null }[]
    >(`PRAGMA table_info("${name}")`);
    const indexes = await source.query<{ name: string; unique: number }[]>(`PRAGMA index_list("${name}")`);
    const unique = new Set<string>();
    for (const { name: index } of indexes.filter((each) => each.unique === 1)) {
      const parts = await source.query<{ name: string }[]>(`PRAGMA index_info("${index}")`);
      unique.add(
        parts
          .map((part) => part.name)
          .toSorted()
          .join(', '),
      );
    }
    const conditions = [...sql.matchAll(/CHECK \((?:[^()]|\([^()]*\))*\)/g)].map(([text]) => text);
    tables.set(name, {
      columns: new Map(
        columns.map((column) => [
          column.name,
          { type: column.type, required: column.notnull === 1, fallback: column.dflt_value },
        ]),
      ),
      unique,
      conditions: new Set(conditions),
    });
  }
  return tables;
}

/**
 * Unique keys that got columns which the first schema has not, each with a default: for rows of its programs, the key says
 * the same as before.
 */
function widenedKeys(old: Table, now: Table): Map<string, string> {
  const widened = new Map<string, string>();
  for (const key of old.unique) {
    const before = key.split(', ');
    const wider = [...now.unique].find((columns) => {
      const all = columns.split(', ');
      const more = all.filter((name) => !before.includes(name));
      const isMore = more.length > 0 && more.length + before.length === all.length;
      return isMore && more.every((name) => !old.columns.has(name) && now.columns.get(name)?.fallback);
    });
    if (wider && !now.unique.has(key)) widened.set(key, wider);
  }
  return widened;
}

/** What a program that was written for the first schema may miss in the second, or be refused by it. */
export function lostBetween(before: SchemaTables, after: SchemaTables): string[] {
  return [...before].flatMap(([table, old]) => {
    const now = after.get(table);
    if (!now) return [`${table} is gone`];
    const changed = [...old.columns].flatMap(([name, column]) => {
      const kept = now.columns.get(name);
      if (!kept) return [`${table}.${name} is gone`];
      return JSON.stringify(kept) === JSON.stringify(column) ? [] : [`${table}.${name} is another`];
    });
    const demanded = [...now.columns]
      .filter(([name, { required, fallback }]) => !old.columns.has(name) && required && fallback === null)
      .map(([name]) => `${table}.${name} must be given`);
    const widened = widenedKeys(old, now);
    const repeatable = [...old.unique].filter((columns) => !now.unique.has(columns) && !widened.has(columns));
    const unique = [...now.unique].filter(
      (columns) => !old.unique.has(columns) && ![...widened.values()].includes(columns),
    );
    const conditions = [...now.conditions].filter((condition) => !old.conditions.has(condition));
    return [
      ...changed,
      ...demanded,
      ...repeatable.map((columns) => `${table} (${columns}) is no longer unique`),
      ...unique.map((columns) => `${table} (${columns}) must be unique`),
      ...conditions.map((condition) => `${table}: ${condition}`),
    ];
  });
}
