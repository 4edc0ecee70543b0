import type { DataSource, QueryRunner } from 'typeorm';
import { connect } from './connect.js';
import type { ConnectionOptions, Schema } from './options.js';

// Lock names belong to the whole server. Ours contain the name of the database, so that two Sandis on one server do not
// wait for each other. They have at most 64 characters, from a function that MySQL 9 still has.
const LOCK = "CONCAT('sandi_migrations_', LEFT(SHA2(DATABASE(), 256), 40))";
const LOCK_WAIT_SECONDS = 120;
/** For the lock, the work, and what the work does beside it. */
const CONNECTIONS = 3;

/** Applies pending migrations to MySQL; instances that start at once wait for each other. */
export async function migrate(options: ConnectionOptions, { migrations }: Schema): Promise<void> {
  try {
    await changeSchema(options, migrations, (source) => source.runMigrations({ transaction: 'none' }));
  } catch (error) {
    throw isDenied(error) ? new Error(notAllowed(error.message), { cause: error }) : error;
  }
}

/** Throws if the schema is of another version. */
export async function requireMigrated(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    const isNew = !(await runner.hasTable('migrations'));
    if (isNew || (await source.showMigrations()))
      throw new Error('The database has no schema of this version: start this version of the service once.');
  } finally {
    await runner.release();
  }
}

/** Runs work on MySQL's schema under a lock, without a timeout: a change of a table cannot stop halfway. */
export async function changeSchema(
  { url, caFile, acquireTimeoutMs }: ConnectionOptions,
  migrations: Schema['migrations'],
  work: (source: DataSource) => Promise<unknown>,
): Promise<void> {
  const source = await connect(
    { url, caFile, acquireTimeoutMs, poolSize: CONNECTIONS },
    { entities: [], migrations },
  );
  const keeper = source.createQueryRunner();
  try {
    await lock(keeper);
    await work(source);
  } finally {
    await keeper.query(`SELECT RELEASE_LOCK(${LOCK})`).catch(() => undefined);
    await keeper.release();
    await source.destroy();
  }
}

/** ER_DBACCESS_DENIED_ERROR, ER_TABLEACCESS_DENIED_ERROR, ER_COLUMNACCESS_DENIED_ERROR, ER_SPECIFIC_ACCESS_DENIED_ERROR. */
const DENIED = [1044, 1142, 1143, 1227];

export function isDenied(error: unknown): error is Error & { errno: number } {
  return error instanceof Error && DENIED.includes((error as { errno?: number }).errno ?? 0);
}

function notAllowed(reason: string): string {
  return (
    'Migrations are pending, and the user of DATABASE_URL may not apply them. Apply them with a user that may ' +
    `(\`npm run migration:run\` with its DATABASE_URL), then start the service again. The database said: ${reason}`
  );
}

async function lock(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(`SELECT GET_LOCK(${LOCK}, ?) AS taken`, [LOCK_WAIT_SECONDS])) as {
    taken: unknown;
  }[];
  const taken = rows[0]?.taken ?? null;
  // NULL is an error of the server: out of memory, the waiting connection killed, or no database that gives a name.
  if (taken === null)
    throw new Error('the database could not lock its migrations (GET_LOCK is NULL): look at its log');
  if (Number(taken) !== 1)
    throw new Error(
      `another instance has been migrating the database for ${LOCK_WAIT_SECONDS} s: look at its log`,
    );
}
