import type { DataSource, QueryRunner } from 'typeorm';
import type { Engine } from './options.js';

// Lock names are the server's: with the database's own in it, two Sandis on one server do not wait for each other.
// At most 64 characters, by a function that MySQL 9 still has.
const LOCK = "CONCAT('sandi_migrations_', LEFT(SHA2(DATABASE(), 256), 40))";
const LOCK_WAIT_SECONDS = 120;

/** Applies pending migrations; instances that start at once wait for each other. SQLite's file lock already does that. */
export async function migrate(dataSource: DataSource, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await dataSource.runMigrations({ transaction: 'each' });
    return;
  }
  const keeper = dataSource.createQueryRunner();
  try {
    await lock(keeper);
    await dataSource.runMigrations({ transaction: 'none' });
  } finally {
    await keeper.query(`SELECT RELEASE_LOCK(${LOCK})`).catch(() => undefined);
    await keeper.release();
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
