import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RecoveryCode, SecondFactor } from '../../../src/auth/auth.entities.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { login, register, sessionOf, standing } from '../people.js';
import {
  Authenticator,
  beginEnrolment,
  challengeOf,
  codeOf,
  type Enrolled,
  enrolled,
  secondStep,
} from './authenticator.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterEach(() => test.clock.reset());
afterAll(() => test.close());
keepBooks(() => test);

const post = (path: string, body: object, token: string) =>
  test.api.post(`/api/auth/second-factor/${path}`, body, { token });

const stateOf = async (token: string): Promise<object> =>
  (await test.api.get('/api/auth/second-factor', { token })).body.data;

describe('an enrolment', () => {
  it('asks for the password, however fresh the login is, and for a code of the app', async () => {
    const { token, username, password } = await register(test);
    const { secret, uri } = (await beginEnrolment(test, token)).body.data as Record<string, string>;
    expect(new URL(uri ?? '').searchParams.get('secret')).toBe(secret);
    const app = new Authenticator(test.clock, secret ?? '');
    const confirm = async (body: object) => codeOf(await post('confirm', body, token));
    expect(await confirm({ code: app.code() })).toBe('current_password_required');
    expect(await confirm({ code: app.code(), current_password: 'sandi-salah' })).toBe('password_wrong');
    expect(await confirm({ code: app.wrong(), current_password: password })).toBe('second_factor_wrong');
    expect(await confirm({ current_password: password })).toBe('parameter_missing');
    expect(await stateOf(token)).toMatchObject({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
    expect(await login(test, username, password), 'not asked for before').toAnswer(200);
    expect(await confirm({ code: app.code(), current_password: password })).toBe('ok');
    expect(await stateOf(token)).toEqual({
      enabled: true,
      enabled_at: expect.any(String) as string,
      enabled_at_utc: expect.any(String) as string,
      recovery_codes_left: 10,
      required: false,
    });
  });

  it('that is begun anew has another secret, and the earlier one is good for nothing', async () => {
    const { token, password } = await register(test);
    const begin = async () => {
      const { secret } = (await beginEnrolment(test, token)).body.data as { secret: string };
      return new Authenticator(test.clock, secret);
    };
    const [earlier, later] = [await begin(), await begin()];
    expect(later.secret).not.toBe(earlier.secret);
    const by = (app: Authenticator) =>
      post('confirm', { code: app.code(), current_password: password }, token);
    expect(codeOf(await by(earlier))).toBe('second_factor_wrong');
    expect(codeOf(await by(later))).toBe('ok');
    expect(codeOf(await beginEnrolment(test, token))).toBe('second_factor_enabled');
    expect(codeOf(await by(later))).toBe('second_factor_enabled');
  });

  it('leaves neither the secret nor a recovery code in the database', async () => {
    const { user, app, recoveryCodes } = await enrolled(test);
    const factor = await test.database.read.findOneByOrFail(SecondFactor, { userId: user.id });
    const codes = await test.database.read.findBy(RecoveryCode, { userId: user.id });
    expect(codes).toHaveLength(10);
    const stored = JSON.stringify([factor, codes]);
    for (const secret of [
      app.secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replace('-', '')),
    ])
      expect(stored).not.toContain(secret);
  });

  it('happens once when it is confirmed many times at once', async () => {
    const { token, password } = await register(test);
    const { secret } = (await beginEnrolment(test, token)).body.data as { secret: string };
    const code = new Authenticator(test.clock, secret).code();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('confirm', { code, current_password: password }, token)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stateOf(token)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
  });
});

describe('a login with a second factor', () => {
  it('is told so after the right password alone, and enters with a code', async () => {
    const person = await enrolled(test);
    const wrong = await login(test, person.username, 'sandi-salah');
    expect(wrong.body.code).toBe('credentials_invalid');
    const first = await login(test, person.username, person.password);
    expect(first.body).toEqual({
      success: false,
      message: 'Masukkan kode dari aplikasi autentikator Anda untuk menyelesaikan login.',
      code: 'second_factor_required',
      request_id: expect.any(String) as string,
      doc_url: expect.stringContaining('#second_factor_required') as string,
      challenge: expect.any(String) as string,
      expires_in: 300,
    });
    const { challenge } = first.body as unknown as { challenge: string };
    const second = await secondStep(test, challenge, person.app.next());
    expect(second).toAnswer(200, { success: true, message: 'Login berhasil.' });
    expect(Object.keys(second.body.data)).toEqual(['token', 'user']);
    expect(await standing(test, sessionOf(second).token)).toBe('ok');
  });

  it('of an account without one is answered as ever', async () => {
    const { username, password, user } = await register(test);
    const answer = await login(test, username, password);
    expect(answer.body).toEqual({
      success: true,
      message: 'Login berhasil.',
      data: { token: expect.any(String) as string, user },
    });
  });

  it('takes a code with a space in it, as apps show it', async () => {
    const person = await enrolled(test);
    const code = person.app.next();
    const answer = await secondStep(
      test,
      await challengeOf(test, person),
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    expect(answer).toAnswer(200);
  });
});

describe('a recovery code', () => {
  const by = async (person: Enrolled, code: string) =>
    codeOf(await secondStep(test, await challengeOf(test, person), code));

  it('stands in for the app once, however it is typed, and is counted', async () => {
    const person = await enrolled(test);
    expect(new Set(person.recoveryCodes).size).toBe(10);
    const [first = '', second = '', third = ''] = person.recoveryCodes;
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(await by(person, first)).toBe('ok');
    expect(await by(person, first)).toBe('second_factor_wrong');
    expect(await by(person, second.toUpperCase().replace('-', ' '))).toBe('ok');
    expect(await by(person, ` ${third.replace('-', '')} `)).toBe('ok');
    expect(await stateOf(person.token)).toMatchObject({ recovery_codes_left: 7 });
  });

  it('enters once when it is used many times at once', async () => {
    const person = await enrolled(test);
    const [code = ''] = person.recoveryCodes;
    const challenge = await challengeOf(test, person);
    const answers = await Promise.all(Array.from({ length: 8 }, () => secondStep(test, challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is its own account’s alone', async () => {
    const [owner, other] = [await enrolled(test), await enrolled(test)];
    expect(await by(other, owner.recoveryCodes[0] ?? '')).toBe('second_factor_wrong');
    expect(await by(owner, owner.recoveryCodes[0] ?? '')).toBe('ok');
  });

  it('ends when new ones are made, which takes the password and a code', async () => {
    const person = await enrolled(test);
    const { token, password, app, recoveryCodes } = person;
    const renew = (proof: object) => post('recovery-codes', proof, token);
    expect(codeOf(await renew({ code: app.next() }))).toBe('current_password_required');
    expect(codeOf(await renew({ code: app.wrong(), current_password: password }))).toBe(
      'second_factor_wrong',
    );
    const answer = await renew({ code: app.next(), current_password: password });
    const { recovery_codes: fresh } = answer.body.data as { recovery_codes: string[] };
    expect(fresh).toHaveLength(10);
    expect(await by(person, recoveryCodes[0] ?? '')).toBe('second_factor_wrong');
    expect(await by(person, fresh[0] ?? '')).toBe('ok');
  });
});

describe('turning it off', () => {
  it('takes the password and a code, and asks for neither at the next login', async () => {
    const { token, username, password, app, recoveryCodes } = await enrolled(test);
    const off = async (proof: object) => codeOf(await post('disable', proof, token));
    expect(await off({ code: app.next() })).toBe('current_password_required');
    expect(await off({ code: app.next(), current_password: 'sandi-salah' })).toBe('password_wrong');
    expect(await off({ code: app.wrong(), current_password: password })).toBe('second_factor_wrong');
    expect(await off({ code: recoveryCodes[3], current_password: password })).toBe('ok');
    expect(await off({ code: app.next(), current_password: password })).toBe('second_factor_disabled');
    expect(await stateOf(token)).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    expect(await login(test, username, password)).toAnswer(200);
  });
});
