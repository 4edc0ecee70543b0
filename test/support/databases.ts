import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, format, type RowDataPacket } from 'mysql2/promise';
import { inject } from 'vitest';
import { schema } from '../../ormconfig.js';
import { connect } from '../../src/platform/database/index.js';
import { createDatabase, dropDatabase, withConnection } from './services/mariadb.js';
import { temporaryFolder } from './services/temporary-folder.js';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database on the engine of the running project, with nothing in it. */
export async function emptyDatabase(folder: string): Promise<TestDatabase> {
  if (inject('engine') === 'sqlite') {
    return { url: `sqlite:${join(folder, `${randomUUID()}.sqlite`)}`, drop: async () => {} };
  }
  const url = await createDatabase(inject('mysqlUrl') ?? '');
  return { url, drop: () => dropDatabase(url) };
}

/** The same as the migrations leave it. They run once for all files of a worker, and a boot finds nothing to do. */
export async function newDatabase(folder: string): Promise<TestDatabase> {
  const database = await emptyDatabase(folder);
  const fill = await (filler ??= inject('engine') === 'sqlite' ? sqliteFiller() : mysqlFiller());
  await fill(database.url);
  return database;
}

/** The same on the server of the running project, for several services beside each other; its address. */
export async function newMysqlDatabase(): Promise<string> {
  return (await newDatabase(tmpdir())).url;
}

let filler: Promise<(url: string) => Promise<void>> | undefined;

/** Copies a file that was migrated once. */
async function sqliteFiller(): Promise<(url: string) => Promise<void>> {
  const template = join(temporaryFolder('template').path, 'migrated.sqlite');
  await migrate(`sqlite:${template}`);
  return (url) => Promise.resolve(copyFileSync(template, url.slice('sqlite:'.length)));
}

/** Says in one packet what a database that was migrated once has come to. */
async function mysqlFiller(): Promise<(url: string) => Promise<void>> {
  const template = await createDatabase(inject('mysqlUrl') ?? '');
  await migrate(template);
  const script = await scriptOf(template);
  await dropDatabase(template);
  return (url) => runScript(url, script);
}

/** A whole database in one packet of statements. */
export const scriptOf = (url: string): Promise<string> =>
  withConnection(url, async (connection) => {
    const [tables] = await connection.query<RowDataPacket[][]>({ sql: 'SHOW TABLES', rowsAsArray: true });
    const statements = ['SET foreign_key_checks = 0'];
    for (const [name] of tables) {
      const [made] = await connection.query<RowDataPacket[]>(format('SHOW CREATE TABLE ??', [name]));
      statements.push(String(made[0]?.['Create Table']));
      const [rows] = await connection.query<RowDataPacket[]>(format('SELECT * FROM ??', [name]));
      statements.push(...rows.map((row) => format('INSERT INTO ?? SET ?', [name, row])));
    }
    return statements.join(';\n');
  });

export async function runScript(url: string, script: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  await connection.query(script).finally(() => connection.destroy());
}

async function migrate(url: string): Promise<void> {
  const source = await connect({ url, poolSize: 1 }, { entities: [], migrations: schema.migrations });
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}
