import { describe, expect, it } from 'vitest';
import { loadSqlite, sqliteLibraryFor, unusable } from './sqlite-library.js';

describe('the library for SQLite', () => {
  it('is the one that Node.js runs: never 12 on 22 and newer, never 13 on 20', () => {
    expect(['20.19.0', '20.20.2'].map(sqliteLibraryFor)).toEqual(['better-sqlite3', 'better-sqlite3']);
    for (const version of ['22.13.0', '24.19.0', '24.21.0', '26.10.0', '27.0.0'])
      expect(sqliteLibraryFor(version)).toBe('better-sqlite3-13');
  });

  it('loads once, and answers', () => {
    const library = loadSqlite();
    expect(loadSqlite()).toBe(library);
    const database = new library(':memory:');
    expect(database.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 });
    database.close();
  });

  it('says what to do where it is not installed, or was installed for another version', () => {
    const missing = unusable('better-sqlite3-13', { code: 'MODULE_NOT_FOUND', message: '…', name: '' });
    expect(missing).toMatch(/better-sqlite3-13 is not installed for it[.] Run `npm ci`/);
    expect(missing).not.toContain('compiled');
    const uncompiled = unusable('better-sqlite3', { code: 'MODULE_NOT_FOUND', message: '…', name: '' });
    expect(uncompiled).toMatch(/compiled when it is installed: `npm ci --foreground-scripts` shows why/);
    const foreign = { code: 'ERR_DLOPEN_FAILED', message: 'NODE_MODULE_VERSION 115\nmore', name: '' };
    expect(unusable('better-sqlite3', foreign)).toMatch(
      new RegExp(
        `Node[.]js ${process.versions.node} .*does not load: NODE_MODULE_VERSION 115[.] Run .*DATABASE_URL`,
      ),
    );
  });
});
