import { getMetadataArgsStorage, type SelectQueryBuilder } from 'typeorm';
import { momentOf } from './moments.js';
import { SnakeNaming } from './naming.js';

export type TableEntity<E> = new () => E;

interface Table {
  name: string;
  /** Column names by property. */
  columns: ReadonlyMap<string, string>;
  /** Converts the database's value to the property's, if they differ. */
  readers: ReadonlyMap<string, (value: unknown) => unknown>;
}

const tables = new WeakMap<object, Table>();
const naming = new SnakeNaming();

export function tableOf(entity: TableEntity<unknown>): Table {
  const known = tables.get(entity);
  if (known) return known;
  const declared = getMetadataArgsStorage();
  const name = declared.filterTables(entity)[0]?.name;
  if (!name) throw new Error(`${entity.name} is not the entity of a table`);
  const properties = declared.filterColumns(entity);
  const columns = new Map(
    properties.map(({ propertyName }) => [propertyName, naming.columnName(propertyName, '', [])]),
  );
  const readers = new Map(
    properties.flatMap(({ propertyName, options }): [string, (value: unknown) => unknown][] => {
      if (options.type === 'datetime')
        return [[propertyName, (value) => (value === null ? null : momentOf(value))]];
      const { transformer } = options;
      if (!transformer || Array.isArray(transformer)) return [];
      return [[propertyName, (value) => transformer.from(value) as unknown]];
    }),
  );
  const table = { name, columns, readers };
  tables.set(entity, table);
  return table;
}

/** Fails for a property without a column. */
export function columnOf(entity: TableEntity<unknown>, property: PropertyKey): string {
  const { name, columns } = tableOf(entity);
  const column = columns.get(String(property));
  if (!column) throw new Error(`${name} has no column for ${String(property)}`);
  return column;
}

/** The columns of an entity, for a SELECT whose rows {@link entitiesOf} reads. */
export const columnsOf = (entity: TableEntity<unknown>) => [...tableOf(entity).columns.values()].join(', ');

/** Entities from the rows of a plain statement. */
export const entitiesOf = <E extends object>(
  entity: TableEntity<E>,
  rows: readonly Record<string, unknown>[],
): E[] => entitiesWith(entity, rows, [...tableOf(entity).columns]);

function entitiesWith<E extends object>(
  entity: TableEntity<E>,
  rows: readonly Record<string, unknown>[],
  columns: readonly (readonly [property: string, column: string])[],
): E[] {
  const { readers } = tableOf(entity);
  const cells = columns.map(([property, column]) => ({ property, column, read: readers.get(property) }));
  return rows.map((row) => {
    const made = new entity() as Record<string, unknown>;
    for (const { property, column, read } of cells) {
      const value = row[column] ?? null;
      made[property] = read ? read(value) : value;
    }
    return made as E;
  });
}

/** Runs a query on one table and maps its rows, several times faster than TypeORM. `properties`: only these. */
export async function rowsOf<E extends object, Property extends keyof E & string = keyof E & string>(
  entity: TableEntity<E>,
  query: SelectQueryBuilder<E>,
  properties?: readonly Property[],
): Promise<Pick<E, Property>[]> {
  const columns = [...tableOf(entity).columns].filter(
    ([property]) => !properties || (properties as readonly string[]).includes(property),
  );
  query.select([]);
  for (const [, column] of columns) query.addSelect(`${query.alias}.${column}`, column);
  return entitiesWith(entity, await query.getRawMany<Record<string, unknown>>(), columns);
}
