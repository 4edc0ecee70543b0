import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';

type Library = typeof Sqlite;

/**
 * better-sqlite3 13 uses Node-API and brings its binaries. On Node.js 20 it crashes, and 12 is compiled at install.
 * On Node.js 24.19 and newer a compiled 12 aborts at random, so neither ever stands in for the other.
 */
export function sqliteLibraryFor(nodeVersion: string): 'better-sqlite3' | 'better-sqlite3-13' {
  return Number.parseInt(nodeVersion) >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';
}

const require = createRequire(import.meta.url);
let loaded: Library | undefined;

/** The only place that loads SQLite. Throws with the fix when the library does not fit this Node.js. */
export function loadSqlite(): Library {
  return (loaded ??= load(sqliteLibraryFor(process.versions.node)));
}

/** For another thread, which loads it itself. */
export const sqliteLibraryPath = (): string => require.resolve(sqliteLibraryFor(process.versions.node));

function load(name: string): Library {
  try {
    // Not `import()`: code that V8 has compiled before, as the tests start it, may import nothing at run time.
    const library = require(name) as Library;
    // The native code is loaded by the first connection.
    new library(':memory:').close();
    return library;
  } catch (error) {
    throw new Error(unusable(name, error as NodeJS.ErrnoException), { cause: error });
  }
}

/** Says why SQLite cannot be used, and what to do. */
export function unusable(name: string, { code, message }: NodeJS.ErrnoException): string {
  const platform = `Node.js ${process.versions.node} on ${process.platform}-${process.arch}`;
  const reason =
    code === 'MODULE_NOT_FOUND'
      ? `${name} is not installed for it`
      : `${name} does not load: ${message.split('\n')[0]}`;
  // npm removes an optional package whose compilation failed, and reports nothing.
  const isCompiled = code === 'MODULE_NOT_FOUND' && name === 'better-sqlite3';
  const cause = isCompiled
    ? ' It is compiled when it is installed: `npm ci --foreground-scripts` shows why that failed.'
    : '';
  return (
    `SQLite cannot be used with ${platform}: ${reason}. Run \`npm ci\` with this version of Node.js ` +
    `(node_modules of another version do not fit), or set DATABASE_URL to a MySQL or MariaDB database.${cause}`
  );
}
