import { readFileSync } from 'node:fs';
import { connect, isIP } from 'node:net';
import type { MysqlAddress } from './database-address.js';
import { fillIn } from './fill-in.js';
import { mysqlDriver } from './mysql-pool.js';
import { ServerState } from './server-state.js';

/** Who wait for a connection of a pool. */
const WAITING_MAX = 10_000;

/** How a server is reached; SQLite has no use for these. */
export interface ServerOptions {
  caFile?: string;
  poolSize?: number;
  /** How long a connection is waited for: a new one, or one that others have. */
  acquireTimeoutMs?: number;
  /** How long to wait for a response; default: forever. */
  queryTimeoutMs?: number;
  /** Connections that take several statements in one packet. */
  multipleStatements?: boolean;
  /** Shared by the pools of one database. */
  state?: ServerState;
}

/** Options of TypeORM for a connection to MySQL or MariaDB. */
export function mysqlOptions(
  address: MysqlAddress,
  {
    caFile,
    poolSize = 20,
    acquireTimeoutMs = 10_000,
    queryTimeoutMs,
    multipleStatements = false,
    state = new ServerState(),
  }: ServerOptions,
) {
  const { host, port, username, password, database, socketPath } = address;
  return {
    type: 'mysql',
    ...(socketPath === undefined ? { host, port } : { socketPath }),
    username,
    password,
    database,
    ssl: tlsOptions(address, caFile),
    driver: mysqlDriver({ acquireTimeoutMs, queryTimeoutMs }, state),
    timezone: 'Z',
    charset: 'utf8mb4_bin',
    poolSize,
    multipleStatements,
    // Numbers, as long as they are exact: ids have 64 bits.
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectTimeout: acquireTimeoutMs,
    extra: {
      enableKeepAlive: true,
      queueLimit: WAITING_MAX,
      // A stack for each query takes time. Errors have those of TypeORM and of the `await`s.
      trace: false,
      // None is prepared. The driver makes room for 16,000 with each connection: half a megabyte.
      maxPreparedStatements: 1,
      ...(multipleStatements ? { queryFormat: fillIn } : {}),
      ...(address.tls === 'verify-identity' && isIP(host) !== 0
        ? { stream: () => namedSocket(address) }
        : {}),
    },
  } as const;
}

function tlsOptions({ tls }: MysqlAddress, caFile: string | undefined) {
  if (tls === 'off') return undefined;
  return {
    ...(caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: tls !== 'encrypted',
    verifyIdentity: tls === 'verify-identity',
  };
}

/**
 * The driver gives an IP address to TLS as no name at all, and Node then looks for `localhost` in the certificate. It
 * takes the name from the socket where there is one; an address is no more than its own name there.
 */
function namedSocket({ host, port }: MysqlAddress) {
  const socket = connect(port, host);
  socket.setNoDelay(true);
  socket.once('connect', () => socket.setKeepAlive(true));
  return Object.assign(socket, { _host: host });
}
