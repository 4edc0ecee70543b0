import { momentText } from '../../platform/database/index.js';
import type { MovedTable, Source, SqliteValue } from './source.js';
import type { Target } from './target.js';

/** Rows of each table that are compared. */
const SAMPLE = 200;

/** Throws at the first table whose count of rows differs, or a row of its sample. */
export async function checkMoved(
  source: Source,
  target: Target,
  tables: readonly MovedTable[],
): Promise<void> {
  for (const table of tables) {
    const { name } = table;
    const [ours, theirs] = [source.count(name), await target.count(name)];
    if (ours !== theirs)
      throw new Error(
        `The table ${name} has ${ours} rows, and ${theirs} in the new database: use an empty one.`,
      );
    for (const row of source.sample(table, SAMPLE)) await compare(target, table, row);
  }
}

async function compare(target: Target, table: MovedTable, row: Record<string, SqliteValue>): Promise<void> {
  const moved = await target.find(table, row);
  const differing = table.columns.find((column) => !isSame(row[column], moved?.[column]));
  if (moved && differing === undefined) return;
  // Ids only: other keys may be a person's address.
  const key = table.key.map((column) => (typeof row[column] === 'bigint' ? row[column] : '…')).join(', ');
  throw new Error(
    `The table ${table.name} differs in the new database, ${moved ? `in ${differing}` : 'which lacks a row'} (${table.key.join(', ')}: ${key}): use an empty one.`,
  );
}

function isSame(ours: SqliteValue | undefined, theirs: unknown): boolean {
  if (theirs instanceof Date) return momentText(theirs) === `${String(ours)}.000`.slice(0, 23);
  if (Buffer.isBuffer(theirs)) return theirs.equals(Buffer.isBuffer(ours) ? ours : Buffer.from(String(ours)));
  if (ours === null || ours === undefined) return theirs === null;
  return String(theirs) === String(ours);
}
