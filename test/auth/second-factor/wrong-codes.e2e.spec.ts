import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SecondFactor } from '../../../src/auth/auth.entities.js';
import { LoginThrottle } from '../../../src/auth/login-throttle.js';
import { MISSES_MAX } from '../../../src/auth/second-factor/app-codes.js';
import { firstDataKey } from '../../../src/platform/security/data-keys.rules.js';
import { Sealer } from '../../../src/platform/security/sealer.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { mailsTo, tokenIn } from '../mails.js';
import { login, mailsDone, sessionOf } from '../people.js';
import { challengeOf, codeOf, type Enrolled, enrolled, secondStep, verifyEmail } from './authenticator.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ env: { TRUST_PROXY: '1', LOGIN_ATTEMPTS_EVERYWHERE_MAX: '20' } });
});
afterEach(() => test.clock.reset());
afterAll(() => test.close());
keepBooks(() => test);

const SUBJECT = 'Sandi: Kode verifikasi salah setelah password yang benar';
const WRONG_RECOVERY = 'aaaaa-bbbbb';

const guess = async (person: Enrolled, code = person.app.wrong(), address = '198.51.100.7') =>
  secondStep(test, await challengeOf(test, person), code, { 'x-forwarded-for': address });
const waitOf = ({ status, headers }: Awaited<ReturnType<typeof guess>>) =>
  status === 429 ? Number(headers.get('retry-after')) : 0;
const setMisses = (person: Enrolled, misses: number) =>
  test.database.tx((tx) => tx.update(SecondFactor, { userId: person.user.id }, { misses }));
const missesOf = async ({ user }: Enrolled) =>
  (await test.database.read.findOneByOrFail(SecondFactor, { userId: user.id })).misses;

async function resetPassword(person: Enrolled): Promise<void> {
  await test.api.post('/api/auth/forgot-password', { email: person.email });
  const mailed = async () => {
    await mailsDone(test);
    return tokenIn(await mailsTo(test, person.email), 'reset-password');
  };
  // A round of the outbox that is under way may have it.
  await expect.poll(mailed, { timeout: 20_000 }).not.toBe('');
  const token = await mailed();
  person.password = `${person.password}-baru`;
  const answer = await test.api.post('/api/auth/reset-password', { token, password: person.password });
  expect(answer).toAnswer(200);
}

describe('wrong codes of the authenticator app', () => {
  it('cost growing pauses, which hold the right code too', async () => {
    const person = await enrolled(test);
    for (let count = 0; count < 4; count++) expect(codeOf(await guess(person))).toBe('second_factor_wrong');
    const waits = [];
    for (let count = 0; count < 5; count++) {
      expect(codeOf(await guess(person))).toBe('second_factor_wrong');
      const wait = waitOf(await guess(person, person.app.code(30)));
      waits.push(wait);
      test.clock.advance(wait);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480]);
    expect(codeOf(await guess(person, person.app.next()))).toBe('ok');
    expect(await missesOf(person)).toBe(0);
  });

  it('are all, once the secret is under a lost DATA_KEY', async () => {
    const person = await enrolled(test);
    const sealedSecret = new Sealer(firstDataKey('a DATA_KEY that nobody has')).seal(person.app.secret);
    await test.database.tx((tx) => tx.update(SecondFactor, { userId: person.user.id }, { sealedSecret }));
    expect(codeOf(await guess(person, person.app.next()))).toBe('second_factor_wrong');
  });

  it('are counted on after a password reset, an unlock, and the end of the window', async () => {
    const person = await enrolled(test);
    await verifyEmail(test, person);
    for (let count = 0; count < 5; count++) await guess(person);
    await resetPassword(person);
    expect(codeOf(await guess(person))).toBe('rate_limited');
    await test.database.tx((tx) => test.app.get(LoginThrottle).unlock(tx, person.user.id));
    expect(codeOf(await guess(person))).toBe('rate_limited');
    test.clock.advance(901);
    expect(codeOf(await guess(person))).toBe('second_factor_wrong');
    expect(await missesOf(person)).toBe(6);
    expect(waitOf(await guess(person)), 'the next pause is the longer one').toBe(60);
  });

  it('end the app after a hundred in a row, whatever time passes; a recovery code helps', async () => {
    const person = await enrolled(test);
    await verifyEmail(test, person);
    await setMisses(person, MISSES_MAX - 1);
    expect(codeOf(await guess(person))).toBe('second_factor_wrong');
    test.clock.advance(30 * 86_400);
    expect(codeOf(await guess(person, person.app.next()))).toBe('second_factor_locked');
    await resetPassword(person);
    expect(codeOf(await guess(person, person.app.next()))).toBe('second_factor_locked');
    expect(codeOf(await guess(person, person.recoveryCodes[0]))).toBe('ok');
    expect(codeOf(await guess(person, person.app.next()))).toBe('ok');
  });

  it('end until an administrator removes the second factor', async () => {
    const person = await enrolled(test);
    await setMisses(person, MISSES_MAX);
    expect(codeOf(await guess(person, person.app.next()))).toBe('second_factor_locked');
    const { token } = sessionOf(await login(test, 'admin', 'admin-password'));
    const path = `/api/admin/users/${person.user.id}/remove-second-factor`;
    expect(await test.api.post(path, {}, { token })).toAnswer(200);
    expect(await login(test, person.username, person.password)).toAnswer(200);
  });

  it('are counted in a session too, where the factor is switched off', async () => {
    const person = await enrolled(test);
    const disable = (code: string) =>
      test.api.post(
        '/api/auth/second-factor/disable',
        { code, current_password: person.password },
        { token: person.token },
      );
    for (let count = 0; count < 5; count++)
      expect(codeOf(await disable(person.app.wrong()))).toBe('second_factor_wrong');
    expect(codeOf(await disable(person.app.code(30)))).toBe('rate_limited');
    expect(codeOf(await guess(person, person.app.code(30)))).toBe('rate_limited');
  });

  it('are never counted short when many come at once', async () => {
    const person = await enrolled(test);
    const challenge = await challengeOf(test, person);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => secondStep(test, challenge, person.app.wrong())),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'second_factor_wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(25);
    expect(await missesOf(person)).toBe(5);
  });
});

