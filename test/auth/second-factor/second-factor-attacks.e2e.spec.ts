import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { CLIENT_ID, GoogleKeys } from '../google-keys.js';
import { mailsTo, tokenIn } from '../mails.js';
import { login, mailsDone, newcomer, register, sessionOf, standing, suspend } from '../people.js';
import {
  Authenticator,
  beginEnrolment,
  challengeOf,
  codeOf,
  enrol,
  enrolled,
  secondStep,
  verifyEmail,
} from './authenticator.js';

let test: TestApp;
let google: GoogleKeys;
beforeAll(async () => {
  google = await GoogleKeys.start();
  const withGoogle = { GOOGLE_AUTH: 'verified', GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: google.url };
  test = await startTestApp({ env: { ...withGoogle, TRUST_PROXY: '1', LOGIN_ATTEMPTS_MAX: '4' } });
});
afterEach(() => test.clock.reset());
afterAll(async () => {
  await test.close();
  await google.stop();
});
keepBooks(() => test);

const OWN_PASSWORD = 'sandi-pemilik-alamat';

async function reset(email: string): Promise<void> {
  await test.api.post('/api/auth/forgot-password', { email });
  await mailsDone(test);
  const token = tokenIn(await mailsTo(test, email), 'reset-password');
  const answer = await test.api.post('/api/auth/reset-password', { token, password: OWN_PASSWORD });
  expect(answer).toAnswer(200);
}

