import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { mailsDone, type Person, register } from '../../auth/people.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { type MailServer, type Received, startMailServer } from '../../support/mail-server.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function start(env: Record<string, string>, server?: MailServer): Promise<TestApp> {
  if (server) open.push(server);
  const test = await startTestApp({ env });
  open.push(test);
  return test;
}

/** Somebody whose first mail, the link that verifies the address, is out of the way. */
async function newcomer(test: TestApp, server?: MailServer): Promise<Person> {
  const person = await register(test);
  await mailsDone(test);
  server?.received.splice(0);
  rmSync(join(test.config.DATA_DIR, 'mail'), { recursive: true, force: true });
  return person;
}

/** Mailers write domains in lower case. */
const onTheWire = (email: string) => email.replace(/@.*/, (domain) => domain.toLowerCase());

const forgot = (test: TestApp, email: string) => test.api.post('/api/auth/forgot-password', { email });

describe('a mail over SMTP', () => {
  it('reaches its one recipient, from whom the operator says, with a login', async () => {
    const server = await startMailServer();
    const env = {
      SMTP_URL: `smtp://surat:rahasia%40smtp@${server.address}`,
      MAIL_FROM: 'Sandi <otp@sandi.test>',
    };
    const test = await start(env, server);
    const { email } = await newcomer(test, server);
    await forgot(test, email);
    await mailsDone(test);
    expect(server.received).toHaveLength(1);
    const [{ from, to, user, mail } = {} as Received] = server.received;
    expect({ from, to, user }).toEqual({ from: 'otp@sandi.test', to: [onTheWire(email)], user: 'surat' });
    expect(mail.from).toEqual({ name: 'Sandi', address: 'otp@sandi.test' });
    expect(mail.subject).toBe('Reset password Sandi');
    const token = /reset-password#token=([\w-]{43})\n/.exec(mail.text ?? '')?.[1];
    const answer = await test.api.post('/api/auth/reset-password', { token, password: 'sandi-baru' });
    expect(answer).toAnswer(200);
    expect(test.logs.join('')).not.toContain('rahasia@smtp');
  });

  it('keeps nobody waiting for the answer, whether or not there is an account', async () => {
    let held = Promise.resolve();
    const server = await startMailServer({ until: () => held });
    const test = await start({ SMTP_URL: `smtp://${server.address}` }, server);
    const { email } = await newcomer(test, server);
    let answer = () => {};
    held = new Promise((resolve) => (answer = resolve));
    for (const address of [email, 'tidak-ada@example.test']) {
      expect(await forgot(test, address)).toAnswer(200);
    }
    answer();
    await mailsDone(test);
    expect(server.received).toHaveLength(1);
  });

  it('that is refused is told in the log, without its address', async () => {
    const server = await startMailServer({ refuse: true });
    const test = await start({ SMTP_URL: `smtp://${server.address}` }, server);
    const { email } = await newcomer(test, server);
    expect(await forgot(test, email)).toAnswer(200);
    await mailsDone(test);
    expect(server.received).toEqual([]);
    const line = test.logs.find((text) => text.includes('the mail was not taken')) ?? '';
    expect(line).toContain('no such user [address]');
    expect(test.logs.join('')).not.toContain(email.split('@', 1)[0]);
  });
});

describe('a mail without SMTP_URL', () => {
  it('is a file that only its owner reads, named in the log', async () => {
    const test = await start({});
    const { email } = await newcomer(test);
    await forgot(test, email);
    await mailsDone(test);
    const folder = join(test.config.DATA_DIR, 'mail');
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    const file = join(folder, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/^To: .*@Example\.test\r$/m);
    expect((await PostalMime.parse(readFileSync(file))).text).toContain('/reset-password#token=');
    expect(test.logs.some((line) => line.includes(name))).toBe(true);
  });

  it.each([
    ['production', 40],
    ['development', 30],
  ])('is announced once at boot: %s, level %i', async (mode, level) => {
    const test = await start({ NODE_ENV: mode });
    const lines = test.logs.filter((line) => line.includes('SMTP_URL is not set'));
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([level]);
  });
});
