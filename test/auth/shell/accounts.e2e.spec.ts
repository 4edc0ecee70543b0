import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Answer, Api } from '../../support/api.js';
import { BuiltService } from '../../support/built-service.js';
import { emptyDatabase, newDatabase } from '../../support/databases.js';
import { Program } from '../../support/program.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';

const isSqlite = inject('engine') === 'sqlite';
/** Whichever database there is, it does the same. */
const itOnce = it.runIf(isSqlite);

const PASSWORD = 'sandi-rahasia-budi';
/** Each starts the service and programs beside it, on a machine that may be busy. */
const TIMEOUT_MS = 90_000;

let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };
let env: Record<string, string>;

beforeEach(async () => {
  folder = temporaryFolder('accounts');
  database = await newDatabase(folder.path);
  env = {
    NODE_ENV: 'test',
    JWT_SECRET: 'test-jwt-secret-test-jwt-secret-test',
    DATA_KEY: 'test-data-key-test-data-key-test-data',
    GATEWAY_WEBHOOK_SECRET: 'test-webhook-secret-0001',
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    AUTH_RATE_PER_MINUTE: '1000',
    LOGIN_ATTEMPTS_MAX: '2',
    PASSWORD_MIN: '12',
  };
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

/** The service, once it takes requests; it ends with the test. */
async function start(): Promise<{ api: Api; stop: () => Promise<void> }> {
  const service = new BuiltService({ ...env, ADMIN_PASSWORD: 'admin-password' });
  const stop = async () => {
    service.signal('SIGTERM');
    await service.exit();
  };
  onTestFinished(stop);
  return { api: new Api(await service.url(), false), stop };
}

/** `sandi accounts …`, as the operator types it. */
async function accounts(...args: string[]) {
  const program = new Program('dist/bundle/accounts.mjs', env, { args });
  const { code } = await program.exit();
  return { code, output: program.output };
}

const login = (api: Api, username: string, password: string) =>
  api.post('/api/auth/login', { username, password });
const tokenOf = (answer: Answer): string => {
  expect(answer.status).toBe(200);
  return (answer.body.data as { token: string }).token;
};

async function register(api: Api): Promise<string> {
  const body = { username: 'budi', email: 'budi@example.test', password: PASSWORD, name: 'Budi' };
  const answer = await api.post('/api/auth/register', body);
  expect(answer.status).toBe(201);
  return (answer.body.data as { token: string }).token;
}

interface Line {
  action: string;
  by?: string;
  actor_kind?: string;
  actor_id?: number | null;
  detail: { os_user?: string } | null;
}

const itemsOf = (answer: Answer) => (answer.body.data as { items: Line[] }).items;

describe('sandi accounts, beside the running service,', { timeout: TIMEOUT_MS }, () => {
  it('unlocks an account that wrong passwords have closed', async () => {
    const { api } = await start();
    const token = await register(api);
    for (let nth = 0; nth < 2; nth++) await login(api, 'budi', 'sandi-salah');
    expect((await login(api, 'budi', PASSWORD)).body.code).toBe('rate_limited');
    const { code, output } = await accounts('unlock', 'BUDI@example.test');
    expect([code, output]).toEqual([
      0,
      'Wrong passwords of budi (id 2) are forgotten: it can log in from anywhere.\n',
    ]);
    expect((await login(api, 'budi', PASSWORD)).status).toBe(200);
    const lines = itemsOf(await api.get('/api/account/security-log', { token }));
    expect(lines.find(({ action }) => action === 'user.unlock')?.by).toBe('operator');
  });

  it('resets a password: a new one, shown once, and neither the old one nor a session goes on', async () => {
    const { api } = await start();
    const token = await register(api);
    const { code, output } = await accounts('reset-password', 'budi');
    expect(code).toBe(0);
    const fresh = /^New password of budi \(id 2\), shown this once: (\w{16,})\n/.exec(output)?.[1] ?? '';
    expect((await api.get('/api/auth/me', { token })).body.code).toBe('token_invalid');
    expect((await login(api, 'budi', PASSWORD)).body.code).toBe('credentials_invalid');
    const again = tokenOf(await login(api, 'budi', fresh));
    const log = await api.get('/api/account/security-log', { token: again });
    expect(itemsOf(log).map(({ action }) => action)).toContain('user.reset_password');
    expect(log.text).not.toContain(fresh);
  });

  it('makes an administrator, which is noted with the name that the operator has there', async () => {
    const { api } = await start();
    const token = await register(api);
    expect((await accounts('make-admin', 'budi')).code).toBe(0);
    expect((await api.get('/api/auth/me', { token })).body.code).toBe('token_invalid');
    const admin = tokenOf(await login(api, 'budi', PASSWORD));
    const [line] = itemsOf(await api.get('/api/admin/audit?action=user.role', { token: admin }));
    expect(line).toMatchObject({ actor_kind: 'shell', actor_id: null, detail: { role_id: 1 } });
    expect(line?.detail?.os_user).toBeTruthy();
    const again = await accounts('make-admin', 'budi');
    expect([again.code, again.output]).toEqual([0, 'budi (id 2) is an administrator already.\n']);
    expect((await api.get('/api/auth/me', { token: admin })).status).toBe(200);
  });

  it('takes a second factor away, and the password alone is asked for again', async () => {
    const { api } = await start();
    const token = await register(api);
    const { secret } = (await api.post('/api/auth/second-factor', undefined, { token })).body.data as {
      secret: string;
    };
    const proof = { code: new TOTP({ secret }).generate(), current_password: PASSWORD };
    expect((await api.post('/api/auth/second-factor/confirm', proof, { token })).status).toBe(200);
    expect((await login(api, 'budi', PASSWORD)).body.code).toBe('second_factor_required');
    const { code, output } = await accounts('remove-second-factor', 'budi');
    expect([code, output]).toEqual([
      0,
      'budi (id 2) logs in by password alone. All its sessions have ended.\n',
    ]);
    expect((await api.get('/api/auth/me', { token })).body.code).toBe('token_invalid');
    const again = tokenOf(await login(api, 'budi', PASSWORD));
    const lines = itemsOf(await api.get('/api/account/security-log', { token: again }));
    expect(lines.find(({ action }) => action === 'user.remove_second_factor')?.by).toBe('operator');
    expect((await accounts('remove-second-factor', 'budi')).output).toBe(
      'budi (id 2) has no second factor.\n',
    );
  });

  it('loses nothing of what the service writes meanwhile', async () => {
    const { api } = await start();
    const token = await register(api);
    const makes = Array.from({ length: 40 }, (_, nth) =>
      api.post('/api/account/api-keys', { name: `k${nth}` }, { token }),
    );
    const runs = [accounts('unlock', 'budi'), accounts('unlock', 'budi')];
    expect(new Set((await Promise.all(makes)).map(({ status }) => status))).toEqual(new Set([201]));
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0]);
    const keys = await api.get('/api/account/api-keys', { token });
    expect((keys.body.data as unknown[]).length).toBe(40);
    const books = new Program('dist/bundle/books.mjs', env);
    expect((await books.exit()).code).toBe(0);
  });
});

