import { createPool, type Pool, type PoolOptions } from 'mysql2/promise';

export interface Connections {
  url: string;
  size: number;
  /** Transactions begin with their first statement, without a BEGIN of their own. */
  autocommit: boolean;
}

/** A pool with READ COMMITTED, several statements in one query, and counts of rows that really changed. */
export function connections({ url, size, autocommit }: Connections): Pool {
  const options: PoolOptions = {
    uri: url,
    connectionLimit: size,
    maxIdle: size,
    multipleStatements: true,
    flags: ['-FOUND_ROWS'],
    timezone: 'Z',
    // No stack kept for every statement, in case that it fails.
    trace: false,
  };
  const pool = createPool(options);
  pool.on('connection', (connection) => {
    // Queued on the connection, before whatever it is given to do.
    void connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    if (!autocommit) void connection.query('SET autocommit = 0');
  });
  return pool;
}
