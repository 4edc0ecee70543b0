import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Service } from './launch.js';
import { type SqlServerOptions, withConnection } from './mariadb.js';
import { type MysqlProgram, mysqlProgram } from './mysql-program.js';
import { OwnProcess } from './own-process.js';

const INSTALL_TIMEOUT_MS = 120_000;
const SMALL_SIZE = { bufferPoolMb: 128, logMb: 96 };

/** Starts a MySQL (not a MariaDB) of our own: own folder, own user, loopback only, no database in it yet. */
export async function startMysql({
  flushLogAtTrxCommit = 2,
  options = [],
  size = SMALL_SIZE,
}: SqlServerOptions = {}): Promise<Service> {
  const password = randomBytes(16).toString('hex');
  const { program, args } = await mysqlProgram();
  return launch({
    program,
    prepare: (folder) => installMysql({ program, args }, folder, password),
    args: (folder, port) => [
      ...args,
      ...mysqlArgs(folder, port, size),
      `--innodb-flush-log-at-trx-commit=${flushLogAtTrxCommit}`,
      '--skip-log-bin',
      ...options,
    ],
    url: (port) => `mysql://sandi:${password}@127.0.0.1:${port}`,
    probe: (url) => withConnection(url, (connection) => connection.query('SELECT 1')),
  });
}

/** How a server of a test runs in its folder; the caller decides about its logs. */
export const mysqlArgs = (folder: string, port: number, size = SMALL_SIZE): string[] => [
  ...commonArgs(folder),
  `--port=${port}`,
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--mysqlx=OFF',
  `--socket=${join(folder, 'server.sock')}`,
  `--pid-file=${join(folder, 'server.pid')}`,
  `--secure-file-priv=${join(folder, 'tmp')}`,
  `--innodb-buffer-pool-size=${size.bufferPoolMb}M`,
  `--innodb-redo-log-capacity=${size.logMb}M`,
  // What MySQL writes for each change of a schema is most of a test's time, and need not outlive the machine.
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=OFF',
  '--max-connections=300',
  '--character-set-server=utf8mb4',
];

/** Writes the system tables, and leaves one user that can connect by TCP: ours. */
export async function installMysql(
  { program, args }: MysqlProgram,
  folder: string,
  password: string,
): Promise<void> {
  for (const name of ['tmp', 'data']) mkdirSync(join(folder, name), { recursive: true });
  const statements = [
    `CREATE USER 'sandi'@'127.0.0.1' IDENTIFIED BY '${password}';`,
    "GRANT ALL PRIVILEGES ON *.* TO 'sandi'@'127.0.0.1' WITH GRANT OPTION;",
    "ALTER USER 'root'@'localhost' ACCOUNT LOCK;",
  ];
  const users = join(folder, 'init.sql');
  writeFileSync(users, statements.join('\n') + '\n', { mode: 0o600 });
  const installer = new OwnProcess(
    program,
    [...args, ...commonArgs(folder), '--initialize-insecure', `--init-file=${users}`],
    join(folder, 'install.log'),
  );
  await installer.completes(INSTALL_TIMEOUT_MS);
}

const commonArgs = (folder: string): string[] => [
  '--no-defaults', // must come first
  `--datadir=${join(folder, 'data')}`,
  `--tmpdir=${join(folder, 'tmp')}`,
  ...(process.getuid?.() === 0 ? ['--user=root'] : []),
];
