import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { User } from '../../src/users/user.entities.js';
import { atFullPasswordCost, keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { login, me, newcomer, register, sessionOf, suspend } from './people.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ env: { GOOGLE_AUTH: 'insecure' } });
});
afterAll(() => test.close());
keepBooks(() => test);

const signUp = (overrides: Record<string, unknown>) =>
  test.api.post('/api/auth/register', newcomer(overrides));

describe('an account', () => {
  it('is registered, logged in to and read back', async () => {
    const form = newcomer({ name: '  Toko Budi 👩‍👧  ' });
    const registered = await test.api.post('/api/auth/register', form);
    const user = {
      id: expect.any(Number) as number,
      username: form.username,
      name: 'Toko Budi 👩‍👧',
      email: form.email,
      email_verified: false,
      credit_balance: 10_000,
      role_id: 2,
      account_id: expect.any(Number) as number,
      role: 'owner',
      admin_role: null,
      operations: expect.arrayContaining(['createApiKey', 'inviteMember']) as string[],
    };
    expect(registered).toAnswer(201);
    expect(registered.body).toEqual({
      success: true,
      message: 'Registrasi berhasil.',
      data: { token: expect.any(String) as string, user },
    });

    const loggedIn = await login(test, form.username, form.password);
    expect(loggedIn).toAnswer(200);
    expect(sessionOf(loggedIn).user).toEqual(sessionOf(registered).user);
    for (const { token } of [sessionOf(registered), sessionOf(loggedIn)])
      expect((await me(test, token)).body).toEqual({ success: true, data: sessionOf(registered).user });
  });

  it('is logged in to by username or email, in any case', async () => {
    const { username, email, password } = await register(test);
    for (const name of [username.toLowerCase(), username.toUpperCase(), email, ` ${email.toLowerCase()} `])
      expect(await login(test, name, password)).toAnswer(200);
  });

  it('keeps its password as argon2id only', async () => {
    await atFullPasswordCost(async () => {
      const { user, password } = await register(test);
      const { passwordHash } = await test.database.read.findOneByOrFail(User, { id: user.id });
      expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(test.logs.join('')).not.toContain(password);
    });
  });

  it('has a username and an email that nobody else has in any case', async () => {
    const { username, email } = await register(test);
    expect((await signUp({ username: username.toUpperCase() })).body.code).toBe('username_taken');
    const taken = await signUp({ email: email.toUpperCase() });
    expect(taken).toAnswer(409, 'email_taken');
  });

  it('is made once when twenty register it at the same time', async () => {
    const form = newcomer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => test.api.post('/api/auth/register', form)),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? 'created' : body.code)).sort();
    expect(codes).toEqual(['created', ...Array<string>(19).fill('username_taken')]);
  });

  it('can be renamed by its owner', async () => {
    const { token } = await register(test);
    const answer = await test.api.patch('/api/auth/me', { name: ' Nama Baru ' }, { token });
    expect(answer.body.data).toMatchObject({ name: 'Nama Baru' });
    expect((await me(test, token)).body.data).toMatchObject({ name: 'Nama Baru' });
    expect((await test.api.patch('/api/auth/me', { name: 'a\nb' }, { token })).body.code).toBe(
      'name_invalid',
    );
  });

  it('does not let its owner change anything else through the name', async () => {
    const { token, user } = await register(test);
    await test.api.patch('/api/auth/me', { name: 'X', role_id: 1, email: 'x@example.test' }, { token });
    expect((await me(test, token)).body.data).toEqual({ ...user, name: 'X' });
  });
});

