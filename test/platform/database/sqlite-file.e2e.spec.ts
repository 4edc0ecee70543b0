import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { loadSqlite } from '../../../src/platform/database/index.js';
import { startTestApp } from '../../support/app.js';
import { emptyDatabase } from '../../support/databases.js';
import { createAccount } from '../../support/factories.js';
import { temporaryFolder } from '../../support/services/temporary-folder.js';

describe.skipIf(inject('engine') === 'mysql')('the SQLite file', () => {
  it('holds everything after a clean stop, and is its owner’s only', async () => {
    const folder = temporaryFolder('sqlite-file');
    const { url } = await emptyDatabase(folder.path);
    const file = url.replace('sqlite:', '');
    const test = await startTestApp({ databaseUrl: url });
    await createAccount(test);
    await test.close();
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('-wal'))).toEqual([]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const Sqlite = loadSqlite();
    const database = new Sqlite(file, { readonly: true });
    expect(database.prepare('SELECT COUNT(*) AS users FROM users').get()).toEqual({ users: 2 });
    database.close();
    folder.remove();
  });
});
