import { type QueryRunner, Table, type TableColumnOptions } from 'typeorm';

/** DDL in the few words that both engines understand. Text compares byte by byte (utf8mb4_bin on MySQL). */

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

type Column = (runner: QueryRunner) => TableColumnOptions;
type Extra = Partial<TableColumnOptions>;

const column =
  (name: string, type: string, extra: Extra = {}): Column =>
  (runner) => ({
    name,
    type,
    ...extra,
    ...(isSqlite(runner) || !['varchar', 'text'].includes(type)
      ? {}
      : { charset: 'utf8mb4', collation: 'utf8mb4_bin' }),
  });

export const id = (): Column => (runner) => ({
  name: 'id',
  type: isSqlite(runner) ? 'integer' : 'int',
  isPrimary: true,
  isGenerated: true,
  generationStrategy: 'increment',
});
export const int = (name: string, extra?: Extra) => column(name, 'int', extra);
export const money = (name: string, extra?: Extra) => column(name, 'bigint', extra);
export const flag = (name: string, extra?: Extra) => column(name, 'tinyint', extra);
export const text = (name: string, length: number, extra?: Extra) =>
  column(name, 'varchar', { length: String(length), ...extra });
export const longText = (name: string, extra?: Extra) => column(name, 'text', extra);
/** Of more than 64 KiB; SQLite knows one text only. */
export const largeText =
  (name: string, extra?: Extra): Column =>
  (runner) =>
    column(name, isSqlite(runner) ? 'text' : 'mediumtext', extra)(runner);
export const moment = (name: string, extra?: Extra) => column(name, 'datetime', { precision: 3, ...extra });
export const key = { isPrimary: true };
export const nullable = { isNullable: true };

export interface TableSpec {
  name: string;
  columns: Column[];
  unique?: string[][];
  index?: string[][];
  /** Columns that point to users.id. */
  owner?: string;
  /** Conditions that every row keeps, by constraint name. */
  checks?: Record<string, string>;
}

/**
 * Whether an upgrade that was killed had come so far. It begins anew, and MySQL takes back nothing of what it had done:
 * every step of a migration asks first. SQLite has taken all of it back.
 */
async function isThere(
  runner: QueryRunner,
  what: 'COLUMN' | 'INDEX' | 'CONSTRAINT',
  table: string,
  name: string,
): Promise<boolean> {
  if (isSqlite(runner)) return false;
  const view = { COLUMN: 'COLUMNS', INDEX: 'STATISTICS', CONSTRAINT: 'TABLE_CONSTRAINTS' }[what];
  const found = (await runner.query(
    `SELECT 1 FROM information_schema.${view}
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${table}' AND ${what}_NAME = '${name}' LIMIT 1`,
  )) as unknown[];
  return found.length > 0;
}

export async function createTable(runner: QueryRunner, spec: TableSpec): Promise<void> {
  const { name, unique = [], index = [], owner, checks = {} } = spec;
  const sqlite = isSqlite(runner);
  const constraints = Object.entries(checks);
  await runner.createTable(
    new Table({
      name,
      columns: spec.columns.map((make) => make(runner)),
      indices: [
        ...unique.map((columnNames) => ({
          name: uniqueName(name, columnNames),
          columnNames,
          isUnique: true,
        })),
        ...index.map((columnNames) => ({ name: indexName(name, columnNames), columnNames })),
      ],
      foreignKeys: owner
        ? [
            {
              name: `fk_${name}_owner`,
              columnNames: [owner],
              referencedTableName: 'users',
              referencedColumnNames: ['id'],
            },
          ]
        : [],
      checks: sqlite ? constraints.map(([check, expression]) => ({ name: check, expression })) : [],
      ...(sqlite ? {} : { engine: 'InnoDB' }),
    }),
    true,
  );
  if (sqlite) return;
  // TypeORM writes no CHECK on MySQL; MySQL 8.0.16 and MariaDB 10.2 keep them.
  for (const [check, expression] of constraints)
    if (!(await isThere(runner, 'CONSTRAINT', name, check)))
      await runner.query(`ALTER TABLE ${name} ADD CONSTRAINT ${check} CHECK (${expression})`);
}

