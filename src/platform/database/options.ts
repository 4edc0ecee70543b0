import type { DataSourceOptions, EntityTarget, MigrationInterface } from 'typeorm';
import type { CheckProbe } from './check-probe.js';
import { parseDatabaseAddress } from './database-address.js';
import type { ServerOptions } from './mysql-options.js';
import { SnakeNaming } from './naming.js';
import { loadSqlite } from './sqlite-library.js';

export type Engine = 'sqlite' | 'mysql';

export interface Schema {
  entities: Extract<EntityTarget<object>, new () => object>[];
  migrations: (new () => MigrationInterface)[];
  /** Run at startup. */
  checkProbe?: CheckProbe;
}

export interface ConnectionOptions extends ServerOptions {
  /** `sqlite:<file>` or `mysql://…` (also `mariadb://…`). */
  url: string;
  /** Certificates of the authorities that may have signed the server's, instead of the system's. */
  caFile?: string;
  /** A second connection to the same SQLite file that can only read. */
  readonly?: boolean;
}

interface Pragmas {
  pragma(text: string): unknown;
}

export function engineOf(url: string): Engine {
  return url.startsWith('sqlite:') ? 'sqlite' : 'mysql';
}

export function sqliteFile(url: string): string {
  return url.replace(/^sqlite:(\/\/)?/, '');
}

/** TypeORM's options for one connection, the same for the service, the CLI and the tests. */
export async function connectionOptions(
  connection: ConnectionOptions,
  { entities, migrations }: Schema,
): Promise<DataSourceOptions> {
  const shared = {
    entities,
    migrations,
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logging: false,
  } as const;
  const address = parseDatabaseAddress(connection.url, connection.caFile !== undefined);
  if (address.engine === 'sqlite') return { ...shared, ...sqliteOptions(address.file, connection.readonly) };
  // Loaded where it is used: it brings the driver, some megabytes.
  const { mysqlOptions } = await import('./mysql-options.js');
  return { ...shared, ...mysqlOptions(address, connection) };
}

function sqliteOptions(file: string, readonly = false) {
  return {
    type: 'better-sqlite3',
    driver: loadSqlite(),
    database: file,
    readonly,
    prepareDatabase: (database: Pragmas) => {
      if (readonly) return;
      database.pragma('journal_mode = WAL');
      // A send that got its response must survive a power cut, not only a crash of the process.
      database.pragma('synchronous = FULL');
    },
  } as const;
}
