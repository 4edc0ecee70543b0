import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions } from 'typeorm';

/** Schema changes that work on both engines. Texts are compared byte by byte (utf8mb4_bin on MySQL). */

/** One change of a migration, and its reversal. */
interface Step {
  up: (runner: QueryRunner) => Promise<unknown>;
  down: (runner: QueryRunner) => Promise<unknown>;
}

/** The base class of a migration with these steps. `down` reverses them, the last one first. */
export const MigrationOf = (...steps: Step[]) =>
  class implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      for (const step of steps) await step.up(runner);
    }

    async down(runner: QueryRunner): Promise<void> {
      for (const step of steps.toReversed()) await step.down(runner);
    }
  };

/** The reverse of a step: drops what the step adds. */
export const without = ({ up, down }: Step): Step => ({ up: down, down: up });

/** Runs plain SQL in one direction or in both. */
export const sql = ({ up, down }: { up?: string; down?: string }): Step => ({
  up: (runner) => say(runner, up),
  down: (runner) => say(runner, down),
});

async function say(runner: QueryRunner, words?: string): Promise<void> {
  if (words) await runner.query(words);
}

export const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

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

const generated =
  (type: string): Column =>
  (runner) => ({
    name: 'id',
    type: isSqlite(runner) ? 'integer' : type,
    isPrimary: true,
    isGenerated: true,
    generationStrategy: 'increment',
  });
/** An id of 32 bits, for migrations before 1764320000001 (64-bit ids). Later ones use {@link wideId}. */
export const id = () => generated('int');
/** An id of 64 bits. */
export const wideId = () => generated('bigint');
/** The id of a row of another table: 64 bits. The table's `owner` gets the type of `users.id`. */
export const ref = (name: string, extra?: Extra) => column(name, 'bigint', extra);
/** A number that is not an id. Migrations before 1764320000001 also use it for ids, later ones use {@link ref}. */
export const int = (name: string, extra?: Extra) => column(name, 'int', extra);
export const money = (name: string, extra?: Extra) => column(name, 'bigint', extra);
export const flag = (name: string, extra?: Extra) => column(name, 'tinyint', extra);
export const text = (name: string, length: number, extra?: Extra) =>
  column(name, 'varchar', { length: String(length), ...extra });
export const longText = (name: string, extra?: Extra) => column(name, 'text', extra);
/** A text of more than 64 KiB. SQLite has one type for all texts. */
export const largeText =
  (name: string, extra?: Extra): Column =>
  (runner) =>
    column(name, isSqlite(runner) ? 'text' : 'mediumtext', extra)(runner);
export const moment = (name: string, extra?: Extra) => column(name, 'datetime', { precision: 3, ...extra });
export const key = { isPrimary: true };
export const nullable = { isNullable: true };

interface TableSpec {
  columns: Column[];
  unique?: string[][];
  index?: string[][];
  /** The column that points to `users.id`. A later migration adds its table to `OWNED` of wide-ids.ts. */
  owner?: string;
  /** Conditions that every row keeps, by constraint name. */
  checks?: Record<string, string>;
}

/**
 * Whether a step was done before. MySQL does not roll back the schema changes of a killed upgrade, and the next upgrade
 * starts from the beginning: so every step checks first. SQLite rolls back.
 */
async function isThere(
  runner: QueryRunner,
  what: 'COLUMN' | 'INDEX' | 'CONSTRAINT',
  table: string,
  name: string,
): Promise<boolean> {
  if (isSqlite(runner)) return false;
  // All engines list CHECKs in this view, but only MariaDB with the table. Our constraint names contain it.
  const where = {
    COLUMN: `COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${table}'`,
    INDEX: `STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${table}'`,
    CONSTRAINT: 'CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()',
  }[what];
  const found = (await runner.query(
    `SELECT 1 FROM information_schema.${where} AND ${what}_NAME = '${name}' LIMIT 1`,
  )) as unknown[];
  return found.length > 0;
}

/**
 * ROW_FORMAT: the format COMPACT, which may be a server's default, has no room for our keys. The comment is code only
 * for TiDB: without it each of TiDB's servers would give out its own range of ids, and ids would not be in order.
 * TypeORM has no options for these.
 */
const TABLE_OPTIONS = 'InnoDB ROW_FORMAT=DYNAMIC /*T![auto_id_cache] AUTO_ID_CACHE=1 */';

export const table = (name: string, spec: TableSpec): Step => ({
  up: (runner) => createTable(runner, name, spec),
  down: (runner) => runner.dropTable(name),
});

