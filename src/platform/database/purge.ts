import {
  type EntityManager,
  type EntityTarget,
  Equal,
  FindOperator,
  type FindOptionsWhere,
  In,
  type ObjectLiteral,
  Raw,
} from 'typeorm';
import type { Database } from './database.js';

/** Expired rows, and the first column of their key: only a DELETE by key locks no more rows than it deletes. */
interface Expired<T> {
  where: FindOptionsWhere<T>;
  by: keyof T & string;
}

const CONDITIONS: Record<string, (parameter: string) => string> = {
  equal: (parameter) => `= :${parameter}`,
  lessThan: (parameter) => `< :${parameter}`,
  lessThanOrEqual: (parameter) => `<= :${parameter}`,
  in: (parameter) => `IN (:...${parameter})`,
  // Of a list: `Not(In(…))`.
  not: (parameter) => `NOT IN (:...${parameter})`,
};

/** Deletes up to `limit` expired rows and returns how many were found. */
export async function purge<T extends ObjectLiteral>(
  database: Database,
  entity: EntityTarget<T>,
  { where, by }: Expired<T>,
  limit: number,
): Promise<number> {
  const found = await database.read
    .createQueryBuilder(entity, 'row')
    .select(`row.${by}`, 'key')
    .where(where)
    .limit(limit)
    .getRawMany<{ key: unknown }>();
  if (found.length === 0) return 0;
  const isExpired = Object.entries<unknown>(where).map(
    ([name, value]) => [name, withoutIndex(name, value)] as const,
  );
  const those: object = { ...Object.fromEntries(isExpired), [by]: In(found.map(({ key }) => key)) };
  await database.tx((tx) => tx.delete(entity, those as FindOptionsWhere<T>));
  return found.length;
}

/**
 * The condition on a column as an expression: with the column's index, a DELETE would lock other expired rows, and its own
 * in another order than writers that go by the key.
 */
function withoutIndex(name: string, condition: unknown): FindOperator<unknown> {
  const operator: FindOperator<unknown> = condition instanceof FindOperator ? condition : Equal(condition);
  const parameter = `purge_${name}`;
  const sql = CONDITIONS[operator.type]?.(parameter);
  if (sql === undefined) throw new Error(`a purge by ${operator.type}`);
  return Raw((column) => `COALESCE(${column}, ${column}) ${sql}`, { [parameter]: operator.value });
}

/**
 * Deletes rows by their keys. A DELETE by another index locks that before the row; a transaction that has locked the row by
 * its key and changes that index waits for it: a deadlock.
 */
export async function deleteByKey<T extends ObjectLiteral>(
  tx: EntityManager,
  entity: EntityTarget<T>,
  by: keyof T & string,
  where: FindOptionsWhere<T>,
): Promise<void> {
  const query = tx.createQueryBuilder(entity, 'row').select(`row.${by}`, 'key').where(where);
  const found = await query.getRawMany<{ key: unknown }>();
  if (found.length > 0) await tx.delete(entity, { [by]: In(found.map(({ key }) => key)) });
}
