import { once } from 'node:events';
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { schema } from '../../ormconfig.js';
import { BuiltService } from '../support/built-service.js';
import { emptyDatabase } from '../support/databases.js';
import { quietPort } from '../support/services/quiet-port.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

const isSqlite = inject('engine') === 'sqlite';
/** Whichever database there is, it does the same. */
const itOnce = it.runIf(isSqlite);

let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };

beforeEach(async () => {
  folder = temporaryFolder('boot');
  database = await emptyDatabase(folder.path);
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

const start = (env: Record<string, string> = {}, file?: string) =>
  new BuiltService({ DATA_DIR: folder.path, DATABASE_URL: database.url, ...env }, file);
/** As an operator starts it. */
const AS_BUILT = 'dist/src/main.js';

/** Boots what must not boot; returns the one line it says. */
async function failure(env: Record<string, string>): Promise<string> {
  const service = start({ LOG_LEVEL: 'warn', ...env });
  expect(await service.exit()).toEqual({ code: 1, signal: null });
  return service.output;
}

describe('the boot', () => {
  it('says once where it listens', async () => {
    const service = start({}, AS_BUILT);
    await service.url();
    expect(service.output.match(/listening/gi)).toHaveLength(1);
  });

  itOnce('without any device says so in one line, and with one does not', async () => {
    const service = start();
    await service.url();
    await service.says(/"msg":"(no device yet)/);
    expect(service.output.match(/no device yet/g)).toHaveLength(1);
    service.signal('SIGTERM');
    await service.exit();
    const again = start({ GATEWAY_URL: 'http://127.0.0.1:9', GATEWAY_TOKEN: 'token' });
    await again.url();
    again.signal('SIGTERM');
    await again.exit();
    expect(again.output).not.toContain('no device yet');
  });

  itOnce(
    'after a failed one still shows the password, and replaces a demo.json that was cut off',
    async () => {
      const file = join(folder.path, 'demo.json');
      mkdirSync(file);
      const failed = start({ DEMO: '1', ADMIN_PASSWORD: '' });
      expect(await failed.exit()).toEqual({ code: 1, signal: null });
      expect(failed.output).toContain('Administrator: admin / ');
      rmdirSync(file);
      writeFileSync(file, '');
      const service = start({ DEMO: '1' });
      await service.says(/(Demo account: demo)/);
      service.signal('SIGTERM');
      await service.exit();
      expect(service.output).not.toContain('Administrator: ');
    },
  );

  itOnce('with a mistaken name among its variables says which was meant', async () => {
    expect(await failure({ PROT: '3000' })).toContain(
      '- PROT is not a variable of Sandi: did you mean PORT?',
    );
  });

  it('takes its secrets from files, and so does the check of its books', async () => {
    const file = (name: string, content: string) => {
      writeFileSync(join(folder.path, name), `${content}\n`);
      return join(folder.path, name);
    };
    const service = start({
      DATABASE_URL: '',
      DATABASE_URL_FILE: file('database-url', database.url),
      METRICS_TOKEN_FILE: file('metrics-token', 'metrics-token-of-a-file'),
      BOOKS_SECONDS: '1',
    });
    const url = await service.url();
    const headers = { authorization: 'Bearer metrics-token-of-a-file' };
    await expect(await fetch(`${url}/metrics`)).toAnswer(401);
    await vi.waitFor(
      async () => {
        const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
        expect(metrics).toMatch(/^sandi_books_checked_timestamp_seconds [1-9]/m);
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  itOnce('that finds its port taken names PORT, and still shows the password it made', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const said = await failure({ PORT: String(port), ADMIN_PASSWORD: '' });
    expect(said).toMatch(/^Administrator: admin \/ \S+ \(shown once\)\nPORT is in use .+\n$/);
  });

  itOnce('that would make an administrator with a common password names ADMIN_PASSWORD', async () => {
    const said = await failure({ ADMIN_PASSWORD: 'Password123' });
    expect(said).toMatch(/ADMIN_PASSWORD is one of the most common passwords.+\n$/);
    expect(said).not.toContain('Password123');
  });

  itOnce('that may not listen on its address names HOST', async () => {
    expect(await failure({ HOST: '192.0.2.1' })).toMatch(/\nHOST is not an address of this machine.+\n$/);
  });

  itOnce('that cannot reach its database names it without the password', async () => {
    const port = await quietPort();
    const said = await failure({ DATABASE_URL: `mysql://sandi:r4hasia@127.0.0.1:${port}/otp` });
    expect(said).toMatch(/^DATABASE_URL cannot be used: sandi@127\.0\.0\.1:\d+\/otp: .+ECONNREFUSED.+\n$/);
    expect(said).not.toContain('r4hasia');
  });

  itOnce('of production without its secrets names each of them', async () => {
    const said = await failure({
      NODE_ENV: 'production',
      JWT_SECRET: '',
      DATA_KEY: '',
      GATEWAY_WEBHOOK_SECRET: '',
    });
    for (const name of ['JWT_SECRET', 'DATA_KEY', 'GATEWAY_WEBHOOK_SECRET'])
      expect(said).toContain(`- ${name} is required in production`);
  });
});

describe.skipIf(!isSqlite)('on SQLite', () => {
  it('a second process is refused, and the first goes on', async () => {
    const url = await start().url();
    const said = await failure({});
    expect(said).toMatch(/^\S+\.sqlite is in use by another Sandi process\..+ stop the other one, .+\n$/);
    await expect(await fetch(`${url}/health/ready`)).toAnswer(200);
  });

  it('a file that cannot be opened is named', async () => {
    writeFileSync(join(folder.path, 'occupied'), '');
    const file = join(folder.path, 'occupied', 'sandi.sqlite');
    const said = await failure({ DATABASE_URL: `sqlite:${file}` });
    expect(said.startsWith(`DATABASE_URL cannot be used: ${file}: `)).toBe(true);
  });
});

describe.skipIf(isSqlite)('on MySQL', () => {
  it('two instances that start at once both come up, on migrations that ran once and one administrator', async () => {
    const services = [start({}, AS_BUILT), start({}, AS_BUILT)];
    const urls = await Promise.all(services.map((service) => service.url()));
    for (const url of urls) await expect(await fetch(`${url}/health/ready`)).toAnswer(200);
    const connection = await createConnection(database.url);
    const [applied] = await connection.query<RowDataPacket[]>('SELECT name FROM migrations ORDER BY id');
    const [admins] = await connection.query<RowDataPacket[]>('SELECT id FROM users WHERE role_id = 1');
    await connection.end();
    expect(applied.map(({ name }) => name as string)).toEqual(schema.migrations.map(({ name }) => name));
    expect(admins).toHaveLength(1);
  });
});
