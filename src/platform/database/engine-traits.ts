import type { DataSource } from 'typeorm';
import { type DatabaseServer, serverOf, UnsuitableServerError } from './server-version.js';

/** Differences between servers that speak MySQL's protocol. */
export interface EngineTraits {
  server: DatabaseServer;
  /** A node that may roll back between two statements of one packet. */
  isGalera: boolean;
}

/** Variables that only one engine has. The version text is no proof, since it is configurable. */
const MARKS = ['tidb_txn_mode', 'aria_block_size', 'wsrep_on', 'tidb_enable_check_constraint'];

/** Reads the traits of a MySQL, MariaDB or TiDB. Throws UnsuitableServerError if the service cannot run on it. */
export async function readTraits(source: DataSource): Promise<EngineTraits> {
  const [row] = await source.query<{ version: string }[]>('SELECT VERSION() AS version');
  const found = await source.query<{ Variable_name: string; Value: string }[]>(
    `SHOW SESSION VARIABLES WHERE Variable_name IN (${MARKS.map((name) => `'${name}'`).join(', ')})`,
  );
  const variables = new Map(found.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), Value]));
  const kind = variables.has('tidb_txn_mode')
    ? 'TiDB'
    : variables.has('aria_block_size')
      ? 'MariaDB'
      : 'MySQL';
  const server = serverOf(kind, row?.version ?? '');
  if (kind === 'TiDB' && variables.get('tidb_enable_check_constraint') !== 'ON')
    throw new UnsuitableServerError(
      server.name,
      'ignores CHECK constraints',
      'Run `SET GLOBAL tidb_enable_check_constraint = ON` as an administrator, before the first start.',
    );
  return { server, isGalera: variables.get('wsrep_on') === 'ON' };
}
