import type { DataSource, QueryRunner } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '../../src/platform/database/index.js';
import { createDatabase, dropDatabase, withConnection } from '../support/services/mariadb.js';

const POOL_SIZE = 3;
const WAITING = 50;
/** Of a statement that no connection reaches. */
const ACQUIRE_MS = 20_000;
/** Enough for a busy machine to connect again. */
const SERVED_MS = 10_000;

describe.runIf(inject('engine') === 'mysql')('statements that wait for a connection of a full pool', () => {
  let url: string;
  let source: DataSource;
  let holders: QueryRunner[];
  beforeAll(async () => {
    url = await createDatabase(inject('mysqlUrl') ?? '');
  });
  afterAll(() => dropDatabase(url));
  beforeEach(async () => {
    const options = { url, poolSize: POOL_SIZE, acquireTimeoutMs: ACQUIRE_MS };
    source = await connect(options, { entities: [], migrations: [] });
    holders = Array.from({ length: POOL_SIZE }, () => source.createQueryRunner());
  });
  afterEach(() => source.destroy());

  const idOf = async (runner: QueryRunner) =>
    Number(((await runner.query('SELECT CONNECTION_ID() AS id')) as { id: unknown }[])[0]?.id);
  const kill = (ids: number[]) =>
    withConnection(url, async (connection) => {
      for (const id of ids) await connection.query(`KILL ${id}`);
    });

  it.each([
    { hold: 'run a statement', sql: 'SELECT SLEEP(20)', killed: 1 },
    { hold: 'run a statement', sql: 'SELECT SLEEP(20)', killed: POOL_SIZE },
    { hold: 'are in a transaction', sql: 'START TRANSACTION', killed: 1 },
    { hold: 'are in a transaction', sql: 'START TRANSACTION', killed: POOL_SIZE },
  ])(
    'get one when $killed of those that $hold are killed, before any is released',
    async ({ sql, killed }) => {
      const ids = await Promise.all(holders.map(idOf));
      const held = Promise.allSettled(holders.map((holder) => holder.query(sql)));
      if (sql === 'START TRANSACTION') await held;
      const waiting = Promise.all(Array.from({ length: WAITING }, () => source.query('SELECT 1')));
      const begunMs = performance.now();
      await kill(ids.slice(0, killed));
      await expect(waiting).resolves.toHaveLength(WAITING);
      expect(performance.now() - begunMs).toBeLessThan(SERVED_MS);
      await kill(ids.slice(killed));
      await held;
      for (const holder of holders) await holder.release();
    },
  );
});