describe('sandi accounts', { timeout: TIMEOUT_MS }, () => {
  itOnce('works while the service is stopped', async () => {
    const { api, stop } = await start();
    await register(api);
    await stop();
    expect((await accounts('make-admin', 'budi')).code).toBe(0);
  });

  itOnce('says in one line that nobody has the name', async () => {
    for (const what of ['unlock', 'reset-password', 'make-admin', 'remove-second-factor']) {
      const { code, output } = await accounts(what, 'siti');
      expect([code, output]).toEqual([1, 'There is no account with the username or email siti.\n']);
    }
  });

  it('makes no database of its own', async () => {
    const empty = await emptyDatabase(folder.path);
    onTestFinished(() => empty.drop());
    env['DATABASE_URL'] = empty.url;
    const { code, output } = await accounts('unlock', 'budi');
    expect(code).toBe(1);
    expect(output).toMatch(isSqlite ? /^There is no .+\n$/ : /^The database is not of this version.+\n$/);
  });

  itOnce('says how it wants to be asked', async () => {
    for (const args of [
      [],
      ['unlock'],
      ['unlock', 'a', 'b'],
      ['delete', 'budi'],
      ['--force', 'unlock', 'a'],
    ]) {
      const { code, output } = await accounts(...args);
      expect(code).toBe(2);
      expect(output).toMatch(/^npm run accounts/);
    }
  });
});
