import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsersService } from '../../src/users/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { newName } from '../support/factories.js';
import { mailsTo, tokenIn } from './mails.js';
import { login, mailsDone, me, type Person, register, sessionOf } from './people.js';

let test: TestApp;
let admin: string;
beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: 'https://sandi.example.test' } });
  admin = sessionOf(await login(test, 'admin', 'admin-password')).token;
});
afterAll(() => test.close());

const newAddress = () => `${newName('baru')}@example.test`;
const ask = (token: string, email: string, more: object = {}) =>
  test.api.post('/api/account/email', { email, ...more }, { token });
const confirm = (session: string, token: string) =>
  test.api.post('/api/account/email/confirm', { token }, { token: session });
const correct = (id: number, email: string, token = admin) =>
  test.api.put(`/api/admin/users/${id}/email`, { email }, { token });

async function asked({ token }: Person, email: string): Promise<string> {
  expect(await ask(token, email)).toAnswer(200);
  await mailsDone(test);
  return tokenIn(await mailsTo(test, email), 'change-email');
}

const subjects = async (address: string) => {
  await mailsDone(test);
  return (await mailsTo(test, address)).map(({ subject }) => subject);
};
const addressOf = async ({ token }: Person) => {
  const { email, email_verified: isVerified } = (await me(test, token)).body.data as Person['user'];
  return { email, isVerified };
};

describe('an owner who wants another address', () => {
  it('keeps the old one until the link to the new one is opened, and the old one is told of both', async () => {
    const person = await register(test);
    const email = newAddress();
    const token = await asked(person, email);
    expect(token).not.toBe('');
    expect(await addressOf(person)).toEqual({ email: person.email, isVerified: false });
    expect(await subjects(person.email)).toContain('Sandi: Permintaan ganti alamat email');

    const changed = await confirm(person.token, token);
    expect(changed).toAnswer(200);
    expect(changed.body.data).toMatchObject({ email, email_verified: true });
    expect(await subjects(person.email)).toContain('Sandi: Alamat email diganti');
    expect(await login(test, email, person.password)).toAnswer(200);
    expect(await login(test, person.email, person.password)).toAnswer(401, 'credentials_invalid');
    expect(await confirm(person.token, token), 'used again').toAnswer(400, 'verification_token_invalid');
    await register(test, { email: person.email });
  });

  it('needs the newest link, in time, and a session of the same account', async () => {
    const [person, stranger] = [await register(test), await register(test)];
    const email = newAddress();
    const older = await asked(person, email);
    const newer = await asked(person, newAddress());
    const late = await asked(stranger, newAddress());
    for (const [session, token] of [
      [person.token, older],
      [stranger.token, newer],
    ] as const)
      expect(await confirm(session, token)).toAnswer(400, 'verification_token_invalid');
    test.clock.advance(86_401);
    const { token } = sessionOf(await login(test, stranger.username, stranger.password));
    expect(await confirm(token, late)).toAnswer(400, 'verification_token_invalid');
    admin = sessionOf(await login(test, 'admin', 'admin-password')).token;
  });

  it('gets no address of another account, also not one that was taken meanwhile', async () => {
    const [person, other] = [await register(test), await register(test)];
    expect(await ask(person.token, other.email.toUpperCase())).toAnswer(409, 'email_taken');
    const email = newAddress();
    const token = await asked(person, email);
    await register(test, { email });
    expect(await confirm(person.token, token)).toAnswer(409, 'email_taken');
    expect(await addressOf(person)).toEqual({ email: person.email, isVerified: false });
  });

  it('ends the link with a new password, so that nobody else opens it for a thief', async () => {
    const person = await register(test);
    const stolen = await asked(person, newAddress());
    const change = { current_password: person.password, new_password: 'sandi-yang-baru' };
    const changed = await test.api.post('/api/auth/change-password', change, { token: person.token });
    expect(await confirm(sessionOf(changed).token, stolen)).toAnswer(400, 'verification_token_invalid');
    const again = await asked({ ...person, ...sessionOf(changed) }, newAddress());
    await test.api.post('/api/auth/forgot-password', { email: person.email });
    await mailsDone(test);
    const token = tokenIn(await mailsTo(test, person.email), 'reset-password');
    const reset = { token, password: 'sandi-sesudahnya' };
    expect(await test.api.post('/api/auth/reset-password', reset)).toAnswer(200);
    const session = sessionOf(await login(test, person.username, reset.password));
    expect(await confirm(session.token, again)).toAnswer(400, 'verification_token_invalid');
    expect(await addressOf({ ...person, ...session })).toMatchObject({ email: person.email });
  });

  it('is asked for the password ten minutes after the login', async () => {
    const person = await register(test);
    test.clock.advance(601);
    const email = newAddress();
    expect(await ask(person.token, email)).toAnswer(403, 'current_password_required');
    expect(await ask(person.token, email, { current_password: 'salah' })).toAnswer(400, 'password_wrong');
    expect(await ask(person.token, email, { current_password: person.password })).toAnswer(200);
    admin = sessionOf(await login(test, 'admin', 'admin-password')).token;
  });

  it('cannot have more than a few links mailed', async () => {
    const { token } = await register(test);
    for (let nth = 0; nth < 3; nth++) expect(await ask(token, newAddress())).toAnswer(200);
    expect(await ask(token, newAddress())).toAnswer(429, 'rate_limited');
  });
});

