import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, createConnection } from 'mysql2/promise';
import { launch, programPath, type Service } from './launch.js';
import { OwnProcess } from './own-process.js';

const CONNECT_TIMEOUT_MS = 2_000;
const INSTALL_TIMEOUT_MS = 60_000;
const DATABASE_PREFIX = 'sandi_test_';

export interface SqlServerOptions {
  /** 1 syncs each commit as production does; 2 is quicker and loses nothing unless the machine dies. */
  flushLogAtTrxCommit?: 0 | 1 | 2;
  /** More of the server's own options. */
  options?: readonly string[];
  /** What it may hold in memory, and in its log; a server is small unless told. */
  size?: { bufferPoolMb: number; logMb: number };
}

/** As MariaDB has them by default. */
export const USUAL_SIZE = { bufferPoolMb: 128, logMb: 96 };
const SMALL_SIZE = { bufferPoolMb: 64, logMb: 32 };

/** Starts a MariaDB of our own: own folder, own user, loopback only, no database in it yet. */
export function startMariaDb({
  flushLogAtTrxCommit = 2,
  options = [],
  size = SMALL_SIZE,
}: SqlServerOptions = {}): Promise<Service> {
  const password = randomBytes(16).toString('hex');
  return launch({
    program: 'mariadbd',
    prepare: (folder) => install(folder, password),
    args: (folder, port) => [
      ...commonArgs(folder, size),
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      `--socket=${join(folder, 'server.sock')}`,
      `--pid-file=${join(folder, 'server.pid')}`,
      `--init-file=${join(folder, 'init.sql')}`,
      `--secure-file-priv=${join(folder, 'tmp')}`,
      `--innodb-flush-log-at-trx-commit=${flushLogAtTrxCommit}`,
      '--skip-log-bin',
      '--max-connections=300',
      '--character-set-server=utf8mb4',
      ...options,
    ],
    url: (port) => `mysql://sandi:${password}@127.0.0.1:${port}`,
    probe: (url) => withConnection(url, (connection) => connection.query('SELECT 1')),
  });
}

/** Makes an empty utf8mb4 database with a name of its own on that server; returns its url. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = DATABASE_PREFIX + randomBytes(8).toString('hex');
  await withConnection(serverUrl, (connection) =>
    connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database that `createDatabase` made, and refuses any other. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  if (!new RegExp(`^${DATABASE_PREFIX}[0-9a-f]+$`).test(name))
    throw new Error(`"${name}" is not ours to drop.`);
  url.pathname = '/';
  await withConnection(url.href, (connection) => connection.query(`DROP DATABASE IF EXISTS \`${name}\``));
}

/** Writes the system tables, and the statements that leave exactly one user: ours. */
async function install(folder: string, password: string): Promise<void> {
  mkdirSync(join(folder, 'tmp'));
  const statements = [
    "DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';",
    'FLUSH PRIVILEGES;',
    `CREATE USER 'sandi'@'127.0.0.1' IDENTIFIED BY '${password}';`,
    "GRANT ALL PRIVILEGES ON *.* TO 'sandi'@'127.0.0.1' WITH GRANT OPTION;",
  ];
  writeFileSync(join(folder, 'init.sql'), statements.join('\n') + '\n', { mode: 0o600 });
  const args = [
    ...commonArgs(folder, SMALL_SIZE),
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ];
  const installer = new OwnProcess(programPath('mariadb-install-db'), args, join(folder, 'install.log'));
  await installer.completes(INSTALL_TIMEOUT_MS);
}

function commonArgs(folder: string, { bufferPoolMb, logMb }: typeof SMALL_SIZE): string[] {
  return [
    '--no-defaults', // must come first
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    `--innodb-buffer-pool-size=${bufferPoolMb}M`,
    `--innodb-log-file-size=${logMb}M`,
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ];
}

export async function withConnection<T>(
  url: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECT_TIMEOUT_MS });
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}
