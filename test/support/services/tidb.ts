import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { launch, type Service } from './launch.js';
import { withConnection } from './mariadb.js';

/** Starts a TiDB of our own with storage in its process (unistore): own folder, own user, loopback only. */
export function startTidb(): Promise<Service> {
  const password = randomBytes(16).toString('hex');
  let folder = '';
  return launch({
    program: 'tidb-server',
    prepare: (path) => {
      folder = path;
      return Promise.resolve();
    },
    args: (path, port) => [
      '-store=unistore',
      `-path=${join(path, 'data')}`,
      '-host=127.0.0.1',
      '-P',
      String(port),
      '-report-status=false',
      `-socket=${socketIn(path)}`,
      `-temp-dir=${join(path, 'tmp')}`,
      '-L=warn',
    ],
    url: (port) => `mysql://sandi:${password}@127.0.0.1:${port}`,
    probe: async (url) => {
      const isReady = await withConnection(url, (connection) => connection.query('SELECT 1')).catch(
        () => undefined,
      );
      if (!isReady) await install(folder, password);
    },
  });
}

const socketIn = (folder: string) => join(folder, 's.sock');

/** By the socket in our folder: behind the port could be somebody else's server. */
async function install(folder: string, password: string): Promise<void> {
  const connection = await createConnection({ socketPath: socketIn(folder), user: 'root' });
  try {
    for (const statement of [
      'SET GLOBAL tidb_enable_check_constraint = ON',
      'SET GLOBAL max_connections = 300',
      `CREATE USER 'sandi'@'%' IDENTIFIED BY '${password}'`,
      "GRANT ALL PRIVILEGES ON *.* TO 'sandi'@'%' WITH GRANT OPTION",
      "ALTER USER 'root'@'%' ACCOUNT LOCK",
    ])
      await connection.query(statement);
  } finally {
    connection.destroy();
  }
}
