import './provided.js';
import type { RowDataPacket } from 'mysql2';
import type { TestProject } from 'vitest/node';
import { locate, onLoopback } from '../services/find-program.js';
import { withConnection } from '../services/mariadb.js';
import { startTidb } from '../services/tidb.js';

/** Global setup of `npm run test:tidb`: one TiDB for the run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_TIDB_URL'];
  if (given) {
    const url = onLoopback(given, 'TEST_TIDB_URL');
    await withConnection(url, (connection) =>
      connection.query('SET GLOBAL tidb_enable_check_constraint = ON'),
    );
    await sayVersion(url);
    project.provide('mysqlUrl', url);
    return undefined;
  }
  if (locate('tidb-server') === undefined)
    throw new Error(
      'No TiDB for test:tidb: set TEST_TIDB_URL to a server on loopback, or put tidb-server on PATH (docs/tidb.md).',
    );
  const server = await startTidb();
  await sayVersion(server.url);
  project.provide('mysqlUrl', server.url);
  return () => server.stop();
}

async function sayVersion(url: string): Promise<void> {
  const [rows] = await withConnection(url, (connection) =>
    connection.query<RowDataPacket[]>('SELECT TIDB_VERSION() AS version'),
  );
  process.stdout.write(`TiDB ${String(rows[0]?.['version']).replaceAll('\n', ', ')}\n`);
}
