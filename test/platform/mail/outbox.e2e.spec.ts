import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { MailOutbox } from '../../../src/platform/mail/index.js';
import { OutgoingMail } from '../../../src/platform/mail/outgoing-mail.entity.js';
import { mailsDone, newcomer, register } from '../../auth/people.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { newDatabase } from '../../support/databases.js';
import { type MailServer, startMailServer } from '../../support/mail-server.js';
import { temporaryFolder } from '../../support/services/temporary-folder.js';
import { TestClock } from '../../support/test-clock.js';
import { adminToken } from '../../support/tokens.js';

async function mailServer(): Promise<MailServer> {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  return server;
}

/** An instance; several share what `lasting` tells. */
async function instance(server: MailServer, lasting: Lasting): Promise<TestApp> {
  const env = {
    SMTP_URL: `smtp://${server.address}`,
    PUBLIC_URL: 'https://sandi.example',
    ALERTS_SECONDS: '3600',
  };
  const test = await startTestApp({ env, ...lasting });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await test.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...test, close };
}

interface Lasting {
  databaseUrl: string;
  clock: TestClock;
}

async function lasting(): Promise<Lasting> {
  const folder = temporaryFolder('outbox');
  onTestFinished(() => folder.remove());
  const database = await newDatabase(folder.path);
  onTestFinished(() => database.drop());
  return { databaseUrl: database.url, clock: new TestClock() };
}

const forgot = (test: TestApp, email: string) => test.api.post('/api/auth/forgot-password', { email });
const waiting = (test: TestApp) => test.database.read.find(OutgoingMail, { order: { id: 'ASC' } });
const subjects = ({ received }: MailServer) => received.map(({ mail }) => mail.subject);

/** Somebody without a mail on its way. */
async function person(test: TestApp, server: MailServer) {
  const made = await register(test);
  await mailsDone(test);
  server.received.splice(0);
  return made;
}

const note = (test: TestApp, nth: number, email = `budi${nth}@example.test`) =>
  test.app.get(MailOutbox).add({
    kind: 'note',
    about: `user:${nth}`,
    to: { email, emailVerifiedAt: new Date() },
    subject: `Catatan ${nth}`,
    text: 'Halo',
  });

describe('a mail that the mail server does not take', () => {
  it('is sent once the server takes mails again, exactly once, and then no trace of it is left', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    const { email } = await person(test, server);
    server.trouble = '4.3.0 nanti';
    expect(await forgot(test, email)).toAnswer(200);
    await mailsDone(test);
    for (const pause of [15, 30, 60]) {
      test.clock.advance(pause);
      await mailsDone(test);
    }
    expect(await waiting(test)).toMatchObject([{ attempts: 4, fault: 'server', kind: 'password_reset' }]);
    expect(subjects(server)).toEqual([]);
    server.trouble = undefined;
    test.clock.advance(120);
    await mailsDone(test);
    test.clock.advance(3600);
    await mailsDone(test);
    expect(subjects(server)).toEqual(['Reset password Sandi']);
    expect(await waiting(test)).toEqual([]);
  });

  it('waits without its address, its link or its token in clear', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    const { email } = await person(test, server);
    server.trouble = '4.3.0 nanti';
    await forgot(test, email);
    await mailsDone(test);
    const stored = JSON.stringify(await waiting(test));
    const [local = ''] = email.split('@');
    expect(stored).toContain('password_reset');
    for (const word of [local, 'reset-password', 'sandi.example', 'Halo', 'token'])
      expect(stored.toLowerCase()).not.toContain(word.toLowerCase());
    expect(test.logs.join('')).not.toContain(local);
  });

  it('is sent by the next start where the service was killed before it was taken', async () => {
    const server = await mailServer();
    const shared = await lasting();
    const first = await instance(server, shared);
    const { email } = await person(first, server);
    server.trouble = '4.3.0 nanti';
    await forgot(first, email);
    await mailsDone(first);
    // What a killed process leaves: a claim that nobody gives back.
    const dueAt = new Date(shared.clock.now().getTime() + 300_000);
    await first.database.tx((tx) => tx.update(OutgoingMail, { kind: 'password_reset' }, { dueAt }));
    await first.close();
    server.trouble = undefined;
    const second = await instance(server, shared);
    await mailsDone(second);
    expect(subjects(server)).toEqual([]);
    shared.clock.advance(301);
    await mailsDone(second);
    expect(subjects(server)).toEqual(['Reset password Sandi']);
  });

  it('is deleted when its link expires, and the log says so', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    const { email } = await person(test, server);
    server.trouble = '4.3.0 nanti';
    await forgot(test, email);
    await mailsDone(test);
    server.trouble = undefined;
    test.clock.advance(1801);
    await mailsDone(test);
    await test.app.get(Sweepers).runOnce('the purge of mails that expired');
    expect(await waiting(test)).toEqual([]);
    expect(subjects(server)).toEqual([]);
    expect(test.logs.join('')).toContain('a mail expired before the mail server took it');
  });

  it('gives way to the next mail of its kind, whose link is the only one that works', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    const { email, token } = await person(test, server);
    server.trouble = '4.3.0 nanti';
    for (let nth = 0; nth < 2; nth++) {
      await forgot(test, email);
      await test.api.post('/api/auth/verify-email/resend', {}, { token });
      await mailsDone(test);
    }
    server.trouble = undefined;
    test.clock.advance(60);
    await mailsDone(test);
    expect(subjects(server).toSorted()).toEqual([
      'Reset password Sandi',
      'Verifikasi alamat email akun Sandi',
    ]);
  });

  it('dies with its link where the password is changed meanwhile', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    const { email, token, password } = await person(test, server);
    server.trouble = '4.3.0 nanti';
    await forgot(test, email);
    await mailsDone(test);
    const change = { current_password: password, new_password: 'sandi-yang-lain' };
    expect(await test.api.post('/api/auth/change-password', change, { token })).toAnswer(200);
    expect((await waiting(test)).map(({ kind }) => kind)).not.toContain('password_reset');
  });

  it('holds up no other that the server takes', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    server.refused.add('budi1@example.test');
    for (let nth = 1; nth <= 20; nth++) await note(test, nth);
    for (let round = 0; round < 3; round++) await mailsDone(test);
    expect(subjects(server)).toHaveLength(19);
    expect(await waiting(test)).toMatchObject([{ about: 'user:1' }]);
  });

  it('is never tried again where the mailbox does not exist', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    server.refused.add('budi1@example.test');
    server.refusal = '5.1.1 no such user';
    await note(test, 1);
    for (let round = 0; round < 3; round++) {
      await mailsDone(test);
      test.clock.advance(3600);
    }
    expect(await waiting(test)).toMatchObject([{ attempts: 1, fault: 'recipient' }]);
  });
});

