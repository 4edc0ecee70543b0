import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { schema } from '../../../ormconfig.js';
import { auditLedger } from '../../../src/operations/books/audit-ledger.js';
import { moveDatabase } from '../../../src/operations/move/index.js';
import { loadSqlite } from '../../../src/platform/database/index.js';
import { reportStatus } from '../../callbacks/report-status.js';
import { sendBody } from '../../support/factories.js';
import { Program } from '../../support/program.js';
import { startTestService } from '../../support/service.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';
import { adminToken } from '../../support/tokens.js';
import {
  copyOf,
  type Installation,
  installIn,
  LAST_AUDIT_ID,
  newTarget,
  PASSWORD,
  seenBy,
  sendWith,
  type Target,
  textsOf,
} from './installation.js';

const MOVE = 'dist/bundle/move.mjs';

describe.runIf(inject('engine') === 'mysql')('npm run move', { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  let old: Installation;
  const targets: Target[] = [];

  beforeAll(async () => {
    folder = temporaryFolder('move');
    old = await installIn(folder);
  });
  afterAll(async () => {
    for (const target of targets) await target.drop();
    await old.gateway.close();
    folder.remove();
  });

  async function target(options?: Parameters<typeof newTarget>[0]): Promise<Target> {
    const made = await newTarget(options);
    targets.push(made);
    return made;
  }
  /** The end of the program; no output of it has the password. */
  async function run(args: string[], env: Record<string, string>) {
    const program = new Program(MOVE, env, { args });
    const { code, signal } = await program.exit();
    expect(program.output).not.toContain(PASSWORD);
    return { code, signal, output: program.output };
  }

  it('copies every value, and the service goes on there: keys, history, credit, callbacks, ids', async () => {
    const from = copyOf(old);
    const to = await target();
    const before = await textsOf(from);
    const file = join(folder.path, 'address');
    writeFileSync(file, `\uFEFF${to.url}\n`);
    const env = { DATABASE_URL: from.url, MOVE_TO_FILE: file, NODE_ENV: 'test' };
    expect(await run([], { ...env, FAILPOINT: 'move.copied:9' })).toMatchObject({ signal: 'SIGKILL' });
    await expect(startTestService({ databaseUrl: to.url })).rejects.toThrow('is not finished');
    await expect(startTestService({ databaseUrl: from.url })).rejects.toThrow('is not finished');
    const moved = await run([], env);
    expect(moved.code, moved.output).toBe(0);
    expect(moved.output).toContain('The books balance.');
    expect(await textsOf(from, to)).toEqual(before);
    expect(await run([], env)).toMatchObject({ code: 0 });

    const service = await startTestService({ databaseUrl: to.url, gateway: old.gateway });
    try {
      expect(await seenBy(service, old.account)).toEqual(old.seen);
      const again = await sendWith(service, old.account, old.last.body, old.last.key);
      expect(again).toAnswer(200);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(await sendWith(service, old.account, old.last.body, 'lain')).toAnswer(409, 'duplicate');
      await reportStatus(service, old.last.id, 'delivered');
      expect(await sendWith(service, old.account, sendBody(), 'sesudah')).toAnswer(200);
      await adminToken(service);
      const [entry] = await to.query('SELECT MIN(id) AS id FROM audit_entries');
      expect(Number(entry?.['id'])).toBe(LAST_AUDIT_ID + 1);
      expect(await auditLedger(service.database.read.dataSource, service.clock.now())).toEqual([]);
    } finally {
      await service.close();
    }
  });

  it('leaves a file on which no service starts, until --back', async () => {
    const from = copyOf(old);
    const to = await target({ isMigrated: true });
    const env = { DATABASE_URL: from.url, MOVE_TO: to.url };
    expect(await run([], env)).toMatchObject({ code: 0 });
    await expect(startTestService({ databaseUrl: from.url })).rejects.toThrow(
      /was moved to m\w+@127\.0\.0\.1:\d+\/\w+: set DATABASE_URL .* --back/,
    );
    const own = { DATABASE_URL: from.url, NODE_ENV: 'test', DATA_DIR: folder.path };
    const accounts = new Program('dist/bundle/accounts.mjs', own, { args: ['unlock', 'admin'] });
    const doctor = new Program('dist/bundle/doctor.mjs', own);
    for (const program of [accounts, doctor]) {
      expect((await program.exit()).code).toBe(1);
      expect(program.output).toContain('was moved to');
    }
    expect(await run(['--to', `mysql://sandi:${PASSWORD}@127.0.0.1:1/sandi`], env)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/A move to .* has ended/),
    });
    expect(await run(['--back'], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('starts on the file again'),
    });
    const service = await startTestService({ databaseUrl: from.url, gateway: old.gateway });
    expect(await sendWith(service, old.account, sendBody(), 'kembali')).toAnswer(200);
    await service.close();
    // What the file has got since is not there.
    expect(await run([], env)).toMatchObject({
      code: 1,
      output: expect.stringContaining('has accounts already'),
    });
  });

  it('refuses, and says why, before it changes anything', async () => {
    const moving = (from: string, to: string) =>
      moveDatabase({ from, to: { url: to }, schema, now: new Date(), tell: () => undefined });
    const damaged = (sql: string) => {
      const { file, url } = copyOf(old);
      const db = new (loadSqlite())(file);
      db.exec(sql);
      db.close();
      return url;
    };
    const [empty, foreign, newer, reader] = [
      await target(),
      await target(),
      await target(),
      await target({ grant: 'SELECT' }),
    ];
    await foreign.query('CREATE TABLE wp_posts (id INT)');
    await newer.query('CREATE TABLE migrations (id INT, timestamp BIGINT, name VARCHAR(255))');
    await newer.query("INSERT INTO migrations VALUES (1, 1, 'Later9999999999999')");
    const wrong = new URL(empty.url);
    wrong.password = `${PASSWORD}-lain`;
    const from = copyOf(old);
    const cases: [from: string, to: string, why: RegExp][] = [
      [`sqlite:${folder.path}/none.sqlite`, empty.url, /There is no .*none\.sqlite/],
      [damaged("DELETE FROM migrations WHERE name LIKE 'LowRunways%'"), empty.url, /migration:run/],
      [
        damaged("INSERT INTO migrations (timestamp, name) VALUES (1, 'Later')"),
        empty.url,
        /newer release \(Later\)/,
      ],
      [damaged('UPDATE credit_balances SET balance = balance + 1'), empty.url, /SQLite file do not balance/],
      [from.url, foreign.url, /1 tables of something else/],
      [from.url, newer.url, /Later9999999999999/],
      [from.url, reader.url, /may not write there/],
      [from.url, wrong.href, /^The new database cannot be used: .*Access denied/],
      [from.url, `mysql://sandi:${PASSWORD}@127.0.0.1:1/sandi`, /^The new database cannot be used: .*ECONN/],
    ];
    for (const [source, to, why] of cases) {
      const { message } = (await moving(source, to).then(
        () => new Error(`no error, but ${why}`),
        (error: unknown) => error,
      )) as Error;
      expect(message).toMatch(why);
      expect(message).not.toContain(PASSWORD);
    }
    expect(await empty.query('SHOW TABLES')).toEqual([]);
    const service = await startTestService({ databaseUrl: from.url });
    await expect(moving(from.url, empty.url)).rejects.toThrow('is in use by another Sandi process');
    await service.close();
  });

  it('takes one server address, from its arguments or environment', async () => {
    const { url: DATABASE_URL } = copyOf(old);
    const file = join(folder.path, 'not-for-us');
    writeFileSync(file, 'x');
    chmodSync(file, 0o600);
    const cases: [args: string[], env: Record<string, string>, code: number, said: string][] = [
      [[], {}, 2, 'npm run move -- --to'],
      [['--help'], {}, 2, 'MOVE_TO_FILE'],
      [['--to', `mysql://sandi:${PASSWORD}@`], {}, 1, 'The new address'],
      [[], { MOVE_TO: `mysql://sandi:${PASSWORD}@host` }, 1, 'names no database'],
      [[], { MOVE_TO: 'sqlite:other.sqlite' }, 1, 'is a SQLite file'],
      [[], { MOVE_TO_FILE: `/none/${PASSWORD}` }, 1, 'cannot be read (ENOENT)'],
      [['--back'], { DATABASE_URL: `mysql://sandi:${PASSWORD}@127.0.0.1:1/sandi` }, 1, 'is no SQLite file'],
      [['--back'], {}, 0, 'was not moved'],
    ];
    const ends = await Promise.all(cases.map(([args, env]) => run(args, { DATABASE_URL, ...env })));
    for (const [nth, [, , code, said]] of cases.entries())
      expect(ends[nth]).toMatchObject({ code, output: expect.stringContaining(said) });
  });
});
