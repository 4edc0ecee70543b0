import { fillIn } from './fill-in.js';
import { mysqlDriver } from './mysql-pool.js';
import { ServerState } from './server-state.js';

/** Who wait for a connection of a pool. */
const WAITING_MAX = 10_000;

/** How a server is reached; SQLite has no use for these but the address. */
export interface ServerOptions {
  url: string;
  poolSize?: number;
  /** How long a connection is waited for: a new one, or one that others have. */
  acquireTimeoutMs?: number;
  /** How long an answer is waited for; for ever unless told. */
  queryTimeoutMs?: number;
  /** Connections that take several statements in one packet. */
  takesScripts?: boolean;
  /** Shared by the pools of one database. */
  state?: ServerState;
}

/** What TypeORM is told of a connection to MySQL or MariaDB. */
export function mysqlOptions({
  url,
  poolSize = 20,
  acquireTimeoutMs = 10_000,
  queryTimeoutMs,
  takesScripts = false,
  state = new ServerState(),
}: ServerOptions) {
  return {
    type: 'mysql',
    url: url.replace(/^mariadb:/, 'mysql:'),
    driver: mysqlDriver({ acquireTimeoutMs, queryTimeoutMs }, state),
    timezone: 'Z',
    charset: 'utf8mb4_bin',
    poolSize,
    multipleStatements: takesScripts,
    connectTimeout: acquireTimeoutMs,
    extra: {
      enableKeepAlive: true,
      queueLimit: WAITING_MAX,
      // None is prepared. The driver makes room for 16,000 with each connection: half a megabyte.
      maxPreparedStatements: 1,
      ...(takesScripts ? { queryFormat: fillIn } : {}),
    },
  } as const;
}
