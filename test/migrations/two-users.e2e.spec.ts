import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import { Api } from '../support/api.js';
import { BuiltService } from '../support/built-service.js';
import { emptyDatabase, type TestDatabase } from '../support/databases.js';
import { newName, sendBody } from '../support/factories.js';
import { Program } from '../support/program.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

/** As docs/production.md grants them. */
const SERVING = 'SELECT, INSERT, UPDATE, DELETE';
const MIGRATING = `${SERVING}, CREATE, ALTER, DROP, INDEX, REFERENCES`;
const PASSWORD = 'kata-sandi-uji';

/** SQLite has no users. */
describe.runIf(inject('engine') === 'mysql')('two users of the database', { timeout: 240_000 }, () => {
  let gateway: Simulator;
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let urls: { serving: string; migrating: string };
  const names: string[] = [];

  const asRoot = async (...statements: string[]) => {
    const connection = await createConnection({ uri: database.url });
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  };
  const userWith = async (privileges: string) => {
    const name = `u${randomBytes(8).toString('hex')}`;
    names.push(name);
    const url = new URL(database.url);
    await asRoot(
      `CREATE USER '${name}'@'%' IDENTIFIED BY '${PASSWORD}'`,
      `GRANT ${privileges} ON \`${url.pathname.slice(1)}\`.* TO '${name}'@'%'`,
    );
    url.username = name;
    url.password = PASSWORD;
    return url.href;
  };

  beforeEach(async () => {
    gateway = await startSimulator();
    folder = temporaryFolder('two-users');
    database = await emptyDatabase(folder.path);
    urls = { serving: await userWith(SERVING), migrating: await userWith(MIGRATING) };
  });
  afterEach(async () => {
    await gateway.close();
    await asRoot(...names.splice(0).map((name) => `DROP USER '${name}'@'%'`));
    await database.drop();
    folder.remove();
  });

  const start = (url: string) =>
    new BuiltService({
      DATA_DIR: folder.path,
      DATABASE_URL: url,
      GATEWAY_URL: gateway.url,
      GATEWAY_TOKEN: gateway.token,
      SIGNUP_CREDIT: '1000',
    });

  it('the one that serves says that migrations are pending, and serves once the other has applied them', async () => {
    const early = start(urls.serving);
    expect((await early.exit()).code).toBe(1);
    expect(early.output).toMatch(
      /Migrations are pending, and the user of DATABASE_URL may not apply them.*migration:run/,
    );

    const args = ['migration:run', '-d', 'dist/ormconfig.js', '--transaction', 'each'];
    const migrations = new Program('node_modules/typeorm/cli.js', { DATABASE_URL: urls.migrating }, { args });
    expect((await migrations.exit()).code, migrations.output).toBe(0);

    const service = start(urls.serving);
    const api = new Api(await service.url(), false);
    const username = newName('akun');
    const registration = {
      username,
      email: `${username}@example.test`,
      name: 'Akun',
      password: 'kata-sandi-panjang',
    };
    const { token } = (await api.post('/api/auth/register', registration)).body.data as { token: string };
    const { key } = (await api.post('/api/account/api-keys', { name: 'uji' }, { token })).body.data as {
      key: string;
    };
    expect(await api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
    expect(await api.get('/health/ready')).toAnswer(200);
    service.signal('SIGTERM');
    expect(await service.exit(), service.output).toEqual({ code: 0, signal: null });
    const books = new Program('dist/bundle/books.mjs', { DATABASE_URL: urls.serving });
    expect(await books.exit(), books.output).toEqual({ code: 0, signal: null });
  });
});