describe('an administrator who corrects an address', () => {
  it('leaves it unverified, mails a link to it and a notice to the old one, and ends older links', async () => {
    const person = await register(test);
    const [wanted, email] = [newAddress(), newAddress()];
    const link = await asked(person, wanted);
    const corrected = await correct(person.user.id, email);
    expect(corrected).toAnswer(200);
    expect(corrected.body.data).toMatchObject({ email, email_verified: false });
    expect(await subjects(person.email)).toContain('Sandi: Alamat email diganti administrator');
    expect(await confirm(person.token, link)).toAnswer(400, 'verification_token_invalid');
    await mailsDone(test);
    const token = tokenIn(await mailsTo(test, email), 'verify-email');
    expect(await test.api.post('/api/auth/verify-email', { token }, { token: person.token })).toAnswer(200);
    expect(await addressOf(person)).toEqual({ email, isVerified: true });
    const audit = await test.api.get(`/api/admin/audit?action=user.email&target=user:${person.user.id}`, {
      token: admin,
    });
    expect(JSON.stringify(audit.body.data)).toContain('user.email');
    expect(JSON.stringify(audit.body.data), 'no address in the log').not.toContain(email);
  });

  it('leaves the old address no link, also none that was asked for at the same moment', async () => {
    const { user, email, token: session } = await register(test);
    await mailsDone(test);
    const { asked: answers } = await test.database.tx(async (tx) => {
      await test.app.get(UsersService).setEmail(tx, user.id, newAddress(), { isVerified: false });
      const forgot = test.api.post('/api/auth/forgot-password', { email });
      const resend = test.api.post('/api/auth/verify-email/resend', {}, { token: session });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { asked: [forgot, resend] };
    });
    for (const answer of await Promise.all(answers)) expect(answer).toAnswer(200);
    await mailsDone(test);
    const mails = await mailsTo(test, email);
    expect(tokenIn(mails, 'reset-password')).toBe('');
    const token = tokenIn(mails, 'verify-email');
    const verified = await test.api.post('/api/auth/verify-email', { token }, { token: session });
    expect(verified).toAnswer(400, 'verification_token_invalid');
  });

  it('cannot take an address, correct the own one, or do it without the role', async () => {
    const [person, other] = [await register(test), await register(test)];
    const me = (await test.api.get('/api/auth/me', { token: admin })).body.data as { id: number };
    expect(await correct(person.user.id, other.email)).toAnswer(409, 'email_taken');
    expect(await correct(me.id, newAddress())).toAnswer(409, 'own_account');
    expect(await correct(999_999, newAddress())).toAnswer(404, 'not_found');
    expect(await correct(person.user.id, newAddress(), other.token)).toAnswer(403, 'forbidden');
  });
});
