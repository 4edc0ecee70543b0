import { closeSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { loadSqlite } from './sqlite-library.js';

/**
 * Keeps a second process off one SQLite file, by whatever name it is opened. There are two locks, and the operating
 * system releases both when the process ends, however it ends:
 * - SQLite's own, on another file in the real folder of the database: it also works between containers.
 * - On Linux, a socket named by device and inode, for a hard link or a mount of the file alone.
 */
export class SqliteLock {
  private constructor(
    private readonly connection: Sqlite.Database,
    private readonly socket: Server | undefined,
  ) {}

  /** Throws when another process (or another app of this one) holds the file. */
  static async acquire(databaseFile: string): Promise<SqliteLock> {
    const connection = openLock(loadSqlite(), databaseFile);
    try {
      connection.exec('BEGIN EXCLUSIVE');
      return new SqliteLock(connection, await bindInode(databaseFile));
    } catch (error) {
      connection.close();
      throw isTaken(error) ? inUse(databaseFile, error) : unusable(databaseFile, error);
    }
  }

  release(): void {
    this.socket?.close();
    this.connection.close();
  }
}

function openLock(library: typeof Sqlite, databaseFile: string): Sqlite.Database {
  try {
    mkdirSync(dirname(databaseFile), { recursive: true });
    // Names and addresses are in it: its owner's only. SQLite gives its side files the same mode.
    closeSync(openSync(databaseFile, 'a', 0o600));
    return new library(`${realpathSync(databaseFile)}.lock`, { timeout: 0 });
  } catch (error) {
    throw unusable(databaseFile, error);
  }
}

/** Only Linux has sockets without a file, which end with their process. Fails with EADDRINUSE. */
async function bindInode(databaseFile: string): Promise<Server | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { dev, ino } = statSync(databaseFile, { bigint: true });
  // No process talks to it.
  const server = createServer((client) => client.destroy());
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path: `\0sandi-sqlite-${dev}-${ino}`, exclusive: true }, resolve);
    });
    return server.unref();
  } catch (error) {
    if (isTaken(error)) throw error;
    // A sandbox without such sockets: the other lock has to do.
    return undefined;
  }
}

const isTaken = (error: unknown) =>
  ['SQLITE_BUSY', 'EADDRINUSE'].includes((error as NodeJS.ErrnoException).code ?? '');

const inUse = (databaseFile: string, cause: unknown) =>
  new Error(
    `${databaseFile} is in use by another Sandi process. One process at a time may use a SQLite file: ` +
      'stop the other one, or set DATABASE_URL to a MySQL or MariaDB database to run several.',
    { cause },
  );

const unusable = (databaseFile: string, cause: unknown) =>
  new Error(`DATABASE_URL cannot be used: ${databaseFile}: ${(cause as Error).message}`, { cause });
