import type { QueryRunner } from 'typeorm';
import { connect } from './connect.js';
import type { ConnectionOptions, Schema } from './options.js';

// Lock names are the server's: with the database's own in it, two Sandis on one server do not wait for each other.
// At most 64 characters, by a function that MySQL 9 still has.
const LOCK = "CONCAT('sandi_migrations_', LEFT(SHA2(DATABASE(), 256), 40))";
const LOCK_WAIT_SECONDS = 120;

/**
 * Applies pending migrations to MySQL; instances that start at once wait for each other. Over connections of their own,
 * which wait for every answer: to change a table takes as long as it takes, and cannot be taken back halfway.
 */
export async function migrate(
  { url, acquireTimeoutMs }: ConnectionOptions,
  { migrations }: Schema,
): Promise<void> {
  const source = await connect({ url, acquireTimeoutMs, poolSize: 2 }, { entities: [], migrations });
  const keeper = source.createQueryRunner();
  try {
    await lock(keeper);
    await source.runMigrations({ transaction: 'none' });
  } finally {
    await keeper.query(`SELECT RELEASE_LOCK(${LOCK})`).catch(() => undefined);
    await keeper.release();
    await source.destroy();
  }
}

async function lock(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(`SELECT GET_LOCK(${LOCK}, ?) AS taken`, [LOCK_WAIT_SECONDS])) as {
    taken: unknown;
  }[];
  if (Number(rows[0]?.taken) !== 1) {
    throw new Error(
      `another instance has been migrating the database for ${LOCK_WAIT_SECONDS} s: look at its log`,
    );
  }
}
