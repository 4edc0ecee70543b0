import type { DataSource } from 'typeorm';
import { placeOfDatabase } from '../../platform/database/database-address.js';
import { changeSchema, connect, type Schema, sqliteFile } from '../../platform/database/index.js';
import { isDenied } from '../../platform/database/migrate.js';
import type { ConnectionOptions } from '../../platform/database/options.js';
import { SqliteLock } from '../../platform/database/sqlite-lock.js';
import { randomId } from '../../platform/ids/random.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { auditLedger } from '../books/index.js';
import { checkMoved } from './check-moved.js';
import { type Marker, type MovedTable, requireSourceFile, Source } from './source.js';
import { Target } from './target.js';

/** Rows of a transaction. */
const BATCH = 500;
/** Turns off the invariants about time: while the service is stopped, the recovery finishes nothing. */
const NO_TIME = new Date(0);

interface Move {
  /** `sqlite:<file>`, of a service that is stopped. */
  from: string;
  to: ConnectionOptions;
  schema: Schema;
  now: Date;
  tell: (text: string) => void;
}

/**
 * Copies a SQLite database to an empty MySQL or MariaDB database and checks the copy. If it is killed, the next run
 * continues. No service starts on the file once the move has begun, nor on the new database until it has ended.
 */
export async function moveDatabase({ from, to, schema, now, tell }: Move): Promise<void> {
  const place = placeOfDatabase(to.url);
  await withSource(from, async (source) => {
    requireSchema(source, schema);
    const marker = source.marker() ?? { target: place, reference: randomId(), isNew: true };
    requireSameTarget(marker, place);
    if (marker.isNew) await requireBooks(from);
    await withTarget(to, schema, async (target, database) => {
      const tables = source.tables();
      if (!marker.endedAt) {
        // Checks that the target can take the data, before the file is marked.
        await target.requireUsableTarget(namesOf(schema), marker.reference);
        await database.runMigrations({ transaction: 'none' });
        failpoint('move.migrated');
        await target.requireSameColumns(tables);
        if (marker.isNew) source.mark(marker);
        failpoint('move.begun');
        source.begin();
        await copy(source, target, { reference: marker.reference, tables, tell });
        await check(source, target, { database, tables, tell });
        source.end(now);
        failpoint('move.marked');
      }
      await target.end();
    });
  });
}

/** Lets the service start on the file again. */
export async function moveBack(from: string): Promise<string | undefined> {
  return withSource(from, (source) => {
    const marker = source.marker();
    if (marker) source.unmark();
    return Promise.resolve(marker?.target);
  });
}

async function withSource<T>(from: string, work: (source: Source) => Promise<T>): Promise<T> {
  const file = sqliteFile(from);
  requireSourceFile(file);
  const lock = await SqliteLock.acquire(file);
  try {
    const source = Source.open(file);
    try {
      return await work(source);
    } finally {
      source.close();
    }
  } finally {
    lock.release();
  }
}

/** Holds the lock of migrations meanwhile: a service that starts on the new database waits for it. */
async function withTarget(
  to: ConnectionOptions,
  { migrations }: Schema,
  work: (target: Target, database: DataSource) => Promise<void>,
): Promise<void> {
  try {
    await changeSchema(to, migrations, async (database) => {
      const target = await Target.open(database);
      try {
        await work(target, database);
      } finally {
        await target.release();
      }
    });
  } catch (error) {
    throw new Error(explained(error), { cause: error });
  }
}

interface Copying {
  tables: MovedTable[];
  tell: Move['tell'];
}

async function copy(
  source: Source,
  target: Target,
  { reference, tables, tell }: Copying & { reference: string },
): Promise<void> {
  await target.begin(reference, tables);
  for (const table of tables) {
    let last = await target.lastRow(table.name);
    for (;;) {
      const batch = source.batch(table, last, BATCH);
      if (batch.last === undefined) break;
      await target.insert(table, batch.rows, batch.last);
      last = batch.last;
    }
    if (last !== undefined) tell(`${table.name}: ${source.count(table.name)} rows`);
  }
  await target.continueIds(source.sequences());
}

async function check(
  source: Source,
  target: Target,
  { database, tables, tell }: Copying & { database: DataSource },
): Promise<void> {
  await checkMoved(source, target, tables);
  tell('The counts of all tables and a sample of each are the same.');
  await requireBalance(database, 'The books of the new database do not balance');
  tell('The books balance.');
  failpoint('move.checked');
}

function requireSameTarget({ target, endedAt }: Marker, place: string): void {
  if (target === place) return;
  throw new Error(
    `A move to ${target} has ${endedAt ? 'ended' : 'begun'}: name that database, or run \`npm run move -- --back\` first.`,
  );
}

function requireSchema(source: Source, schema: Schema): void {
  const [applied, known] = [source.appliedMigrations(), namesOf(schema)];
  const foreign = applied.find((name) => !known.includes(name));
  if (foreign)
    throw new Error(`The SQLite file is of a newer release (${foreign}): move it with that release.`);
  if (known.some((name) => !applied.includes(name)))
    throw new Error('The SQLite file is of an earlier release: run `npm run migration:run` first.');
}

async function requireBooks(from: string): Promise<void> {
  const reader = await connect({ url: from, readonly: true }, { entities: [], migrations: [] });
  try {
    await requireBalance(reader, 'The books of the SQLite file do not balance');
  } finally {
    await reader.destroy();
  }
}

async function requireBalance(database: DataSource, problem: string): Promise<void> {
  const violations = await auditLedger(database, NO_TIME);
  const names = violations.map(({ invariant }) => invariant).join(', ');
  if (names !== '') throw new Error(`${problem}: ${names}. \`npm run books\` has the rows.`);
}

const namesOf = ({ migrations }: Pick<Schema, 'migrations'>) => migrations.map(({ name }) => name);

function explained(error: unknown): string {
  const { message } = error as Error;
  if (isDenied(error))
    return (
      'The user of the new database may not write there as a move does: take one that may migrate ' +
      `(docs/production.md#two-database-users). The database said: ${message}`
    );
  return message.replace(/^DATABASE_URL cannot be used/, 'The new database cannot be used');
}
