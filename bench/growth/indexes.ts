import type { Connection, RowDataPacket } from 'mysql2/promise';

/**
 * Takes the secondary indexes off a table while it is filled: built afterwards, each is one sort. Returns what puts
 * them back.
 */
export async function withoutIndexes(connection: Connection, table: string): Promise<() => Promise<void>> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT INDEX_NAME AS name, MIN(NON_UNIQUE) AS plain,
       GROUP_CONCAT(COLUMN_NAME ORDER BY SEQ_IN_INDEX) AS columns
     FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND INDEX_NAME <> 'PRIMARY' GROUP BY INDEX_NAME`,
    [table],
  );
  const indexes = rows as { name: string; plain: number; columns: string }[];
  if (indexes.length === 0) return () => Promise.resolve();
  const all = (part: (index: (typeof indexes)[number]) => string) =>
    connection.query(`ALTER TABLE ${table} ${indexes.map(part).join(', ')}`);
  await all(({ name }) => `DROP INDEX ${name}`);
  return async () => {
    await all(({ name, plain, columns }) => `ADD ${plain ? '' : 'UNIQUE'} INDEX ${name} (${columns})`);
  };
}
