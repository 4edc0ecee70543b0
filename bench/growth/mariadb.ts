import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { Child } from './child.js';

const SBIN_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** A MariaDB of our own: own folder, own user, loopback only. It syncs each commit, as production does. */
export class MariaDb {
  private constructor(
    /** Without a database's name. */
    readonly url: string,
    private readonly folder: string,
    private readonly server: Child,
  ) {}

  static async start(bufferPoolMb: number): Promise<MariaDb> {
    const folder = mkdtempSync(join(tmpdir(), 'sandi-growth-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const password = randomBytes(16).toString('hex');
    await install(folder, password);
    const port = await freePort();
    const server = new Child(programPath('mariadbd'), [
      ...commonArgs(folder),
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      `--socket=${join(folder, 'server.sock')}`,
      `--pid-file=${join(folder, 'server.pid')}`,
      `--init-file=${join(folder, 'init.sql')}`,
      '--skip-log-bin',
      '--character-set-server=utf8mb4',
      `--innodb-buffer-pool-size=${bufferPoolMb}M`,
      '--innodb-log-file-size=1G',
      '--innodb-sort-buffer-size=64M',
    ]);
    const url = `mysql://sandi:${password}@127.0.0.1:${port}`;
    const database = new MariaDb(url, folder, server);
    await server.until(() => database.connect().then(closed, () => undefined));
    return database;
  }

  connect(name = ''): Promise<Connection> {
    return createConnection({ uri: `${this.url}/${name}`, connectTimeout: 2000, timezone: 'Z' });
  }

  /** Makes an empty database; returns its url. */
  async createDatabase(name: string): Promise<string> {
    const connection = await this.connect();
    await connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`);
    await connection.end();
    return `${this.url}/${name}`;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function closed(connection: Connection): Promise<true> {
  await connection.end();
  return true;
}

/** Writes the system tables, and the statements that leave exactly one user: ours. */
async function install(folder: string, password: string): Promise<void> {
  mkdirSync(join(folder, 'tmp'));
  const statements = [
    "DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';",
    'FLUSH PRIVILEGES;',
    `CREATE USER 'sandi'@'127.0.0.1' IDENTIFIED BY '${password}';`,
    "GRANT ALL PRIVILEGES ON *.* TO 'sandi'@'127.0.0.1';",
  ];
  writeFileSync(join(folder, 'init.sql'), statements.join('\n') + '\n', { mode: 0o600 });
  const args = [...commonArgs(folder), '--auth-root-authentication-method=normal', '--skip-test-db'];
  await new Child(programPath('mariadb-install-db'), args).completes();
}

function commonArgs(folder: string): string[] {
  return [
    '--no-defaults', // must come first
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ];
}

function programPath(file: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...SBIN_FOLDERS];
  const path = folders.map((folder) => join(folder, file)).find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`${file} not found on PATH or in /usr/sbin: apt-get install mariadb-server`);
  return path;
}

/** Free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