describe('whoever knows the password', () => {
  it('does not guess the code, not from a hundred addresses either, until the window is over', async () => {
    const person = await enrolled(test);
    const challenge = await challengeOf(test, person);
    const guess = async (code: string, nth: number) =>
      codeOf(await secondStep(test, challenge, code, { 'x-forwarded-for': `203.0.113.${nth}` }));
    const codes = [];
    for (let nth = 1; nth <= 4; nth++) codes.push(await guess(person.app.wrong(), nth));
    expect(codes).toEqual(Array(4).fill('second_factor_wrong'));
    // A code of the next half minute is taken already; the pause of half a minute goes on.
    const right = person.app.code(30);
    const later = await Promise.all(Array.from({ length: 96 }, (_, nth) => guess(right, nth + 5)));
    expect(new Set(later)).toEqual(new Set(['rate_limited']));
    expect(await standing(test, person.token), 'the owner’s session goes on').toBe('ok');
    test.clock.advance(901);
    expect(codeOf(await secondStep(test, await challengeOf(test, person), person.app.next()))).toBe('ok');
  });

  it('gets no more guesses by many at once, nor as recovery codes', async () => {
    const person = await enrolled(test);
    const challenge = await challengeOf(test, person);
    const guesses = Array.from({ length: 20 }, (_, i) => (i % 2 ? `aaaaa-${10000 + i}` : person.app.wrong()));
    const answers = await Promise.all(guesses.map((code) => secondStep(test, challenge, code)));
    // Four of each kind.
    expect(answers.filter(({ body }) => body.code === 'second_factor_wrong')).toHaveLength(8);
    expect(answers.filter(({ body }) => body.code === 'rate_limited')).toHaveLength(12);
  });

  it('does not enter by a code that was used, nor by one of a step before it, nor twice at once', async () => {
    const person = await enrolled(test);
    const challenge = await challengeOf(test, person);
    const earlier = person.app.next();
    const code = person.app.next();
    const answers = await Promise.all(Array.from({ length: 2 }, () => secondStep(test, challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const used of [code, earlier])
      expect(codeOf(await secondStep(test, await challengeOf(test, person), used))).toBe(
        'second_factor_wrong',
      );
    expect(codeOf(await secondStep(test, await challengeOf(test, person), person.app.next()))).toBe('ok');
  });

  it('does not enter by the code that confirmed the enrolment', async () => {
    const { token, password, ...person } = await register(test);
    const { secret } = (await beginEnrolment(test, token)).body.data as { secret: string };
    const code = new Authenticator(test.clock, secret).code();
    const proof = { code, current_password: password };
    expect(await test.api.post('/api/auth/second-factor/confirm', proof, { token })).toAnswer(200);
    const challenge = await challengeOf(test, { token, password, ...person });
    expect(codeOf(await secondStep(test, challenge, code))).toBe('second_factor_wrong');
  });
});

describe('the challenge between the two steps', () => {
  it('opens nothing by itself, and no other token stands in for it', async () => {
    const person = await enrolled(test);
    const challenge = await challengeOf(test, person);
    expect(await standing(test, challenge)).toBe('token_invalid');
    const cookie = { cookie: `sandi_session=${challenge}`, 'x-sandi-client': 'dashboard' };
    expect(codeOf(await test.api.get('/api/auth/me', { headers: cookie }))).toBe('token_invalid');
    const forged = `${challenge.slice(0, challenge.lastIndexOf('.'))}.${'A'.repeat(43)}`;
    for (const other of [person.token, forged, 'x', 'a.b.c', challenge.slice(0, -2)])
      expect(codeOf(await secondStep(test, other, person.app.next()))).toBe('challenge_invalid');
  });

  it('ends after five minutes, and with whatever ends the tokens of its account', async () => {
    const person = await enrolled(test);
    const late = await challengeOf(test, person);
    test.clock.advance(301);
    expect(codeOf(await secondStep(test, late, person.app.next()))).toBe('challenge_invalid');
    const before = await challengeOf(test, person);
    await test.api.post('/api/auth/logout-all', undefined, person);
    expect(codeOf(await secondStep(test, before, person.app.next()))).toBe('challenge_invalid');
  });

  it('enters no account but its own, and none that was suspended meanwhile', async () => {
    const [owner, other] = [await enrolled(test), await enrolled(test)];
    const challenge = await challengeOf(test, owner);
    expect(codeOf(await secondStep(test, challenge, other.app.next()))).toBe('second_factor_wrong');
    await suspend(test, owner.user.id);
    expect(codeOf(await secondStep(test, challenge, owner.app.next()))).toBe('challenge_invalid');
  });
});

describe('a second factor', () => {
  it('is asked for after a reset of the password too', async () => {
    const person = await enrolled(test);
    await verifyEmail(test, person);
    await reset(person.email);
    const challenge = await challengeOf(test, { ...person, password: OWN_PASSWORD });
    expect(codeOf(await secondStep(test, challenge, person.app.wrong()))).toBe('second_factor_wrong');
    expect(codeOf(await secondStep(test, challenge, person.app.next()))).toBe('ok');
  });

  it('of a squatter does not keep the owner of an address out who resets it, who is told so', async () => {
    const squatter = await enrolled(test);
    await reset(squatter.email);
    const mail = (await mailsTo(test, squatter.email)).find(({ subject }) => subject?.startsWith('Reset'));
    expect(mail?.text).toContain('verifikasi dua langkahnya');
    const owner = await login(test, squatter.email, OWN_PASSWORD);
    expect(owner).toAnswer(200);
    expect(await standing(test, squatter.token)).toBe('token_invalid');
    const { token } = sessionOf(owner);
    const state = await test.api.get('/api/auth/second-factor', { token });
    expect(state.body.data).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    await enrol(test, { token, password: OWN_PASSWORD });
  });

  it('is asked for after a login with Google as well', async () => {
    const { username: sub, email } = newcomer();
    const enter = async () =>
      test.api.post('/api/auth/google', {
        google_id: sub,
        email,
        name: 'G',
        id_token: await google.token({ sub, email }),
      });
    const { token } = sessionOf(await enter());
    const { secret } = (await beginEnrolment(test, token)).body.data as { secret: string };
    const app = new Authenticator(test.clock, secret);
    // It has no password: a fresh login stands in for it.
    const confirm = (session: string) =>
      test.api.post('/api/auth/second-factor/confirm', { code: app.code() }, { token: session });
    test.clock.advance(601);
    expect(codeOf(await confirm(token))).toBe('recent_login_required');
    expect(codeOf(await confirm(sessionOf(await enter()).token))).toBe('ok');
    const answer = await enter();
    expect(codeOf(answer)).toBe('second_factor_required');
    const { challenge } = answer.body as unknown as { challenge: string };
    expect(codeOf(await secondStep(test, challenge, app.next()))).toBe('ok');
  });
});
