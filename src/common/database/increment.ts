import type { EntityManager } from 'typeorm';

type Values = Record<string, string | number>;

/**
 * Adds `deltas` to the counters of one row, making the row when there is none. One statement, so that concurrent
 * writers add up. Names are the code's own, never input.
 */
export async function increment(
  tx: EntityManager,
  table: string,
  key: Values,
  deltas: Record<string, number>,
): Promise<void> {
  const columns = [...Object.keys(key), ...Object.keys(deltas)];
  const adds = Object.keys(deltas);
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const onConflict =
    tx.dataSource.options.type === 'better-sqlite3'
      ? `ON CONFLICT (${Object.keys(key).join(', ')}) DO UPDATE SET ${adds.map((c) => `${c} = ${c} + excluded.${c}`).join(', ')}`
      : `ON DUPLICATE KEY UPDATE ${adds.map((c) => `${c} = ${c} + VALUES(${c})`).join(', ')}`;
  await tx.query(`${insert} ${onConflict}`, [...Object.values(key), ...Object.values(deltas)]);
}
