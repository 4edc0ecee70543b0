import { type EntityTarget, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';
import type { Database } from './database.js';

/** Expired rows, and the first column of their key: only a DELETE by key locks no more rows than it deletes. */
interface Expired<T> {
  where: FindOptionsWhere<T>;
  by: keyof T & string;
}

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
  const those = { ...where, [by]: In(found.map(({ key }) => key)) };
  await database.tx((tx) => tx.delete(entity, those));
  return found.length;
}
