import { once } from 'node:events';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sqliteLibraryPath } from './sqlite-library.js';

/** Long enough for short reads that use the WAL to end. */
const BUSY_MS = 10_000;
/** With a long read there is no use in rewriting the file, and writes wait. */
const FIRST_BUSY_MS = 1_000;

/** The library blocks its thread, so that this one must not be the service's. */
const PROGRAM = `
const { parentPort, workerData: { library, file, timeout, first } } = require('node:worker_threads');
const database = new (require(library))(file, { timeout: first });
const isEmptied = () => database.pragma('wal_checkpoint(TRUNCATE)')[0].busy === 0;
try {
  const isFree = isEmptied();
  database.pragma('busy_timeout = ' + timeout);
  if (isFree) database.exec('VACUUM');
  parentPort.postMessage(isFree && isEmptied());
} finally {
  database.close();
}`;

/**
 * Rewrites a SQLite file without deleted values, and empties its WAL. Reads go on meanwhile; the caller holds back
 * writes. False: a reader still used the WAL.
 */
export async function rewriteSqlite(file: string): Promise<boolean> {
  // A copy of the whole file: /tmp may be small.
  process.env['SQLITE_TMPDIR'] ??= dirname(file);
  const workerData = { library: sqliteLibraryPath(), file, timeout: BUSY_MS, first: FIRST_BUSY_MS };
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData });
  // Both at once: a thread that ends at once may emit them without a turn between.
  const [message] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return (message as [boolean])[0];
}
