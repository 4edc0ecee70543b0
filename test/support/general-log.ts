import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, RowDataPacket } from 'mysql2/promise';

/** A statement that locks rows by their ids. */
interface LockById {
  sql: string;
  /** `=` instead of `IN`, for which an optimizer may read a small table from its beginning. */
  isOne: boolean;
  /** The index that the optimizer chooses now. */
  key: unknown;
  /** Other columns of the condition with an index, which the optimizer may choose another day. */
  others: string[];
}

/** From now on a server of one's own writes all its statements to a file. */
export async function startGeneralLog(connection: Connection): Promise<void> {
  await connection.query("SET GLOBAL log_output = 'FILE'");
  await connection.query('SET GLOBAL general_log = ON');
}

/** Ends the log, and explains each different statement in it that locks rows by `id =` or `id IN`. */
export async function locksById(connection: Connection): Promise<LockById[]> {
  await connection.query('SET GLOBAL general_log = OFF');
  const [[file]] = await connection.query<RowDataPacket[]>(
    'SELECT @@datadir AS folder, @@general_log_file AS name',
  );
  const log = readFileSync(join(String(file?.['folder']), String(file?.['name'])), 'utf8');
  const byShape = new Map<string, string>();
  for (const packet of log.split(ENTRY))
    for (const sql of statementsIn(packet)) if (LOCK_BY_ID.test(sql)) byShape.set(shapeOf(sql), sql);
  const indexed = await indexedColumns(connection);
  const locks: LockById[] = [];
  for (const [shape, sql] of byShape) {
    const [steps] = await connection.query<RowDataPacket[]>(`EXPLAIN ${sql}`);
    // No index is used for an expression.
    const condition = shape.slice(shape.lastIndexOf(' WHERE ')).replaceAll(/COALESCE\([^()]*\)/g, '');
    const others = indexed
      .filter(({ table, column }) => shape.includes(`\`${table}\``) && condition.includes(`\`${column}\``))
      .map(({ column }) => column);
    // A SELECT of a row that is gone by now names no index.
    for (const { Extra: note, key } of steps)
      if (!String(note).startsWith('Impossible WHERE'))
        locks.push({ sql: shape, isOne: BY_ONE_ID.test(sql), key, others });
  }
  return locks;
}

async function indexedColumns(connection: Connection): Promise<{ table: string; column: string }[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT DISTINCT table_name AS t, column_name AS c FROM information_schema.statistics
      WHERE table_schema = DATABASE() AND seq_in_index = 1 AND column_name <> 'id'`,
  );
  return rows.map(({ t, c }) => ({ table: String(t), column: String(c) }));
}

/** How an entry begins: its time, unless it is that of the one before, its connection and its command. */
const ENTRY = /^(?:\d{6} [ \d]\d:\d\d:\d\d)?\t+ *\d+ \w+\t/m;

const LOCK_BY_ID =
  /^(?:(?:UPDATE|DELETE)\b.*\bWHERE\b|SELECT\b.*\bWHERE\b(?=.*\bFOR UPDATE$)).*[^\w]id`?\s*(?:=\s*|IN\s*\()\d/s;
const BY_ONE_ID = /[^\w]id`?\s*=\s*\d/;

/** Those of a packet: split where a semicolon stands outside of texts. */
const statementsIn = (packet: string): string[] =>
  (packet.match(/(?:'(?:[^'\\]|\\.|'')*'|[^;'])+/gs) ?? []).map((sql) => sql.trim());

const shapeOf = (sql: string) => sql.replace(/'(?:[^'\\]|\\.|'')*'|\b\d+\b/gs, '?').replace(/\s+/g, ' ');
