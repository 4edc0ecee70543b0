import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databaseServer } from '../../../src/config/index.js';
import { connectionOptions } from '../../../src/platform/database/index.js';
import { startTestApp } from '../../support/app.js';
import { Program } from '../../support/program.js';
import { type Authority, makeAuthority } from '../../support/services/certificates.js';
import type { Service } from '../../support/services/launch.js';
import { createDatabase, startMariaDb } from '../../support/services/mariadb.js';
import { hasSqlServer } from '../../support/services/sql-server.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';

const BACKUP = fileURLToPath(new URL('../../../deploy/mariadb/backup.sh', import.meta.url));

/** The server’s certificate is for 127.0.0.1, another’s for localhost alone. */
describe.runIf(hasSqlServer() && inject('sqlServer') === 'mariadb')('TLS to the database', () => {
  let folder: TemporaryFolder;
  let authority: Authority;
  let other: Authority;
  let byAddress: Service;
  let byName: Service;
  const start = ({ cert, key }: { cert: string; key: string }) =>
    startMariaDb({ options: [`--ssl-ca=${authority.file}`, `--ssl-cert=${cert}`, `--ssl-key=${key}`] });
  beforeAll(async () => {
    folder = temporaryFolder('tls');
    authority = makeAuthority(folder.path);
    other = makeAuthority(folder.path, 'other');
    byAddress = await start(authority.sign('address', 'IP:127.0.0.1'));
    byName = await start(authority.sign('name', 'DNS:localhost'));
  });
  afterAll(async () => {
    await byAddress?.stop();
    await byName?.stop();
    folder?.remove();
  });

  /** The cipher of a connection as the variables ask for it; empty in plain text. */
  async function cipherOf(server: Service, query: string, caFile = '', host = '127.0.0.1'): Promise<string> {
    const url = new URL(`${server.url.replace('127.0.0.1', host)}/mysql`);
    const env = { DATABASE_URL: `${url.href}${query}`, DATABASE_CA_FILE: caFile };
    const options = await connectionOptions(databaseServer(env), { entities: [], migrations: [] });
    const source = await new DataSource(options).initialize();
    try {
      const rows = await source.query<{ Value: string }[]>("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
      return rows[0]?.Value ?? '';
    } finally {
      await source.destroy();
    }
  }

  it('is used where it is asked for, and proves the server by the authority and its name', async () => {
    const ca = authority.file;
    for (const query of [
      '',
      '?ssl=true',
      '?ssl-mode=VERIFY_IDENTITY',
      '?ssl-mode=REQUIRED',
      '?ssl-mode=VERIFY_CA',
    ])
      expect(await cipherOf(byAddress, query, ca), query).toMatch(/^TLS_/);
    expect(await cipherOf(byName, '?ssl-mode=VERIFY_CA', ca)).toMatch(/^TLS_/);
    expect(await cipherOf(byName, '?ssl-mode=REQUIRED')).toMatch(/^TLS_/);
    expect(await cipherOf(byName, '')).toBe('');
    expect(await cipherOf(byName, '?ssl-mode=DISABLED')).toBe('');
  });

  it('is refused to a server whose name or authority is another', async () => {
    const ofIt = cipherOf;
    for (const query of ['', '?ssl=1', '?ssl-mode=VERIFY_IDENTITY', '?ssl-mode=REQUIRED'])
      await expect(ofIt(byName, query, authority.file), query).rejects.toThrow(/IP: 127\.0\.0\.1 is not/);
    for (const query of ['', '?ssl-mode=VERIFY_CA'])
      await expect(ofIt(byAddress, query, other.file), query).rejects.toThrow(/certificate/);
    // Without a file, the authorities that Node knows.
    for (const query of ['?ssl=true', '?ssl-mode=VERIFY_CA', '?ssl-mode=VERIFY_IDENTITY'])
      await expect(ofIt(byAddress, query), query).rejects.toThrow(/certificate/);
  });

  it('carries the whole service, the check of its books and the doctor', async () => {
    const databaseUrl = await createDatabase(byAddress.url);
    const env = { DATABASE_CA_FILE: authority.file };
    const test = await startTestApp({ databaseUrl, env });
    try {
      // A connection of each kind.
      const status = { sql: "SHOW SESSION STATUS LIKE 'Ssl_cipher'", values: [] };
      const rows = await Promise.all([
        test.database.read.query<{ Value: string }[]>(status.sql),
        test.database.query(status) as Promise<{ Value: string }[]>,
      ]);
      for (const [row] of rows) expect(row?.Value).toMatch(/^TLS_/);
      const shared = { ...env, NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: folder.path };
      const books = new Program('dist/src/operations/books/main.js', shared);
      expect(await books.exit(), books.output).toMatchObject({ code: 0 });
      const wrong = { ...shared, DATABASE_CA_FILE: other.file };
      const doctor = new Program('dist/src/doctor.js', wrong);
      await doctor.exit();
      expect(doctor.output).toMatch(/^✗ database .+certificate/m);
    } finally {
      await test.close();
    }
  });

  it('carries backups, and proves their server', async () => {
    const save = (variables: Record<string, string>, server = byAddress) => {
      const { hostname, port, username, password } = new URL(server.url);
      return promisify(execFile)('/bin/sh', [BACKUP, 'save'], {
        env: {
          PATH: process.env['PATH'],
          BACKUP_FOLDER: folder.path,
          DATABASE_HOST: hostname,
          DATABASE_PORT: port,
          DATABASE_NAME: 'mysql',
          DATABASE_USER: username,
          DATABASE_PASSWORD: decodeURIComponent(password),
          ...variables,
        },
      });
    };
    const verified = { DATABASE_CA_FILE: authority.file };
    expect((await save(verified)).stdout).toMatch(/sandi-.*[.]sql[.]gz/);
    expect((await save({ DATABASE_SSL_MODE: 'REQUIRED' }, byName)).stdout).toMatch(/[.]sql[.]gz/);
    await expect(save(verified, byName)).rejects.toThrow(/SSL|certificate/i);
    await expect(save({ DATABASE_CA_FILE: other.file })).rejects.toThrow(/certificate/i);
    await expect(save({ DATABASE_SSL_MODE: 'VERIFY_CA' })).rejects.toThrow(/must be REQUIRED or/);
  });

  it('is not needed on a socket of the machine', async () => {
    const { username, password } = new URL(byName.url);
    const socket = join(byName.folder, 'server.sock');
    // The user is one of 127.0.0.1: the server knows a socket as localhost, and says so.
    const url = `mysql://${username}:${password}@localhost/mysql?socketPath=${socket}`;
    const options = await connectionOptions({ url }, { entities: [], migrations: [] });
    await expect(new DataSource(options).initialize()).rejects.toThrow(/'sandi'@'localhost'/);
  });
});