describe('a registration', () => {
  it.each([
    ['username', 'ab', 'username_invalid'],
    ['username', 'toko budi', 'username_invalid'],
    ['username', 'budi@toko', 'username_invalid'],
    ['username', 12345, 'username_invalid'],
    ['email', 'budi', 'email_invalid'],
    ['email', ['budi@example.test'], 'email_invalid'],
    ['email', 'budi@example.test\r\nBcc: x@example.test', 'email_invalid'],
    ['password', 'tujuh77', 'password_invalid'],
    ['password', '😀'.repeat(7), 'password_invalid'],
    ['password', 'x'.repeat(129), 'password_invalid'],
    ['password', 12345678, 'password_invalid'],
    ['name', 'x'.repeat(101), 'name_invalid'],
    ['name', 'a\u0000b', 'name_invalid'],
    ['name', {}, 'name_invalid'],
  ])('with %s %j is refused', async (field, value, code) => {
    const answer = await signUp({ [field]: value });
    expect(answer).toAnswer(400, code);
  });

  it.each(['x'.repeat(128), '😀'.repeat(128), 'sandi  spasi'])('takes the password %j', async (password) => {
    const form = newcomer({ password });
    expect(await test.api.post('/api/auth/register', form)).toAnswer(201);
    expect(await login(test, form.username, password)).toAnswer(200);
  });

  it('names every field that is missing, null or blank', async () => {
    const answer = await test.api.post('/api/auth/register', { username: null, email: ' ', password: '' });
    expect(answer).toAnswer(400, {
      code: 'parameter_missing',
      fields: ['username', 'email', 'password', 'name'],
    });
  });

  it('says how long a password has to be, which the operator sets', async () => {
    const strict = await startTestApp({ env: { PASSWORD_MIN: '12' } });
    try {
      const answer = await strict.api.post('/api/auth/register', newcomer({ password: 'sebelas-11x' }));
      expect(answer.body).toMatchObject({
        code: 'password_invalid',
        message: 'Password harus 12-128 karakter.',
      });
    } finally {
      await strict.close();
    }
  });
});

describe('a login', () => {
  it('answers the same for an unknown name, a wrong password and an account without one', async () => {
    const { username } = await register(test);
    const google = newcomer();
    const body = { google_id: google.username, email: google.email, name: 'G' };
    expect(await test.api.post('/api/auth/google', body)).toAnswer(200);
    const answers = [
      await login(test, 'tidak-ada', 'sandi-rahasia'),
      await login(test, 'tidak-ada@example.test', 'sandi-rahasia'),
      await login(test, username, 'sandi-salah'),
      await login(test, google.email, 'sandi-rahasia'),
      await login(test, username, 'x'.repeat(1000)),
    ];
    for (const answer of answers)
      expect(answer).toAnswer(401, { code: 'credentials_invalid', message: 'Username atau password salah.' });
  });

  it('takes about as long for an unknown name as for a wrong password', async () => {
    await atFullPasswordCost(async () => {
      const service = await startTestApp();
      onTestFinished(() => service.close());
      const { username } = await register(service);
      const times: Record<string, number[]> = { [username]: [], 'tidak-ada-sama-sekali': [] };
      for (let round = 0; round < 9; round++)
        for (const name of Object.keys(times)) {
          const start = performance.now();
          await login(service, name, 'sandi-salah');
          times[name]?.push(performance.now() - start);
        }
      // The least of each: a busy machine only adds to them.
      const [known = 0, unknown = 0] = Object.values(times).map((all) => Math.min(...all));
      expect(unknown / known).toBeGreaterThan(0.4);
      expect(unknown / known).toBeLessThan(2.5);
    });
  });

  it('tells of a suspension only whoever has the right password', async () => {
    const { username, password, user } = await register(test);
    await suspend(test, user.id);
    expect((await login(test, username, 'sandi-salah')).body.code).toBe('credentials_invalid');
    const answer = await login(test, username, password);
    expect(answer).toAnswer(403, 'account_suspended');
    await suspend(test, user.id, false);
    expect(await login(test, username, password)).toAnswer(200);
  });

  it.each([
    [{ username: 5, password: 'x' }, 'parameter_invalid'],
    [{ username: 'x', password: ['x'] }, 'parameter_invalid'],
    [{ username: { $ne: 1 }, password: { $ne: 1 } }, 'parameter_invalid'],
    [{ username: 'x' }, 'parameter_missing'],
    [{}, 'parameter_missing'],
  ])('with %j is refused', async (body, code) => {
    const answer = await test.api.post('/api/auth/login', body);
    expect(answer).toAnswer(400, code);
  });
});
