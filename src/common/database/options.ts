import type { DataSourceOptions, EntityTarget, MigrationInterface } from 'typeorm';
import { fillIn } from './fill-in.js';
import { mysqlDriver } from './mysql-pool.js';
import { SnakeNaming } from './naming.js';

export type Engine = 'sqlite' | 'mysql';

export interface Schema {
  entities: Extract<EntityTarget<object>, new () => object>[];
  migrations: (new () => MigrationInterface)[];
}

export interface ConnectionOptions {
  /** `sqlite:<file>` or `mysql://…` (also `mariadb://…`). */
  url: string;
  poolSize?: number;
  /** A second connection to the same SQLite file that can only read. */
  readonly?: boolean;
  /** How long a connection is waited for: a new one, or one that others have. */
  acquireTimeoutMs?: number;
  /** How long an answer is waited for; for ever unless told. Not for SQLite. */
  queryTimeoutMs?: number;
  /** Connections that take several statements in one packet; not for SQLite. */
  takesScripts?: boolean;
}

/** Who wait for a connection of a pool. */
const WAITING_MAX = 10_000;

interface Pragmas {
  pragma(text: string): unknown;
}

export function engineOf(url: string): Engine {
  return url.startsWith('sqlite:') ? 'sqlite' : 'mysql';
}

/** The file of a `sqlite:` address. */
export function sqliteFile(url: string): string {
  return url.replace(/^sqlite:(\/\/)?/, '');
}

/** TypeORM's options for one connection, the same for the service, the CLI and the tests. */
export function connectionOptions(
  {
    url,
    poolSize = 20,
    readonly = false,
    acquireTimeoutMs = 10_000,
    queryTimeoutMs,
    takesScripts = false,
  }: ConnectionOptions,
  schema: Schema,
): DataSourceOptions {
  const shared = {
    ...schema,
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logging: false,
  } as const;
  if (engineOf(url) === 'sqlite') {
    return {
      ...shared,
      type: 'better-sqlite3',
      database: sqliteFile(url),
      readonly,
      prepareDatabase: (database: Pragmas) => {
        if (readonly) return;
        database.pragma('journal_mode = WAL');
        // An answered send must outlive a power cut, not only a crash of ours.
        database.pragma('synchronous = FULL');
      },
    };
  }
  return {
    ...shared,
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
      ...(takesScripts ? { queryFormat: fillIn } : {}),
    },
  };
}
