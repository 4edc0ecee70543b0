import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { loadSqlite } from './sqlite-library.js';

/**
 * Keeps a second process off one SQLite file. The lock is SQLite's own, on a file beside the database: the operating
 * system lets go of it when the process ends, however it ends.
 */
export class SqliteLock {
  private constructor(private readonly connection: Sqlite.Database) {}

  /** Throws when another process (or another app of this one) holds the file. */
  static async acquire(databaseFile: string): Promise<SqliteLock> {
    const connection = openLock(await loadSqlite(), databaseFile);
    try {
      connection.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      connection.close();
      throw new Error(
        `${databaseFile} is in use by another Sandi process. One process at a time may use a SQLite file: ` +
          'stop the other one, or set DATABASE_URL to a MySQL or MariaDB database to run several.',
        { cause: error },
      );
    }
    return new SqliteLock(connection);
  }

  release(): void {
    this.connection.close();
  }
}

function openLock(library: typeof Sqlite, databaseFile: string): Sqlite.Database {
  try {
    mkdirSync(dirname(databaseFile), { recursive: true });
    // Names and addresses are in it: its owner's only. SQLite gives its side files the same mode.
    closeSync(openSync(databaseFile, 'a', 0o600));
    return new library(`${databaseFile}.lock`, { timeout: 0 });
  } catch (error) {
    throw new Error(`DATABASE_URL cannot be used: ${databaseFile}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
