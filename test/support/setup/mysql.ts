import './provided.js';
import type { RowDataPacket } from 'mysql2';
import type { TestProject } from 'vitest/node';
import { findService } from '../services/find-program.js';
import { withConnection } from '../services/mariadb.js';
import { startMysql } from '../services/mysql.js';

/** Global setup of `npm run test:mysql`: one MySQL for the run, with the sql_mode of TEST_MYSQL_SQL_MODE. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_MYSQL_URL'] ? findService('mariadb') : undefined;
  if (given?.kind === 'url') {
    await saysMysql(given.url);
    project.provide('mysqlUrl', given.url);
    return undefined;
  }
  const sqlMode = process.env['TEST_MYSQL_SQL_MODE'];
  const server = await startMysql({ options: sqlMode === undefined ? [] : [`--sql-mode=${sqlMode}`] });
  await saysMysql(server.url);
  project.provide('mysqlUrl', server.url);
  return () => server.stop();
}

async function saysMysql(url: string): Promise<void> {
  const version = await withConnection(url, async (connection) => {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version, @@sql_mode AS mode');
    return `${rows[0]?.['version']}, sql_mode ${rows[0]?.['mode']}`;
  });
  if (version.includes('MariaDB')) throw new Error(`TEST_MYSQL_URL names a MariaDB: ${version}`);
  process.stdout.write(`MySQL ${version}\n`);
}
