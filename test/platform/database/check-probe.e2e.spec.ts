import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { schema } from '../../../ormconfig.js';
import { Database } from '../../../src/platform/database/index.js';
import { newDatabase, type TestDatabase } from '../../support/databases.js';
import { withConnection } from '../../support/services/mariadb.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';

let folder: TemporaryFolder;
let database: TestDatabase;

beforeEach(async () => {
  folder = temporaryFolder('check-probe');
  database = await newDatabase(folder.path);
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

const start = async () => (await Database.open({ url: database.url }, schema)).close();
const say = (sql: string) => withConnection(database.url, (connection) => connection.query(sql));

it('a start tries a negative balance, is refused, and leaves no row', async () => {
  await start();
  const opened = await Database.open({ url: database.url }, schema);
  expect(await opened.read.query('SELECT user_id FROM credit_balances')).toEqual([]);
  await opened.close();
});

// SQLite cannot drop a CHECK.
it.runIf(inject('engine') === 'mysql')(
  'a start without the CHECK of the balance fails with the statement that adds it',
  async () => {
    await say('ALTER TABLE credit_balances DROP CONSTRAINT ck_credit_balances_balance');
    const error = await start().then(
      () => undefined,
      (failure: unknown) => failure as Error,
    );
    const command = /Run `(.*)`$/.exec(error?.message ?? '')?.[1];
    expect(command).toMatch(/^ALTER TABLE credit_balances /);
    await say(command ?? '');
    await start();
  },
);

it.runIf(inject('engine') === 'mysql')('the foreign key does not stand in for the CHECK', async () => {
  await say('ALTER TABLE credit_balances DROP CONSTRAINT ck_credit_balances_balance');
  await say('ALTER TABLE credit_balances DROP FOREIGN KEY fk_credit_balances_owner');
  await expect(start()).rejects.toThrow('accepts a negative balance');
});
