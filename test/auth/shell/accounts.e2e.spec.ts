import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { DevicePair } from '../../../src/gateway/device.entities.js';
import { Fingerprints } from '../../../src/otp/index.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { Phone } from '../../../src/platform/text/phone.rules.js';
import { PrivacyRequest } from '../../../src/privacy/records/index.js';
import { Member } from '../../../src/users/index.js';
import type { Answer } from '../../support/api.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { emptyDatabase, newDatabase } from '../../support/databases.js';
import { Program } from '../../support/program.js';
import { temporaryFolder } from '../../support/services/temporary-folder.js';
import { RunningClock } from '../../support/test-clock.js';
import { login, type Person, register, sessionOf, standing } from '../people.js';
import { challengeOf, enrolled } from '../second-factor/authenticator.js';

const isSqlite = inject('engine') === 'sqlite';
/** Whichever database there is, it does the same. */
const itOnce = it.runIf(isSqlite);

/** Each starts programs beside the service, on a machine that may be busy. */
const TIMEOUT_MS = 90_000;

const LIMITS = { LOGIN_ATTEMPTS_MAX: '2', PASSWORD_MIN: '12' };

let service: TestApp;
beforeAll(async () => {
  // The time of the programs beside it.
  service = await startTestApp({ env: LIMITS, clock: new RunningClock() });
});
afterAll(() => service.close());

/** `sandi accounts …`, as the operator types it. */
async function accounts(args: string[], databaseUrl = service.config.DATABASE_URL, input?: string) {
  const program = new Program('dist/bundle/accounts.mjs', envOf(databaseUrl), { args, input });
  const { code } = await program.exit();
  return { code, output: program.output };
}

/** The service's own, which the operator has at the shell. */
function envOf(databaseUrl: string): Record<string, string> {
  const { NODE_ENV, DATA_DIR, JWT_SECRET, DATA_KEY } = service.config;
  return { ...LIMITS, NODE_ENV, DATA_DIR, JWT_SECRET, DATA_KEY, DATABASE_URL: databaseUrl };
}

interface Line {
  action: string;
  by?: string;
  actor_kind?: string;
  actor_id?: number | null;
  detail: { os_user?: string } | null;
}

const itemsOf = (answer: Answer) => (answer.body.data as { items: Line[] }).items;
const securityLog = (token: string) => service.api.get('/api/account/security-log', { token });
/** As what the programs say names them. */
const nameOf = ({ username, user }: Person) => `${username} (id ${user.id})`;

