import type { EntityManager } from 'typeorm';
import type { Plain } from './fill-in.js';
import { momentText } from './moments.js';
import type { Engine } from './options.js';
import { columnOf, type TableEntity, tableOf } from './table.js';

/** One statement with its values, in the SQL that both engines take. Names in it are the code's own, never input. */
export interface Statement {
  sql: string;
  values: Plain[];
}

/** A value that the database computes. */
export class Expression {
  constructor(
    readonly sql: string,
    readonly values: Plain[],
  ) {}
}

export type Value = Plain | boolean | Date | undefined | Expression;
/** The values of an entity to write; the database fills in those that are `undefined`. */
export type Row<E> = { readonly [P in keyof E]?: Value };

export function statement(sql: string, values: readonly Value[] = []): Statement {
  const plain: Plain[] = [];
  for (const value of values) add(plain, value);
  return { sql, values: plain };
}

/** Runs statements in a transaction of TypeORM's. */
export async function execute(tx: EntityManager, statements: readonly Statement[]): Promise<void> {
  for (const { sql, values } of statements) await tx.query(sql, values);
}

/** `(?, ?, …)`: a placeholder for each value. */
export const list = (values: readonly unknown[]) => `(${values.map(() => '?').join(', ')})`;

/** Rows in the order of a unique key, so that all transactions lock them in the same order. */
export function select(
  columns: string,
  table: string,
  key: string,
  values: readonly (number | string)[],
  lock = '',
): Statement | undefined {
  if (values.length === 0) return undefined;
  return statement(
    `SELECT ${columns} FROM ${table} WHERE ${key} IN ${list(values)}${lock && ` ORDER BY ${key}${lock}`}`,
    values,
  );
}

/** Inserts rows; what one of them leaves out, and others have, is null. No rows: no statement, here and below. */
export function insertInto<E extends object>(entity: TableEntity<E>, rows: readonly Row<E>[]): Statement[] {
  if (rows.length === 0) return [];
  const { into, tuples, values } = tabulated(entity, rows);
  return [{ sql: `${into} VALUES ${tuples.map((places) => `(${places.join(', ')})`).join(', ')}`, values }];
}

/** Inserts the rows that meet a condition, in which they are called `given`. */
export function insertWhere<E extends object>(
  entity: TableEntity<E>,
  rows: readonly Row<E>[],
  condition: string,
): Statement[] {
  if (rows.length === 0) return [];
  const { into, columns, tuples, values } = tabulated(entity, rows);
  const selects = tuples.map((places, row) => {
    const named = places.map((place, at) => (row === 0 ? `${place} AS ${columns[at]}` : place));
    return `SELECT ${named.join(', ')}`;
  });
  const given = `(${selects.join(' UNION ALL ')}) given`;
  return [{ sql: `${into} SELECT * FROM ${given} WHERE ${condition}`, values }];
}

function tabulated<E extends object>(entity: TableEntity<E>, rows: readonly Row<E>[]) {
  const properties = [...new Set(rows.flatMap(propertiesOf))];
  const values: Plain[] = [];
  const tuples = rows.map((row) =>
    properties.map((property) => {
      add(values, row[property]);
      return placeholder(row[property]);
    }),
  );
  const columns = properties.map((property) => columnOf(entity, property));
  return { into: `INSERT INTO ${tableOf(entity).name} (${columns.join(', ')})`, columns, tuples, values };
}

/**
 * Inserts the rows whose key does not exist yet, and counts only those as affected. All values must fit their columns:
 * MySQL would cut them here.
 */
export function insertMissing<E extends object>(
  engine: Engine,
  entity: TableEntity<E>,
  rows: readonly Row<E>[],
): Statement[] {
  const insert = engine === 'sqlite' ? 'INSERT OR IGNORE' : 'INSERT IGNORE';
  return insertInto(entity, rows).map(({ sql, values }) => ({ sql: sql.replace('INSERT', insert), values }));
}

interface Upsert<E> {
  /** The columns of the key. */
  key: readonly (keyof E)[];
  /** Columns of an existing row to which the new value is added. */
  add?: readonly (keyof E)[];
  /** Columns of an existing row that get the new value. */
  set?: readonly (keyof E)[];
}

/**
 * Inserts rows, or changes existing ones. One statement, so that concurrent writers add up; in the order of the keys,
 * so that they do not deadlock. Rows with the same key are merged.
 */
