import type { EntityManager } from 'typeorm';
import type { Plain } from './fill-in.js';
import type { Engine } from './options.js';

/** One statement with its values, in the SQL that both engines take. Names in it are the code's own, never input. */
export interface Statement {
  sql: string;
  values: Plain[];
}

/** A value that the database finds out itself. */
export class Expression {
  constructor(
    readonly sql: string,
    readonly values: Plain[],
  ) {}
}

/** A write that is refused, with all that goes along, unless it finds so many rows. */
export interface Write extends Statement {
  rows?: number;
}

export type Value = Plain | boolean | Date | undefined | Expression;
/** A row by column. */
export type Row = Record<string, Value>;

export function statement(sql: string, values: Value[] = []): Statement {
  const plain: Plain[] = [];
  for (const value of values) add(plain, value);
  return { sql, values: plain };
}

/** Runs a statement in a transaction of TypeORM's. */
export async function execute(tx: EntityManager, { sql, values }: Statement): Promise<void> {
  await tx.query(sql, values);
}

/** `(?, ?, …)` for so many values. */
export const list = (values: readonly unknown[]) => `(${values.map(() => '?').join(', ')})`;

/** Inserts rows that have the same columns. */
export function insertInto(table: string, rows: readonly Row[]): Statement {
  const columns = Object.keys(rows[0] ?? {});
  const values: Plain[] = [];
  const tuples = rows.map((row) => {
    const places = columns.map((column) => {
      add(values, row[column]);
      return placeholder(row[column]);
    });
    return `(${places.join(', ')})`;
  });
  return { sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`, values };
}

/** Inserts the rows whose key is not there; the affected rows are those. For values that fit their columns for sure. */
export function insertMissing(engine: Engine, table: string, rows: readonly Row[]): Statement {
  const { sql, values } = insertInto(table, rows);
  return { sql: sql.replace('INSERT', engine === 'sqlite' ? 'INSERT OR IGNORE' : 'INSERT IGNORE'), values };
}

interface Upsert {
  /** The columns of the key. */
  key: string[];
  /** Columns that a row which is there has added to. */
  add?: string[];
  /** Columns that are written over. */
  set?: string[];
}

/** Inserts rows, or changes those that are there. One statement, so that concurrent writers add up. */
export function upsert(
  engine: Engine,
  table: string,
  rows: readonly Row[],
  { key, add = [], set = [] }: Upsert,
): Statement {
  const { sql, values } = insertInto(table, rows);
  const given = (column: string) => (engine === 'sqlite' ? `excluded.${column}` : `VALUES(${column})`);
  const changes = [
    ...add.map((column) => `${column} = ${table}.${column} + ${given(column)}`),
    ...set.map((column) => `${column} = ${given(column)}`),
  ].join(', ');
  const onConflict =
    engine === 'sqlite' ? `ON CONFLICT (${key.join(', ')}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE';
  return { sql: `${sql} ${onConflict} ${changes}`, values };
}

/**
 * `CASE <column> WHEN ? THEN ? … END`, for one UPDATE of many rows; none of the values may be missing. The value itself
 * where all have the same, and there is no other.
 */
export function byCase(column: string, values: ReadonlyMap<Plain, Value>, otherwise?: string): Expression {
  const [first] = values.values();
  if (otherwise === undefined && isPlain(first) && [...values.values()].every((value) => value === first))
    return new Expression('?', [first]);
  const whens = [...values].map(([, value]) => `WHEN ? THEN ${placeholder(value)}`).join(' ');
  const fallback = otherwise === undefined ? '' : ` ELSE ${otherwise}`;
  const given: Plain[] = [];
  for (const [key, value] of values) {
    given.push(key);
    add(given, value);
  }
  return new Expression(`CASE ${column} ${whens}${fallback} END`, given);
}

const isPlain = (value: Value): value is Plain =>
  value === null || typeof value === 'string' || typeof value === 'number';

const placeholder = (value: Value) => (value instanceof Expression ? value.sql : '?');

function add(values: Plain[], value: Value): void {
  if (value instanceof Expression) values.push(...value.values);
  else if (value instanceof Date) values.push(momentText(value));
  else if (typeof value === 'boolean') values.push(Number(value));
  else values.push(value ?? null);
}

/** The last moment that was written down: the rows of a batch share most of theirs. */
let last = { ms: Number.NaN, text: '' };

/** A moment as both engines store it: UTC, to the millisecond. */
export function momentText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== last.ms) last = { ms, text: moment.toISOString().replace('T', ' ').slice(0, -1) };
  return last.text;
}

/** A moment as a query gives it: MySQL's driver makes a Date of it, SQLite's leaves the text. */
export const momentOf = (value: unknown): Date =>
  value instanceof Date ? value : new Date(`${String(value).replace(' ', 'T')}Z`);
