import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { User } from '../../src/users/user.entities.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { mailsTo, tokenIn } from './mails.js';
import { login, mailsDone, me, type Person, register, sessionOf } from './people.js';

let test: TestApp;
let strict: TestApp;
let admin: string;
let strictAdmin: string;
beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: 'https://sandi.example.test' } });
  strict = await startTestApp({ env: { EMAIL_VERIFICATION: 'required' } });
  admin = sessionOf(await login(test, 'admin', 'admin-password')).token;
  strictAdmin = sessionOf(await login(strict, 'admin', 'admin-password')).token;
});
afterAll(async () => {
  await test.close();
  await strict.close();
});

const verify = (app: TestApp, token: unknown, session: string) =>
  app.api.post('/api/auth/verify-email', { token }, { token: session });
const resend = (session: string) =>
  test.api.post('/api/auth/verify-email/resend', undefined, { token: session });

/** The token of the newest link that was mailed to them. */
async function newestToken(app: TestApp, { email }: Person): Promise<string> {
  await mailsDone(app);
  return tokenIn(await mailsTo(app, email), 'verify-email');
}

async function isVerified(app: TestApp, session: string): Promise<boolean> {
  return ((await me(app, session)).body.data as { email_verified: boolean }).email_verified;
}

describe('an address', () => {
  it('is verified by the link that is mailed at the registration, with a session of the account', async () => {
    const person = await register(test);
    expect(person.user).toMatchObject({ email_verified: false });
    await mailsDone(test);
    const [mail, ...others] = await mailsTo(test, person.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Verifikasi alamat email akun Sandi');
    expect(mail?.text).toMatch(/https:\/\/sandi\.example\.test\/verify-email#token=[\w-]{43}\s/);
    expect(mail?.text).toContain('24 jam');
    const token = await newestToken(test, person);
    const answer = await verify(test, token, person.token);
    expect(answer).toAnswer(200);
    expect(answer.body.data).toMatchObject({ id: person.user.id, email_verified: true });
    expect(await isVerified(test, person.token)).toBe(true);
    expect(await verify(test, token, person.token), 'followed again').toAnswer(200);
  });

  it('is verified by an administrator, which is audited once', async () => {
    const { user, token } = await register(test);
    const path = `/api/admin/users/${user.id}/verify-email`;
    for (let nth = 0; nth < 2; nth++)
      expect((await test.api.post(path, undefined, { token: admin })).body.data).toMatchObject({
        email_verified: true,
      });
    expect(await isVerified(test, token)).toBe(true);
    const audit = await test.api.get(`/api/admin/audit?action=user.verify_email&target=user:${user.id}`, {
      token: admin,
    });
    const actions = (audit.body.data as { items: { action: string }[] }).items.map(({ action }) => action);
    expect(actions).toEqual(['user.verify_email']);
    expect(await test.api.post(path, undefined, { token })).toAnswer(403);
  });

  it('of an account that the service made itself counts as verified', async () => {
    expect(await isVerified(test, admin)).toBe(true);
  });
});

describe('a link that verifies', () => {
  const refused = async (token: unknown, session: string) => {
    const answer = await verify(test, token, session);
    expect(answer).toAnswer(400, 'verification_token_invalid');
  };

  it('ends when a newer one is mailed, and after a day', async () => {
    const person = await register(test);
    const older = await newestToken(test, person);
    expect(await resend(person.token)).toAnswer(200);
    const newer = await newestToken(test, person);
    expect(newer).not.toBe(older);
    await refused(older, person.token);
    test.clock.advance(86_401);
    const session = sessionOf(await login(test, person.username, person.password)).token;
    await refused(newer, session);
    test.clock.reset();
    expect(await verify(test, newer, person.token)).toAnswer(200);
  });

  it('is kept as a hash, and stands in no log', async () => {
    const person = await register(test);
    const token = await newestToken(test, person);
    const row = await test.database.read.findOneByOrFail(User, { id: person.user.id });
    expect(row.verifyTokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token);
    await verify(test, token, person.token);
    expect(test.logs.join('')).not.toContain(token);
  });

  it('that nobody was given is refused', async () => {
    const { token } = await register(test);
    for (const guess of ['x', 'A'.repeat(43), "' OR 1=1 --", 7, {}, 'x'.repeat(201)])
      await refused(guess, token);
  });

  it('is mailed three times in a short time at most, and not to a verified address', async () => {
    const person = await register(test);
    const answers = [];
    for (let nth = 0; nth < 4; nth++) {
      answers.push((await resend(person.token)).status);
      // Of two that are written at once the newer link may come first.
      await mailsDone(test);
    }
    expect(answers).toEqual([200, 200, 429, 429]);
    expect(await mailsTo(test, person.email)).toHaveLength(3);
    await verify(test, await newestToken(test, person), person.token);
    expect((await resend(person.token)).body.code).toBe('email_already_verified');
  });

  it('does not fill one mailbox through accounts at variants of its address', async () => {
    for (let nth = 0; nth < 8; nth++) {
      const username = `penuh-${process.pid}-${nth}`;
      const email = `Korban+${nth}@example.test`;
      const form = { username, email, password: 'sandi-rahasia', name: 'X' };
      expect(await test.api.post('/api/auth/register', form)).toAnswer(201);
    }
    await mailsDone(test);
    const counts = [];
    for (let nth = 0; nth < 8; nth++) counts.push((await mailsTo(test, `Korban+${nth}@example.test`)).length);
    expect(counts).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
  });
});

describe('where a verified address is required', () => {
  const makeKey = (token: string, mode?: string) =>
    strict.api.post('/api/account/api-keys', { name: 'k', mode }, { token });
  const move = (userId: number, amount: number) =>
    strict.api.post(`/api/admin/users/${userId}/credit`, { amount, note: 'uji' }, { token: strictAdmin });

  it('an account has neither live key nor top-up before, and both after', async () => {
    const person = await register(strict);
    const { id } = person.user;
    for (const mode of [undefined, 'live']) {
      const answer = await makeKey(person.token, mode);
      expect(answer).toAnswer(403, 'email_unverified');
    }
    expect(await makeKey(person.token, 'test')).toAnswer(201);
    const refused = await move(id, 5000);
    expect(refused).toAnswer(403, 'email_unverified');
    expect((await move(id, -1000)).body.data).toMatchObject({ credit_balance: 9000 });

    await verify(strict, await newestToken(strict, person), person.token);
    expect(await makeKey(person.token)).toAnswer(201);
    expect((await move(id, 5000)).body.data).toMatchObject({ credit_balance: 14_000 });
  });

  it('the accounts that the service made itself have both', async () => {
    expect(await makeKey(strictAdmin)).toAnswer(201);
  });
});
