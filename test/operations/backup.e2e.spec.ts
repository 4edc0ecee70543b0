import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { emptyDatabase, newMysqlDatabase } from '../support/databases.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { Program } from '../support/program.js';
import { startTestService, type TestService } from '../support/service.js';
import { requireProgram } from '../support/services/find-program.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

/** What `docker compose run --rm backup` runs. */
const SCRIPT = fileURLToPath(new URL('../../deploy/mariadb/backup.sh', import.meta.url));
const SENDS = 10;
const PRICE = 200;

// MySQL's server comes with client programs of its own.
const runs = inject('sqlServer') === 'mariadb' && requireProgram('mariadb-client').kind === 'program';

describe.runIf(runs)('deploy/mariadb/backup.sh', () => {
  let folder: TemporaryFolder;
  beforeAll(() => {
    folder = temporaryFolder('backup');
  });
  afterAll(() => folder.remove());

  async function backup(databaseUrl: string, args: string[], env: Record<string, string> = {}) {
    const { hostname, port, username, password, pathname } = new URL(databaseUrl);
    const child = spawn('/bin/sh', [SCRIPT, ...args], {
      env: {
        PATH: process.env['PATH'],
        BACKUP_FOLDER: folder.path,
        DATABASE_HOST: hostname,
        DATABASE_PORT: port,
        DATABASE_NAME: pathname.slice(1),
        DATABASE_USER: username,
        DATABASE_PASSWORD: password,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [status] = (await once(child, 'close')) as [number];
    return { status, stdout, stderr };
  }
  const saved = async (databaseUrl: string) => {
    const { status, stdout, stderr } = await backup(databaseUrl, ['save']);
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };

  describe('restored into an empty database', () => {
    let gateway: Simulator;
    let service: TestService;
    let restored: TestService;
    let restoredUrl: string;
    let account: Account;
    let before: { id: string; body: object; key: string };
    let after: { id: string; body: object; key: string };

    const send = async (test: TestService, body: object, key: string) =>
      test.api.post('/api/otp/send', body, { token: account.key, headers: { 'idempotency-key': key } });
    const sent = async (key: string) => {
      const body = sendBody();
      const answer = await send(service, body, key);
      expect(answer).toAnswer(200);
      return { id: (answer.body.data as { message_id: string }).message_id, body, key };
    };
    const balanceAt = async (test: TestService) => {
      const { body } = await test.api.get('/api/otp/credit', { token: account.key });
      return (body.data as { credit_balance: number }).credit_balance;
    };
    const statusOf = async (test: TestService, id: string) =>
      test.api.get(`/api/otp/messages/${id}`, { token: account.key });

    let balance: number;
    beforeAll(async () => {
      gateway = await startSimulator({ switches: { timeline: 'none' } });
      service = await startTestService({ gateway, databaseUrl: await newMysqlDatabase() });
      account = await createAccount(service, 1_000_000);
      for (let turn = 0; turn < SENDS; turn++) before = await sent(`sebelum-${turn}`);
      balance = await balanceAt(service);
      const file = await saved(service.config.DATABASE_URL);
      after = await sent('sesudah');
      await service.close();

      restoredUrl = (await emptyDatabase(folder.path)).url;
      const { status, stderr } = await backup(restoredUrl, ['restore', file]);
      expect(status, stderr).toBe(0);
      restored = await startTestService({ gateway, databaseUrl: restoredUrl });
    });
    afterAll(async () => {
      await restored.close();
      await gateway.close();
      await dropDatabase(restoredUrl);
      await dropDatabase(service.config.DATABASE_URL);
    });

    it('has every account, message and rupiah of the moment of the backup, and books that balance', async () => {
      expect(await balanceAt(restored)).toBe(balance);
      expect(await statusOf(restored, before.id)).toAnswer(200);
      const answer = await send(restored, before.body, before.key);
      expect(answer).toAnswer(200);
      expect((answer.body.data as { message_id: string }).message_id).toEqual(before.id);
      expect(await balanceAt(restored)).toBe(balance);
      const books = new Program('dist/bundle/books.mjs', { DATABASE_URL: restoredUrl });
      expect(await books.exit(), books.output).toEqual({ code: 0, signal: null });
    });

    it('knows nothing of what was sent after it: no message, no charge, a late callback for nobody', async () => {
      expect(await statusOf(restored, after.id)).toAnswer(404);
      const [secret = ''] = restored.config.webhookSecrets;
      const event = statusEvent('gw-of-a-lost-message', 'delivered');
      const callback = signedCallback(event, secret, restored.clock.now());
      expect(await restored.api.post('/api/webhook/gateway', undefined, callback)).toAnswer(200);
      expect(await balanceAt(restored)).toBe(balance);
    });

    it('sends and charges once more what was sent after it, when the caller repeats it', async () => {
      const earlier = gateway.requests.accepted;
      expect(await send(restored, after.body, after.key)).toAnswer(200);
      expect(gateway.requests.accepted).toBe(earlier + 1);
      expect(await balanceAt(restored)).toBe(balance - PRICE);
      const books = new Program('dist/bundle/books.mjs', { DATABASE_URL: restoredUrl });
      expect(await books.exit(), books.output).toEqual({ code: 0, signal: null });
    });
  });

  it('while sends go on is of one moment: its books balance', async () => {
    const service = await startTestService({ databaseUrl: await newMysqlDatabase() });
    const account = await createAccount(service, 1_000_000);
    let going = true;
    let sent = 0;
    const sender = async () => {
      for (; going; sent++) await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    };
    const senders = [sender(), sender(), sender()];
    const files: string[] = [];
    for (let turn = 0; turn < 3; turn++) files.push(await saved(service.config.DATABASE_URL));
    going = false;
    await Promise.all(senders);
    expect(sent).toBeGreaterThan(files.length);
    await service.close();
    await dropDatabase(service.config.DATABASE_URL);
    const database = await emptyDatabase(folder.path);
    for (const file of files) {
      const { status, stderr } = await backup(database.url, ['restore', '--replace', file]);
      expect(status, stderr).toBe(0);
      const books = new Program('dist/bundle/books.mjs', { DATABASE_URL: database.url });
      expect(await books.exit(), books.output).toEqual({ code: 0, signal: null });
    }
    await database.drop();
  });

  describe('keeps', () => {
    let url: string;
    beforeAll(async () => {
      url = await newMysqlDatabase();
    });
    afterAll(() => dropDatabase(url));

    it('copies for their owner only, and as many of the newest as are asked for', async () => {
      const own = join(folder.path, 'kept');
      mkdirSync(own);
      const made: string[] = [];
      for (let turn = 0; turn < 4; turn++) {
        const { stdout } = await backup(url, ['save'], { BACKUP_FOLDER: own, BACKUP_KEEP: '2' });
        made.push(stdout.trim());
      }
      expect(readdirSync(own).map((name) => join(own, name))).toEqual(made.slice(2));
      expect(statSync(made[3] ?? '').mode & 0o777).toBe(0o600);
    });

    it('nothing of a copy that failed', async () => {
      const own = join(folder.path, 'failed');
      mkdirSync(own);
      const { status, stderr } = await backup(url, ['save'], { BACKUP_FOLDER: own, DATABASE_NAME: 'none' });
      expect(status).not.toBe(0);
      expect(stderr).toContain('nothing was saved');
      expect(readdirSync(own)).toEqual([]);
    });

    it('what is there, from a user who cannot see whether another one uses it', async () => {
      const file = await saved(url);
      const target = await emptyDatabase(folder.path);
      const name = new URL(target.url).pathname.slice(1);
      const limited = { DATABASE_USER: `u${name.slice(-20)}`, DATABASE_PASSWORD: 'kata-sandi-uji' };
      const account = `'${limited.DATABASE_USER}'@'%'`;
      const root = await createConnection({ uri: url });
      await root.query(`CREATE USER ${account} IDENTIFIED BY '${limited.DATABASE_PASSWORD}'`);
      await root.query(`GRANT ALL ON \`${name}\`.* TO ${account}`);
      // The service, by a user of its own.
      const service = await createConnection({ uri: target.url });
      expect(await backup(target.url, ['restore', file], limited)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/cannot see .*GRANT PROCESS ON \*[.]\* .*--stopped/),
      });
      await root.query(`GRANT PROCESS ON *.* TO ${account}`);
      expect(await backup(target.url, ['restore', '--stopped', file], limited)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('stop the service first'),
      });
      await service.end();
      await root.query(`REVOKE PROCESS ON *.* FROM ${account}`);
      const restored = await backup(target.url, ['restore', '--stopped', file], limited);
      expect(restored.status, restored.stderr).toBe(0);
      await root.query(`DROP USER ${account}`);
      await root.end();
      await target.drop();
    });

    it('what is there: from a damaged copy, from tables, from a service that runs', async () => {
      const file = await saved(url);
      expect(await backup(url, ['restore', file])).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/holds \d+ tables/),
      });
      const connection = await createConnection({ uri: url });
      expect(await backup(url, ['restore', '--replace', file])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('stop the service first'),
      });
      await connection.end();
      truncateSync(file, statSync(file).size - 20);
      expect(await backup(url, ['restore', '--replace', file])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is not whole'),
      });
    });
  });
});