describe('recovery codes', () => {
  it('are taken while codes of the app have to wait', async () => {
    const person = await enrolled(test);
    for (let count = 0; count < 5; count++) await guess(person);
    expect(codeOf(await guess(person, person.app.code(30)))).toBe('rate_limited');
    expect(codeOf(await guess(person, person.recoveryCodes[0]))).toBe('ok');
    expect(codeOf(await guess(person, person.app.code(30))), 'and the app is good again').toBe('ok');
  });

  it('have a limit of their own for each address, which does not hold codes of the app', async () => {
    const person = await enrolled(test);
    const codes = [];
    for (let count = 0; count < 11; count++) codes.push(codeOf(await guess(person, WRONG_RECOVERY)));
    expect(codes.slice(9)).toEqual(['second_factor_wrong', 'rate_limited']);
    expect(codeOf(await guess(person, person.recoveryCodes[0]))).toBe('rate_limited');
    expect(codeOf(await guess(person, person.app.next()))).toBe('ok');
    expect(codeOf(await guess(person, person.recoveryCodes[0], '198.51.100.8'))).toBe('ok');
  });

  it('are not forgotten by a password reset, and cost a pause where many addresses guess', async () => {
    const person = await enrolled(test);
    await verifyEmail(test, person);
    for (let count = 0; count < 20; count++) await guess(person, WRONG_RECOVERY, `203.0.113.${count}`);
    await resetPassword(person);
    const stranger = '203.0.113.99';
    expect(codeOf(await guess(person, WRONG_RECOVERY, stranger))).toBe('rate_limited');
    test.clock.advance(6);
    expect(codeOf(await guess(person, person.recoveryCodes[0], stranger))).toBe('ok');
  });
});

describe('the owner', () => {
  const mails = async ({ email }: Enrolled) => {
    await mailsDone(test);
    return (await mailsTo(test, email)).filter(({ subject }) => subject === SUBJECT);
  };

  it('is mailed the first wrong code after a right password, not each', async () => {
    const person = await enrolled(test);
    expect(await mails(person)).toHaveLength(0);
    for (let count = 0; count < 4; count++) await guess(person, undefined, '203.0.113.50');
    const [mail, ...more] = await mails(person);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('203.0.113.50');
    expect(mail?.text).toContain('ganti password Anda sekarang');
    await guess(person, person.app.next());
    await guess(person);
    expect(await mails(person), 'again after a login').toHaveLength(2);
  });

  it('is mailed a wrong recovery code as well', async () => {
    const person = await enrolled(test);
    await guess(person, WRONG_RECOVERY);
    expect(await mails(person)).toHaveLength(1);
  });
});
