import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { auditLedger } from '../../../src/operations/books/audit-ledger.js';
import { reportStatus } from '../../callbacks/report-status.js';
import { read } from '../../repository/tables.js';
import { sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { requireProgram } from '../../support/services/find-program.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';
import { sectionOf } from '../../support/snippets.js';
import { adminToken } from '../../support/tokens.js';
import { type Installation, installIn, newTarget, seenBy, sendWith, type Target } from './installation.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);
const runs = inject('sqlServer') === 'mariadb' && requireProgram('mariadb-client').kind === 'program';

/** The commands of a section, block by block. */
const commandsOf = (heading: string) =>
  [...sectionOf(read('docs/moving.md'), heading).matchAll(/\n```sh\n([^]*?)```\n/g)].map(
    ([, block = '']) => block,
  );

/** As far as one machine allows: the databases are two, DNS and gateways are left out. */
describe.runIf(runs)('the commands of docs/moving.md', { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  let old: Installation;
  let server: Target;
  let newServer: Target;
  beforeAll(async () => {
    folder = temporaryFolder('moving');
    old = await installIn(folder);
    [server, newServer] = [await newTarget(), await newTarget()];
  });
  afterAll(async () => {
    await old.gateway.close();
    await server.drop();
    await newServer.drop();
    folder.remove();
  });

  const shell = (commands: string, env: Record<string, string>) =>
    run('/bin/sh', ['-ec', commands], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    });
  function variablesOf({ adminUrl }: Target): Record<string, string> {
    const { hostname, port, username, password, pathname } = new URL(adminUrl);
    return {
      DATABASE_URL: adminUrl,
      DATABASE_HOST: hostname,
      DATABASE_PORT: port,
      DATABASE_NAME: pathname.slice(1),
      DATABASE_USER: username,
      DATABASE_PASSWORD: password,
      BACKUP_FOLDER: folder.path,
    };
  }
  async function callbackUrl(service: TestService): Promise<string> {
    const devices = await service.api.get('/api/admin/devices', { token: await adminToken(service) });
    return (devices.body.data as { items: { callback_url: string }[] }).items[0]?.callback_url ?? '';
  }

  it('bring a SQLite installation to MariaDB and that to a new server, with credit, history and callbacks', async () => {
    const [move = '', ...others] = commandsOf('## From SQLite to MySQL or MariaDB');
    expect(others).toEqual([]);
    const address = 'mysql://sandi:kata-sandi@127.0.0.1:3306/sandi';
    expect(move).toContain(address);
    const own = move.replace(address, server.url).replaceAll('move-to', join(folder.path, 'move-to'));
    const { stdout } = await shell(own, { DATABASE_URL: old.url });
    expect(stdout).toContain('The books balance.');

    const moved = await startTestService({ databaseUrl: server.url, gateway: old.gateway });
    expect(await seenBy(moved, old.account)).toEqual(old.seen);
    expect(await sendWith(moved, old.account, sendBody(), 'di-mariadb')).toAnswer(200);
    const seen = await seenBy(moved, old.account);
    const address1 = await callbackUrl(moved);
    await moved.close();

    const [save = '', restore = ''] = commandsOf('## To a new server');
    expect((await shell(save, variablesOf(server))).stdout).toContain('The books balance');
    expect((await shell(restore, variablesOf(newServer))).stdout).toContain('The books balance');

    const env = { PUBLIC_URL: 'https://baru.example.test' };
    const service = await startTestService({ databaseUrl: newServer.url, gateway: old.gateway, env });
    try {
      expect(await seenBy(service, old.account)).toEqual(seen);
      expect(await callbackUrl(service)).toBe(
        address1.replace(new URL(address1).origin, 'https://baru.example.test'),
      );
      await reportStatus(service, old.last.id, 'delivered');
      expect(await sendWith(service, old.account, sendBody(), 'di-server-baru')).toAnswer(200);
      expect(await auditLedger(service.database.read.dataSource, service.clock.now())).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
