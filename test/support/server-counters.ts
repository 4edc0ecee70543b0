import type { Connection, RowDataPacket } from 'mysql2/promise';

/** What a MySQL or MariaDB counts of all that is done on it. */
export interface ServerCounters {
  deadlocks: number;
  /** Rows that statements went through, those of writes too. */
  rowsRead: number;
}

/**
 * For a server of one's own: on a shared one, whatever runs beside it is among them. By a connection that stays: what one
 * that was closed has done is added when the server comes to it.
 */
export async function serverCounters(connection: Connection): Promise<ServerCounters> {
  const [reads] = await connection.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Handler_read%'");
  const [deadlocks] = await connection.query<RowDataPacket[]>(
    "SELECT COUNT AS Value FROM information_schema.INNODB_METRICS WHERE NAME = 'lock_deadlocks'",
  );
  return { deadlocks: sumOf(deadlocks), rowsRead: sumOf(reads) };
}

/** How many of the last ten deadlocks that a TiDB keeps: 0 if it met none. */
export async function tidbDeadlocks(connection: Connection): Promise<number> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT COUNT(DISTINCT deadlock_id) AS Value FROM information_schema.deadlocks',
  );
  return sumOf(rows);
}

const sumOf = (rows: RowDataPacket[]) => rows.reduce((sum, row) => sum + Number(row['Value']), 0);
