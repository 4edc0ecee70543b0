import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { schema } from '../../ormconfig.js';
import { Invitation } from '../../src/auth/auth.entities.js';
import type { InvitationView } from '../../src/auth/invitations/invitations.dto.js';
import { connect } from '../../src/platform/database/index.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { adminToken } from '../support/tokens.js';
import { mailsTo } from './mails.js';
import { login, mailsDone, me, newcomer, sessionOf } from './people.js';

async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const test = await startTestApp({ env: { PUBLIC_URL: 'https://sandi.example.test', ...env } });
  onTestFinished(() => test.close());
  return test;
}

const registerIn = (test: TestApp, own: Record<string, unknown> = {}) =>
  test.api.post('/api/auth/register', newcomer(own));
const google = (test: TestApp, own: Record<string, unknown> = {}) => {
  const { username, email } = newcomer();
  return test.api.post('/api/auth/google', { google_id: username, email, name: 'G', ...own });
};
const modeOf = async (test: TestApp) =>
  ((await test.api.get('/api/settings')).body.data as { registration: string }).registration;

/** The database as the release before left it, with its accounts, migrated to this one. */
async function upgraded(url: string): Promise<void> {
  const source = await connect({ url, poolSize: 2 }, { entities: [], migrations: schema.migrations });
  const runner = source.createQueryRunner();
  try {
    while (await runner.hasTable('service_settings')) await source.undoLastMigration({ transaction: 'each' });
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await runner.release();
    await source.destroy();
  }
}

describe('registration', () => {
  it('is closed in production unless the operator opens it', async () => {
    const test = await start({ NODE_ENV: 'production' });
    expect(await modeOf(test)).toBe('closed');
    const answer = await registerIn(test);
    expect(answer).toAnswer(403, 'registration_closed');
    expect(await login(test, 'admin', 'admin-password')).toAnswer(200);
    const open = await start({ NODE_ENV: 'production', REGISTRATION: 'open' });
    expect(await registerIn(open)).toAnswer(201);
  });

  it('stays open outside production', async () => {
    const test = await start();
    expect(await modeOf(test)).toBe('open');
    expect(await registerIn(test)).toAnswer(201);
  });

  it('stays open after an upgrade of a database with accounts, at every start, and the log says so', async () => {
    const test = await startTestApp();
    onTestFinished(() => test.close());
    await test.app.close();
    const { DATABASE_URL: databaseUrl } = test.config;
    await upgraded(databaseUrl);
    for (let nth = 0; nth < 2; nth++) {
      const upgraded = await startTestApp({ databaseUrl, env: { NODE_ENV: 'production' } });
      expect(await modeOf(upgraded)).toBe('open');
      expect(await registerIn(upgraded)).toAnswer(201);
      expect(upgraded.logs.join('')).toContain('REGISTRATION is not set, and registration stays open');
      await upgraded.app.close();
    }
    const decided = await startTestApp({
      databaseUrl,
      env: { NODE_ENV: 'production', REGISTRATION: 'closed' },
    });
    expect((await registerIn(decided)).body.code).toBe('registration_closed');
    expect(decided.logs.join('')).not.toContain('REGISTRATION is not set');
    await decided.app.close();
  });

  it.each(['closed', 'invite'])(
    'that is %s takes no sign-ups by Google either, and lets accounts in',
    async (mode) => {
      const test = await start({ REGISTRATION: mode, GOOGLE_AUTH: 'insecure' });
      const answer = await google(test);
      expect(answer).toAnswer(403, 'registration_closed');
      expect((await registerIn(test)).body.code).toBe('registration_closed');
      // Nothing about who has an account.
      expect((await registerIn(test, { username: 'admin' })).body.code).toBe('registration_closed');
      expect(await login(test, 'admin', 'admin-password')).toAnswer(200);
    },
  );

  it('that is closed takes no invitations, and sends none', async () => {
    const test = await start({ REGISTRATION: 'closed' });
    const token = await adminToken(test);
    const answer = await test.api.post('/api/admin/invitations', { email: 'a@example.test' }, { token });
    expect(answer).toAnswer(403, 'registration_closed');
    expect((await registerIn(test, { invitation: 'x'.repeat(43) })).body.code).toBe('registration_closed');
  });
});