describe('the operator', () => {
  const looks = async (test: TestApp) => {
    for (const pause of [61, 61]) {
      await mailsDone(test);
      await test.app.get(Sweepers).runOnce('operator alerts');
      test.clock.advance(pause);
    }
    const answer = await test.api.get('/api/admin/alerts', { token: await adminToken(test) });
    const { items } = answer.body.data as { items: { kind: string; ended_at: string | null }[] };
    return items
      .filter(({ kind }) => kind === 'mails_failing')
      .map(({ ended_at }) => (ended_at === null ? 'open' : 'ended'));
  };

  it('is alerted while the mail server takes no mails, and told when it does again', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    expect(await looks(test)).toEqual([]);
    server.trouble = '4.3.0 nanti';
    await note(test, 1);
    expect(await looks(test)).toEqual(['open']);
    server.trouble = undefined;
    test.clock.advance(900);
    expect(await looks(test)).toEqual(['ended']);
  });

  it('is not alerted to addresses that strangers made up', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    server.refusal = '5.1.1 no such user';
    const { email } = newcomer();
    server.refused.add(email.replace(/@.*/, (domain) => domain.toLowerCase()));
    await register(test, { email });
    expect(await looks(test)).toEqual([]);
    expect(await waiting(test)).toMatchObject([{ fault: 'recipient' }]);
  });
});

describe('the outbox', () => {
  it('sends each mail once, however many instances there are', async () => {
    const server = await mailServer();
    const shared = await lasting();
    const first = await instance(server, shared);
    const others =
      inject('engine') === 'sqlite'
        ? [first]
        : [await instance(server, shared), await instance(server, shared)];
    for (let nth = 1; nth <= 30; nth++) await note(first, nth);
    await Promise.all([first, ...others].map((test) => mailsDone(test)));
    await mailsDone(first);
    expect(new Set(subjects(server)).size).toBe(30);
    expect(subjects(server)).toHaveLength(30);
    expect(await waiting(first)).toEqual([]);
  });

  it('holds at most 20 mails of one account, and drops further ones with a line in the log', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    server.trouble = '4.3.0 nanti';
    for (let nth = 0; nth < 25; nth++) await note(test, 7);
    expect(await waiting(test)).toHaveLength(20);
    expect(test.logs.join('')).toContain('a mail was dropped: too many wait for the mail server');
  });

  it.each(['admin@localhost', 'a@Mail.Localhost', 'b@nowhere.invalid'])(
    'hands no mail to %s over to a mail server',
    async (email) => {
      const server = await mailServer();
      const test = await instance(server, await lasting());
      await note(test, 1, email);
      await mailsDone(test);
      expect(server.received).toEqual([]);
      expect(await waiting(test)).toEqual([]);
    },
  );

  it('drops what another DATA_KEY has sealed', async () => {
    const server = await mailServer();
    const test = await instance(server, await lasting());
    server.trouble = '4.3.0 nanti';
    await note(test, 1);
    await mailsDone(test);
    server.trouble = undefined;
    await test.database.tx((tx) => tx.update(OutgoingMail, { about: 'user:1' }, { sealed: 'v1.AAAA' }));
    test.clock.advance(15);
    await mailsDone(test);
    expect(await waiting(test)).toEqual([]);
    expect(test.logs.join('')).toContain('it is sealed by another DATA_KEY');
  });
});
