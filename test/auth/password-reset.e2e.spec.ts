import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PasswordReset } from '../../src/auth/auth.entities.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { mailsOf } from './mails.js';
import { login, mailsDone, newcomer, register, standing, suspend } from './people.js';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await startTestApp({
    env: { PUBLIC_URL: 'https://sandi.example.test', LOGIN_ATTEMPTS_MAX: '3', GOOGLE_AUTH: 'insecure' },
  });
  folder = join(test.config.DATA_DIR, 'mail');
});
afterAll(() => test.close());
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const forgot = (email: unknown) => test.api.post('/api/auth/forgot-password', { email });
const reset = (token: unknown, password: unknown = 'sandi-pengganti') =>
  test.api.post('/api/auth/reset-password', { token, password });

async function mails(): Promise<Email[]> {
  await mailsDone(test);
  return (await mailsOf(test)).filter(({ subject }) => subject === 'Reset password Sandi');
}

const tokenIn = (mail: Email | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/** Asks for a link and returns the token of the newest reset mail to this address. */
async function newToken(email: string): Promise<string> {
  await forgot(email);
  const own = (await mails()).filter(({ to }) => to?.some(({ address }) => address === email));
  return tokenIn(own.at(-1));
}

describe('a forgotten password', () => {
  it('is replaced through a link that is mailed', async () => {
    const { username, email, password, token: session } = await register(test);
    expect(await forgot(email.toUpperCase())).toAnswer(200);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([{ address: email, name: '' }]);
    expect(mail?.from?.address).toBe('no-reply@localhost');
    expect(mail?.subject).toBe('Reset password Sandi');
    const token = tokenIn(mail);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(mail?.text).toContain(`https://sandi.example.test/reset-password#token=${token}\n`);
    expect(mail?.text).toContain(`\n${token}\n`);
    expect(mail?.text).toContain('30 menit');

    const answer = await reset(token);
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual({ success: true, message: expect.stringMatching(/berhasil/) as string });
    expect((await login(test, username, password)).body.code).toBe('credentials_invalid');
    expect(await login(test, username, 'sandi-pengganti')).toAnswer(200);
    expect(await standing(test, session)).toBe('token_invalid');
  });

  it('leaves neither token nor password in the log, nor the token in the database', async () => {
    const { email } = await register(test);
    const token = await newToken(email);
    const [stored] = await test.database.read.find(PasswordReset, { order: { id: 'DESC' }, take: 1 });
    expect(stored?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(stored)).not.toContain(token);
    await reset(token, 'sandi-yang-tak-tertulis');
    expect(test.logs.join('')).not.toContain(token);
    expect(test.logs.join('')).not.toContain('sandi-yang-tak-tertulis');
  });

  it('of an account that Google opened may be set, by whoever reads its mail', async () => {
    const { username, email } = newcomer();
    const made = await test.api.post('/api/auth/google', { google_id: username, email, name: 'G' });
    expect(made).toAnswer(200);
    expect(await reset(await newToken(email))).toAnswer(200);
    expect(await login(test, email, 'sandi-pengganti')).toAnswer(200);
  });

  it('when replaced opens an account that wrong guesses had closed', async () => {
    const { username, email } = await register(test);
    for (let i = 0; i < 4; i++) await login(test, username, 'sandi-salah');
    expect((await login(test, username, 'sandi-salah')).body.code).toBe('rate_limited');
    await reset(await newToken(email));
    expect(await login(test, username, 'sandi-pengganti')).toAnswer(200);
  });
});

describe('a request for a link', () => {
  it('is answered the same whether or not there is an account, and mails nobody else', async () => {
    const { email } = await register(test);
    const suspended = await register(test);
    await suspend(test, suspended.user.id);
    const addresses = [email, 'tidak-ada@example.test', suspended.email, 'bukan email', 'x'.repeat(1000)];
    const answers = [];
    for (const address of addresses) answers.push(await forgot(address));
    for (const answer of answers) {
      expect(answer).toAnswer(200);
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect((await mails()).map(({ to }) => to?.[0]?.address)).toEqual([email]);
  });

  it.each([[5], [['a@example.test']], [{}]])('for %j is refused', async (email) => {
    const answer = await forgot(email);
    expect(answer).toAnswer(400, 'email_invalid');
  });

  it('brings one account three mails at most in a short time', async () => {
    const { email } = await register(test);
    for (let i = 0; i < 6; i++) {
      expect(await forgot(email)).toAnswer(200);
      await mailsDone(test);
    }
    expect(await mails()).toHaveLength(3);
  });

  it('brings one mailbox ten mails at most in an hour, however many accounts have variants of its address', async () => {
    const [name] = (await register(test)).email.split('@');
    const addresses = Array.from({ length: 12 }, (_, nth) => `${name}+${nth}@example.test`);
    for (const email of addresses) await register(test, { email });
    for (const email of addresses) await forgot(email);
    expect(await mails()).toHaveLength(10);
  });

  it('is answered even when the mail cannot be handed over, which the log tells', async () => {
    const broken = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    try {
      const other = await register(broken);
      const answer = await broken.api.post('/api/auth/forgot-password', { email: other.email });
      expect(answer).toAnswer(200);
      await mailsDone(broken);
      const line = broken.logs.find((text) => text.includes('a mail was not sent')) ?? '';
      expect(line).toContain('the mail was not taken');
      expect(line).not.toContain(other.email);
    } finally {
      await broken.close();
    }
  });
});

describe('a reset token', () => {
  const invalid = async (token: unknown) => {
    const answer = await reset(token);
    expect(answer).toAnswer(400, 'reset_token_invalid');
  };

  it('works once', async () => {
    const { email } = await register(test);
    const token = await newToken(email);
    expect(await reset(token)).toAnswer(200);
    await invalid(token);
  });

  it('works once when it is used many times at once', async () => {
    const { email, username } = await register(test);
    const token = await newToken(email);
    const passwords = Array.from({ length: 8 }, (_, i) => `sandi-pengganti-${i}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect(await login(test, username, winner)).toAnswer(200);
  });

  it('ends when a newer one is asked for', async () => {
    const { email } = await register(test);
    const older = await newToken(email);
    const newer = await newToken(email);
    expect(newer).not.toBe(older);
    await invalid(older);
    expect(await reset(newer)).toAnswer(200);
  });

  it('is the newest one even when several are asked for at once', async () => {
    const { email } = await register(test);
    await Promise.all([forgot(email), forgot(email), forgot(email)]);
    // One that was not mailed yet gives way to the next.
    const tokens = (await mails()).map(tokenIn);
    const statuses = [];
    for (const token of tokens) statuses.push((await reset(token)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(tokens.length - 1);
  });

  it('ends after half an hour', async () => {
    const { email } = await register(test);
    const early = await newToken(email);
    test.clock.advance(1795);
    expect(await reset(early)).toAnswer(200);
    const late = await newToken(email);
    test.clock.advance(1801);
    await invalid(late);
  });

  it('ends when its owner changes the password', async () => {
    const { email, password, token: session } = await register(test);
    const token = await newToken(email);
    const change = { current_password: password, new_password: 'sandi-yang-baru' };
    expect(await test.api.post('/api/auth/change-password', change, { token: session })).toAnswer(200);
    await invalid(token);
  });

  it('is not spent on a password that is refused', async () => {
    const { email } = await register(test);
    const token = await newToken(email);
    expect((await reset(token, 'pendek')).body.code).toBe('password_invalid');
    expect(await reset(token)).toAnswer(200);
  });

  it('that nobody was given is refused', async () => {
    for (const token of ['x', 'A'.repeat(43), "' OR 1=1 --", 7, {}, 'x'.repeat(201)]) await invalid(token);
  });
});