/** Adds columns to a table that is there; rows that it has need them nullable or with a default. */
export async function addColumns(runner: QueryRunner, table: string, columns: Column[]): Promise<void> {
  for (const make of columns) {
    const column = make(runner);
    const { name, type, length, precision, isNullable = false } = column;
    if (await isThere(runner, 'COLUMN', table, name)) continue;
    const size = length ?? precision;
    const typed = size === undefined || isSqlite(runner) ? type : `${type}(${size})`;
    const collation = isSqlite(runner) || !['varchar', 'text'].includes(type) ? '' : ' COLLATE utf8mb4_bin';
    const rest = isNullable ? ' NULL' : ` NOT NULL DEFAULT ${String(column.default)}`;
    await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${typed}${collation}${rest}`);
  }
}

export async function dropColumns(runner: QueryRunner, table: string, columns: Column[]): Promise<void> {
  for (const make of columns.toReversed())
    await runner.query(`ALTER TABLE ${table} DROP COLUMN ${make(runner).name}`);
}

/** A text column of another length; SQLite knows none. */
export async function resizeText(runner: QueryRunner, table: string, make: Column): Promise<void> {
  if (isSqlite(runner)) return;
  const { name, type, length, collation } = make(runner);
  await runner.query(`ALTER TABLE ${table} MODIFY ${name} ${type}(${length}) COLLATE ${collation} NOT NULL`);
}

const indexName = (table: string, columnNames: string[]) => `ix_${table}_${columnNames.join('_')}`;
const uniqueName = (table: string, columnNames: string[]) => `uq_${table}_${columnNames.join('_')}`;

/** By hand: TypeORM would read the whole table's form first, and knows no generated columns but its own. */
export async function addIndex(runner: QueryRunner, table: string, columnNames: string[]): Promise<void> {
  const name = indexName(table, columnNames);
  if (await isThere(runner, 'INDEX', table, name)) return;
  await runner.query(`CREATE INDEX ${name} ON ${table} (${columnNames.join(', ')})`);
}

export async function dropIndex(runner: QueryRunner, table: string, columnNames: string[]): Promise<void> {
  await dropByName(runner, table, indexName(table, columnNames));
}

export async function addUnique(runner: QueryRunner, table: string, columnNames: string[]): Promise<void> {
  const name = uniqueName(table, columnNames);
  if (await isThere(runner, 'INDEX', table, name)) return;
  await runner.query(`CREATE UNIQUE INDEX ${name} ON ${table} (${columnNames.join(', ')})`);
}

export async function dropUnique(runner: QueryRunner, table: string, columnNames: string[]): Promise<void> {
  await dropByName(runner, table, uniqueName(table, columnNames));
}

async function dropByName(runner: QueryRunner, table: string, name: string): Promise<void> {
  await runner.query(`DROP INDEX ${name}${isSqlite(runner) ? '' : ` ON ${table}`}`);
}

/** A text that the database finds out itself, where it is asked for: adding it writes no row. */
export async function addVirtualText(
  runner: QueryRunner,
  table: string,
  { name, length, expression }: { name: string; length: number; expression: string },
): Promise<void> {
  const collation = isSqlite(runner) ? '' : ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
  if (await isThere(runner, 'COLUMN', table, name)) return;
  await runner.query(
    `ALTER TABLE ${table} ADD COLUMN ${name} varchar(${length})${collation} GENERATED ALWAYS AS (${expression}) VIRTUAL`,
  );
}

/** Drops in reverse order of creation. */
export async function dropTables(runner: QueryRunner, specs: TableSpec[]): Promise<void> {
  for (const { name } of specs.toReversed()) await runner.dropTable(name);
}