describe('sandi accounts, beside the running service,', { timeout: TIMEOUT_MS }, () => {
  it('unlocks an account that wrong passwords have closed', async () => {
    const person = await register(service);
    const { username, email, password, token } = person;
    for (let nth = 0; nth < 2; nth++) await login(service, username, 'sandi-salah');
    expect((await login(service, username, password)).body.code).toBe('rate_limited');
    const { code, output } = await accounts(['unlock', email.toUpperCase()]);
    expect([code, output]).toEqual([
      0,
      `Wrong passwords of ${nameOf(person)} are forgotten: it can log in from anywhere.\n`,
    ]);
    expect(await login(service, username, password)).toAnswer(200);
    const lines = itemsOf(await securityLog(token));
    expect(lines.find(({ action }) => action === 'user.unlock')?.by).toBe('operator');
  });

  it('resets a password: a new one, shown once, and neither the old one nor a session goes on', async () => {
    const person = await register(service);
    const { username, password, token } = person;
    const { code, output } = await accounts(['reset-password', username]);
    expect(code).toBe(0);
    const said = `New password of ${nameOf(person)}, shown this once: `;
    expect(output.slice(0, said.length)).toBe(said);
    const fresh = /^(\w{16,})\n/.exec(output.slice(said.length))?.[1] ?? '';
    expect(await standing(service, token)).toBe('token_invalid');
    expect((await login(service, username, password)).body.code).toBe('credentials_invalid');
    const log = await securityLog(sessionOf(await login(service, username, fresh)).token);
    expect(itemsOf(log).map(({ action }) => action)).toContain('user.reset_password');
    expect(log.text).not.toContain(fresh);
  });

  it('erases a phone from standard input, which no argument may name', async () => {
    const phone = '0812 3456-7890';
    const [recipientIndex] = service.app.get(Fingerprints).recipient(Phone.parse(phone) as Phone);
    const { config, database } = service;
    await database.tx((tx) =>
      tx.insert(DevicePair, { recipientIndex, deviceId: 1, expiresAt: new Date('2099-01-01') }),
    );
    const erase = (input: string, ...args: string[]) =>
      accounts(['erase-phone', ...args], config.DATABASE_URL, input);
    const { code, output } = await erase(`${phone}\n`);
    const end = isSqlite ? /^Request \d+: the service finishes it/ : /^Request \d+: the phone is erased/;
    expect([code, output]).toEqual([0, expect.stringMatching(end)]);
    expect(await database.read.findBy(DevicePair, { recipientIndex })).toEqual([]);
    await service.app.get(Sweepers).runOnce('erasures');
    expect(await database.read.findOneByOrFail(PrivacyRequest, { kind: 'erasure' })).toMatchObject({
      status: 'completed',
    });
    expect((await erase('0215551234')).code).toBe(1);
    expect((await erase('', phone)).code).toBe(2);
  });

  it('makes an administrator, which is noted with the name that the operator has there', async () => {
    const person = await register(service);
    const { username, password, token, user } = person;
    expect((await accounts(['make-admin', username])).code).toBe(0);
    expect(await standing(service, token)).toBe('token_invalid');
    const admin = sessionOf(await login(service, username, password)).token;
    const path = `/api/admin/audit?action=user.role&target=user:${user.id}`;
    const [line] = itemsOf(await service.api.get(path, { token: admin }));
    expect(line).toMatchObject({ actor_kind: 'shell', actor_id: null, detail: { role_id: 1 } });
    expect(line?.detail?.os_user).toBeTruthy();
    const again = await accounts(['make-admin', username]);
    expect([again.code, again.output]).toEqual([0, `${nameOf(person)} is an administrator already.\n`]);
    expect(await standing(service, admin)).toBe('ok');
  });

  it('makes no administrator of a member of another account, whom no administrator could demote', async () => {
    const [person, owner] = [await register(service), await register(service)];
    const { username, token, user } = person;
    await service.database.tx((tx) => tx.update(Member, { userId: user.id }, { accountId: owner.user.id }));
    const { code, output } = await accounts(['make-admin', username]);
    expect([code, output]).toEqual([1, `${nameOf(person)} is a member of another user's account.\n`]);
    expect(await standing(service, token)).toBe('ok');
  });

  it('takes a second factor away, and the password alone is asked for again', async () => {
    const person = await enrolled(service);
    const { username, password, token } = person;
    await challengeOf(service, person);
    const { code, output } = await accounts(['remove-second-factor', username]);
    expect([code, output]).toEqual([
      0,
      `${nameOf(person)} logs in by password alone. All its sessions have ended.\n`,
    ]);
    expect(await standing(service, token)).toBe('token_invalid');
    const again = sessionOf(await login(service, username, password)).token;
    const lines = itemsOf(await securityLog(again));
    expect(lines.find(({ action }) => action === 'user.remove_second_factor')?.by).toBe('operator');
    expect((await accounts(['remove-second-factor', username])).output).toBe(
      `${nameOf(person)} has no second factor.\n`,
    );
  });

  it('loses nothing of what the service writes meanwhile', async () => {
    const { username, token } = await register(service);
    const makes = Array.from({ length: 40 }, (_, nth) =>
      service.api.post('/api/account/api-keys', { name: `k${nth}` }, { token }),
    );
    const runs = [accounts(['unlock', username]), accounts(['unlock', username])];
    for (const answer of await Promise.all(makes)) expect(answer).toAnswer(201);
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0]);
    const keys = await service.api.get('/api/account/api-keys', { token });
    expect((keys.body.data as unknown[]).length).toBe(40);
    const books = new Program('dist/bundle/books.mjs', envOf(service.config.DATABASE_URL));
    expect((await books.exit()).code).toBe(0);
  });
});

describe('sandi accounts', { timeout: TIMEOUT_MS }, () => {
  itOnce('works while the service is stopped', async () => {
    const folder = temporaryFolder('accounts');
    onTestFinished(() => folder.remove());
    const { url } = await newDatabase(folder.path);
    const stopped = await startTestApp({ databaseUrl: url });
    const { username } = await register(stopped);
    await stopped.close();
    expect((await accounts(['make-admin', username], url)).code).toBe(0);
  });

  itOnce('says in one line that nobody has the name', async () => {
    for (const what of ['unlock', 'reset-password', 'make-admin', 'remove-second-factor']) {
      const { code, output } = await accounts([what, 'siti']);
      expect([code, output]).toEqual([1, 'There is no account with the username or email siti.\n']);
    }
  });

  it('makes no database of its own', async () => {
    const folder = temporaryFolder('accounts');
    onTestFinished(() => folder.remove());
    const empty = await emptyDatabase(folder.path);
    onTestFinished(() => empty.drop());
    const { code, output } = await accounts(['unlock', 'budi'], empty.url);
    expect(code).toBe(1);
    expect(output).toMatch(
      isSqlite ? /^There is no .+\n$/ : /^The database has no schema of this version.+\n$/,
    );
  });

  itOnce('says how it wants to be asked', async () => {
    for (const args of [
      [],
      ['unlock'],
      ['unlock', 'a', 'b'],
      ['delete', 'budi'],
      ['--force', 'unlock', 'a'],
    ]) {
      const { code, output } = await accounts(args);
      expect(code).toBe(2);
      expect(output).toMatch(/^npm run accounts/);
    }
  });
});
