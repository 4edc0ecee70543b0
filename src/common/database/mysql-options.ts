import { fillIn } from './fill-in.js';
import { mysqlDriver } from './mysql-pool.js';
import type { ConnectionOptions } from './options.js';

/** Who wait for a connection of a pool. */
const WAITING_MAX = 10_000;

/** What TypeORM is told of a connection to MySQL or MariaDB. */
export function mysqlOptions({
  url,
  poolSize = 20,
  acquireTimeoutMs = 10_000,
  queryTimeoutMs,
  takesScripts = false,
}: ConnectionOptions) {
  return {
    type: 'mysql',
    url: url.replace(/^mariadb:/, 'mysql:'),
    driver: mysqlDriver({ acquireTimeoutMs, queryTimeoutMs }),
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