async function createTable(runner: QueryRunner, name: string, spec: TableSpec): Promise<void> {
  const { unique = [], index = [], owner, checks = {} } = spec;
  const sqlite = isSqlite(runner);
  const constraints = Object.entries(checks);
  await runner.createTable(
    new Table({
      name,
      columns: await columnsOf(runner, spec),
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
      ...(sqlite ? {} : { engine: TABLE_OPTIONS }),
    }),
    true,
  );
  if (sqlite) return;
  // TypeORM creates no CHECK on MySQL. MySQL enforces them since 8.0.16, MariaDB since 10.2.
  for (const [check, expression] of constraints)
    if (!(await isThere(runner, 'CONSTRAINT', name, check)))
      await runner.query(`ALTER TABLE ${name} ADD CONSTRAINT ${check} CHECK (${expression})`);
}

/** A foreign key needs the type of its target, which has 32 bits until `npm run widen-ids`. */
async function columnsOf(runner: QueryRunner, spec: TableSpec): Promise<TableColumnOptions[]> {
  const made = spec.columns.map((make) => make(runner));
  const { owner } = spec;
  if (owner === undefined || isSqlite(runner)) return made;
  const [users] = (await runner.query(
    `SELECT DATA_TYPE AS type FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'users' AND COLUMN_NAME = 'id'`,
  )) as { type: string }[];
  return made.map((each) => (each.name === owner && users ? { ...each, type: users.type } : each));
}

/** Adds columns to a table. They must be nullable or have a default, because of existing rows. */
export const columns = (table: string, made: Column[]): Step => ({
  up: async (runner) => {
    for (const make of made) await addColumn(runner, table, make(runner));
  },
  down: async (runner) => {
    for (const make of made.toReversed())
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${make(runner).name}`);
  },
});

async function addColumn(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void> {
  const { name, type, length, precision, isNullable = false } = column;
  if (await isThere(runner, 'COLUMN', table, name)) return;
  const size = length ?? precision;
  const typed = size === undefined || isSqlite(runner) ? type : `${type}(${size})`;
  const collation = isSqlite(runner) || !['varchar', 'text'].includes(type) ? '' : ' COLLATE utf8mb4_bin';
  const isPreset = !isNullable || column.default !== undefined;
  const rest = `${isNullable ? ' NULL' : ' NOT NULL'}${isPreset ? ` DEFAULT ${String(column.default)}` : ''}`;
  await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${typed}${collation}${rest}`);
}

/** Changes the length of a text column. SQLite has no lengths. */
export const textLength = (table: string, now: Column, before: Column): Step => ({
  up: (runner) => resizeText(runner, table, now),
  down: (runner) => resizeText(runner, table, before),
});

async function resizeText(runner: QueryRunner, table: string, make: Column): Promise<void> {
  if (isSqlite(runner)) return;
  const { name, type, length, collation } = make(runner);
  await runner.query(`ALTER TABLE ${table} MODIFY ${name} ${type}(${length}) COLLATE ${collation} NOT NULL`);
}

const indexName = (table: string, columnNames: string[]) => `ix_${table}_${columnNames.join('_')}`;
const uniqueName = (table: string, columnNames: string[]) => `uq_${table}_${columnNames.join('_')}`;

export const index = (table: string, columnNames: string[]) =>
  addedIndex('INDEX', indexName(table, columnNames), table, columnNames);

export const uniqueIndex = (table: string, columnNames: string[]) =>
  addedIndex('UNIQUE INDEX', uniqueName(table, columnNames), table, columnNames);

/** Plain SQL: TypeORM would first load the table's schema, and fails at generated columns that it did not create. */
const addedIndex = (kind: string, name: string, table: string, columnNames: string[]): Step => ({
  up: async (runner) => {
    if (await isThere(runner, 'INDEX', table, name)) return;
    await runner.query(`CREATE ${kind} ${name} ON ${table} (${columnNames.join(', ')})`);
  },
  down: async (runner) => {
    if (isSqlite(runner)) await runner.query(`DROP INDEX ${name}`);
    else if (await isThere(runner, 'INDEX', table, name))
      await runner.query(`DROP INDEX ${name} ON ${table}`);
  },
});

/** A text that the database computes when it is read. Adding it writes no row. */
export const virtualText = (table: string, name: string, length: number, expression: string): Step => ({
  up: async (runner) => {
    const collation = isSqlite(runner) ? '' : ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
    if (await isThere(runner, 'COLUMN', table, name)) return;
    await runner.query(
      `ALTER TABLE ${table} ADD COLUMN ${name} varchar(${length})${collation} GENERATED ALWAYS AS (${expression}) VIRTUAL`,
    );
  },
  down: (runner) => runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`),
});
