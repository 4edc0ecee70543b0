import { createPool, type Pool, type PoolOptions } from 'mysql2/promise';

export interface Connections {
  url: string;
  size: number;
  /** False: a transaction begins with its first statement and needs no BEGIN. */
  autocommit: boolean;
}

/** A pool with READ COMMITTED. A query may have several statements; `affectedRows` counts only rows that changed. */
export function connections({ url, size, autocommit }: Connections): Pool {
  const options: PoolOptions = {
    uri: url,
    connectionLimit: size,
    maxIdle: size,
    multipleStatements: true,
    flags: ['-FOUND_ROWS'],
    timezone: 'Z',
    // Does not capture a stack for every statement, only to report a failure.
    trace: false,
  };
  const pool = createPool(options);
  pool.on('connection', (connection) => {
    // The connection runs this before its first statement.
    void connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    if (!autocommit) void connection.query('SET autocommit = 0');
  });
  return pool;
}
