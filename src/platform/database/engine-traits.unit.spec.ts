import type { DataSource } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { readTraits } from './engine-traits.js';

const TIDB = '8.0.11-TiDB-v8.5.6';

/** A server with these variables among its own. */
const server = (version: string, variables: Record<string, string>) =>
  ({
    query: (sql: string) => {
      if (sql.startsWith('SELECT VERSION()')) return Promise.resolve([{ version }]);
      const asked = Object.entries(variables).filter(([name]) => sql.includes(`'${name}'`));
      return Promise.resolve(asked.map(([Variable_name, Value]) => ({ Variable_name, Value })));
    },
  }) as unknown as DataSource;

describe('the traits of a server', () => {
  it.each([
    ['MySQL', '9.7.4', {}, false],
    ['MariaDB', '10.11.19-MariaDB', { aria_block_size: '8192', wsrep_on: 'OFF' }, false],
    ['MariaDB', '10.11.19', { aria_block_size: '8192', wsrep_on: 'ON' }, true],
    ['MySQL', '8.0.36-galera', { wsrep_on: 'ON' }, true],
    ['TiDB', TIDB, { tidb_txn_mode: 'pessimistic', tidb_enable_check_constraint: 'ON' }, false],
  ])('of %s that says %s with %j', async (kind, version, variables, isGalera) => {
    expect(await readTraits(server(version, variables))).toMatchObject({ server: { kind }, isGalera });
  });

  it.each<Record<string, string>>([{ tidb_enable_check_constraint: 'OFF' }, {}])(
    'refuse a TiDB with %j',
    async (variables) => {
      const traits = readTraits(server(TIDB, { tidb_txn_mode: 'pessimistic', ...variables }));
      await expect(traits).rejects.toThrow('TiDB 8.5.6 ignores CHECK constraints');
      await expect(traits).rejects.toThrow('`SET GLOBAL tidb_enable_check_constraint = ON`');
    },
  );
});