describe('an invitation', () => {
  let test: TestApp;
  let admin: string;
  beforeAll(async () => {
    test = await startTestApp({
      env: { REGISTRATION: 'invite', GOOGLE_AUTH: 'insecure', PUBLIC_URL: 'https://sandi.example.test' },
    });
    admin = await adminToken(test);
  });
  afterAll(() => test.close());
  keepBooks(() => test);

  const invite = (email: string) => test.api.post('/api/admin/invitations', { email }, { token: admin });
  const list = async () => {
    const answer = await test.api.get('/api/admin/invitations?limit=100', { token: admin });
    return (answer.body.data as { items: InvitationView[] }).items;
  };
  const statusOf = async (email: string) =>
    (await list()).filter((row) => row.email === email).map((row) => row.status);

  /** The token of the newest mail, as its link has it. */
  async function tokenTo(email: string): Promise<string> {
    await mailsDone(test);
    const texts = (await mailsTo(test, email)).map(({ text }) => text ?? '');
    const link = /https:\/\/sandi\.example\.test\/register#token=([\w-]{43})\s/;
    return texts.flatMap((text) => link.exec(text)?.[1] ?? []).at(-1) ?? '';
  }

  async function invited(): Promise<{ email: string; invitation: string; id: number }> {
    const { email } = newcomer();
    const answer = await invite(email);
    expect(answer).toAnswer(201);
    expect(JSON.stringify(answer.body)).not.toContain('token');
    return { email, invitation: await tokenTo(email), id: (answer.body.data as { id: number }).id };
  }

  it('makes one account, with its address and verified', async () => {
    const { email, invitation } = await invited();
    const preview = await test.api.post('/api/auth/register/preview', { invitation });
    expect(preview.body.data).toEqual({ email });
    const answer = await registerIn(test, { email: email.toUpperCase(), invitation });
    expect(answer).toAnswer(201);
    const { token, user } = sessionOf(answer);
    expect(user).toMatchObject({ email_verified: true, role_id: 2 });
    expect(await me(test, token)).toAnswer(200);
    expect((await list()).find((row) => row.email === email)).toMatchObject({
      status: 'accepted',
      user_id: user.id,
    });
    await mailsDone(test);
    expect((await mailsTo(test, email)).map(({ subject }) => subject)).toEqual([
      'Undangan membuat akun Sandi',
    ]);
    expect((await registerIn(test, { email, invitation })).body.code).toBe('invitation_invalid');
    expect((await test.api.post('/api/auth/register/preview', { invitation })).body.code).toBe(
      'invitation_invalid',
    );
  });

  it('makes one account however often it is used at once', async () => {
    const { email, invitation } = await invited();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => registerIn(test, { email, invitation })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('opens the way in by Google too', async () => {
    const { email, invitation } = await invited();
    expect((await google(test, { email })).body.code).toBe('registration_closed');
    const answer = await google(test, { email, invitation });
    expect(answer).toAnswer(200);
    expect(sessionOf(answer).user.email_verified).toBe(true);
    expect((await google(test, { invitation })).body.code).toBe('invitation_invalid');
  });

  it('counts for its own address alone', async () => {
    const { email, invitation } = await invited();
    const stranger = await registerIn(test, { invitation });
    expect(stranger).toAnswer(400, 'invitation_invalid');
    expect(await statusOf(email)).toEqual(['open']);
  });

  it('is spent by no registration that fails', async () => {
    const { email, invitation } = await invited();
    expect((await registerIn(test, { email, invitation, username: 'admin' })).body.code).toBe(
      'username_taken',
    );
    expect((await registerIn(test, { email, invitation, password: 'x' })).body.code).toBe('password_invalid');
    expect(await registerIn(test, { email, invitation })).toAnswer(201);
  });

  it('ends when it is revoked, expires, or another takes its place', async () => {
    const revoked = await invited();
    const path = `/api/admin/invitations/${revoked.id}`;
    expect(await test.api.delete(path, { token: admin })).toAnswer(200);
    expect(await test.api.delete(path, { token: admin })).toAnswer(404);
    expect((await registerIn(test, revoked)).body.code).toBe('invitation_invalid');
    expect(await statusOf(revoked.email)).toEqual(['revoked']);

    const replaced = await invited();
    expect(await invite(replaced.email.toUpperCase())).toAnswer(201);
    expect((await registerIn(test, replaced)).body.code).toBe('invitation_invalid');

    const late = await invited();
    test.clock.advance(604_801);
    expect((await registerIn(test, late)).body.code).toBe('invitation_invalid');
    test.clock.reset();
  });

  it('is an administrator’s to send, for no address that has an account, and is audited', async () => {
    const { email, invitation, id } = await invited();
    const { token } = sessionOf(await registerIn(test, { email, invitation }));
    expect(await test.api.post('/api/admin/invitations', { email }, { token })).toAnswer(403);
    expect(await test.api.get('/api/admin/invitations', { token })).toAnswer(403);
    expect((await invite(email)).body.code).toBe('email_taken');
    expect((await invite('not an address')).body.code).toBe('email_invalid');
    const audit = await test.api.get('/api/admin/audit?limit=100', { token: admin });
    const target = `invitation:${id}`;
    const noted = (audit.body.data as { items: { action: string; target: string }[] }).items.filter(
      (row) => row.target === target,
    );
    expect(noted.map(({ action }) => action)).toContain('invitation.create');
  });

  it('leaves its token in no log and no table', async () => {
    const { email, invitation } = await invited();
    await registerIn(test, { email, invitation });
    const rows = await test.database.read.find(Invitation);
    expect(JSON.stringify(rows)).not.toContain(invitation);
    expect(test.logs.join('')).not.toContain(invitation);
  });

  it('is sent fifty times an hour at most by one administrator', async () => {
    const answers = [];
    for (let nth = 0; nth < 55; nth++) answers.push(await invite(newcomer().email));
    expect(answers.at(-1)?.body.code).toBe('rate_limited');
  });
});