export function upsert<E extends object>(
  engine: Engine,
  entity: TableEntity<E>,
  rows: readonly Row<E>[],
  { key, add = [], set = [] }: Upsert<E>,
): Statement[] {
  const { name } = tableOf(entity);
  const columns = (properties: readonly (keyof E)[]) =>
    properties.map((property) => columnOf(entity, property));
  const given = (column: string) => (engine === 'sqlite' ? `excluded.${column}` : `VALUES(${column})`);
  const changes = [
    ...columns(add).map((column) => `${column} = ${name}.${column} + ${given(column)}`),
    ...columns(set).map((column) => `${column} = ${given(column)}`),
  ].join(', ');
  const onConflict =
    engine === 'sqlite'
      ? `ON CONFLICT (${columns(key).join(', ')}) DO UPDATE SET`
      : 'ON DUPLICATE KEY UPDATE';
  return insertInto(entity, merged(rows, { key, add, set })).map(({ sql, values }) => ({
    sql: `${sql} ${onConflict} ${changes}`,
    values,
  }));
}

function merged<E>(rows: readonly Row<E>[], { key, add = [], set = [] }: Upsert<E>): Row<E>[] {
  const byKey = new Map<string, Row<E>>();
  for (const row of rows) {
    const id = key.map((property) => String(row[property] as Plain)).join(' ');
    const before = byKey.get(id);
    byKey.set(id, before === undefined ? row : { ...before, ...sum(before, row, add), ...pick(row, set) });
  }
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

const pick = <E>(row: Row<E>, properties: readonly (keyof E)[]) =>
  Object.fromEntries(properties.map((property) => [property, row[property]])) as Row<E>;

const sum = <E>(one: Row<E>, other: Row<E>, properties: readonly (keyof E)[]) =>
  Object.fromEntries(
    properties.map((property) => [property, Number(one[property]) + Number(other[property])]),
  ) as Row<E>;

/** One UPDATE that gives each row its own changes, by key and in the order of the keys. */
export function updateEach<E extends object>(
  entity: TableEntity<E>,
  by: keyof E,
  changes: ReadonlyMap<number, Row<E>>,
): Statement {
  const sorted = [...changes].sort(([one], [other]) => one - other);
  const key = columnOf(entity, by);
  const properties = new Set(sorted.flatMap(([, change]) => propertiesOf(change)));
  const sets = [...properties].map((property) => {
    const column = columnOf(entity, property);
    const values = sorted.flatMap(([id, change]): [number, Value][] =>
      change[property] === undefined ? [] : [[id, change[property]]],
    );
    const value = byCase(key, values, values.length < sorted.length ? column : undefined);
    return { sql: `${column} = ${value.sql}`, value };
  });
  const ids = sorted.map(([id]) => id);
  return statement(
    `UPDATE ${tableOf(entity).name} SET ${sets.map(({ sql }) => sql).join(', ')}
      WHERE ${key} IN ${list(ids)}`,
    [...sets.map(({ value }) => value), ...ids],
  );
}

/** `CASE <column> WHEN ? THEN ? … END`, for one UPDATE of many rows; only the value, if all rows get the same. */
function byCase(column: string, values: readonly [Plain, Value][], otherwise?: string): Expression {
  const first = values[0]?.[1];
  if (otherwise === undefined && values.every(([, value]) => isSame(value, first)))
    return expressionOf(first);
  const whens = values.map(([, value]) => `WHEN ? THEN ${placeholder(value)}`).join(' ');
  const fallback = otherwise === undefined ? '' : ` ELSE ${otherwise}`;
  const given: Plain[] = [];
  for (const [key, value] of values) {
    given.push(key);
    add(given, value);
  }
  return new Expression(`CASE ${column} ${whens}${fallback} END`, given);
}

function isSame(one: Value, other: Value): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (one instanceof Expression && other instanceof Expression)
    return one.sql === other.sql && one.values.every((value, at) => value === other.values[at]);
  return one === other;
}

function expressionOf(value: Value): Expression {
  if (value instanceof Expression) return value;
  const values: Plain[] = [];
  add(values, value);
  return new Expression('?', values);
}

const propertiesOf = <R extends object>(row: R) =>
  (Object.keys(row) as (keyof R)[]).filter((property) => row[property] !== undefined);

const placeholder = (value: Value) => (value instanceof Expression ? value.sql : '?');

function add(values: Plain[], value: Value): void {
  if (value instanceof Expression) values.push(...value.values);
  else if (value instanceof Date) values.push(momentText(value));
  else if (typeof value === 'boolean') values.push(Number(value));
  else values.push(value ?? null);
}
