import { randomInt } from 'node:crypto';
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { User } from '../../src/users/user.entities.js';
import type { Answer } from '../support/api.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { CLIENT_ID, GoogleKeys } from './google-keys.js';
import { login, newcomer, register, sessionOf, standing, suspend } from './people.js';

let google: GoogleKeys;
let production: TestApp;
beforeAll(async () => {
  google = await GoogleKeys.start();
  production = await startTestApp({
    env: {
      NODE_ENV: 'production',
      REGISTRATION: 'open',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_JWKS_URL: google.url,
    },
  });
});
afterAll(async () => {
  await production.close();
  await google.stop();
});
keepBooks(() => production);

const post = (test: TestApp, body: unknown) => test.api.post('/api/auth/google', body);
const result = ({ status, body }: Answer) => (status === 200 ? 'ok' : `${status} ${body.code}`);

/** Someone with a Google account nobody knows here. */
function visitor() {
  const google_id = String(randomInt(1e12, 2e12));
  return { google_id, email: `tamu.${google_id}@example.test`, name: 'Tamu Google' };
}

/** The body with a token that says the same, but for `change`. */
async function signed(who = visitor(), change: JWTPayload = {}) {
  return { ...who, id_token: await google.token({ sub: who.google_id, email: who.email, ...change }) };
}

describe('in production, Google', () => {
  it('opens a new account, and the same one the next time', async () => {
    const who = visitor();
    const first = await post(production, await signed(who));
    expect(first).toAnswer(200, { success: true, message: 'Login berhasil.' });
    const { user, token } = sessionOf(first);
    expect(user).toMatchObject({ username: `tamu.${who.google_id}`, email: who.email, name: 'Tamu Google' });
    expect(user.role_id).toBe(2);
    expect(await standing(production, token)).toBe('ok');
    expect(sessionOf(await post(production, await signed(who))).user).toEqual(user);
  });

  it('verifies the address that it vouches for, of an account from before too, and no other', async () => {
    const who = visitor();
    const verified = async (claim: typeof who) => sessionOf(await post(production, await signed(claim))).user;
    const { id, ...opened } = await verified(who);
    expect(opened).toMatchObject({ email_verified: true });
    await production.database.tx((tx) => tx.update(User, { id }, { emailVerifiedAt: null }));
    expect(await verified({ ...who, email: `pindah.${who.email}` })).toMatchObject({ email_verified: false });
    expect(await verified({ ...who, email: who.email.toUpperCase() })).toMatchObject({
      email_verified: true,
    });
  });

  it('finds an account by sub, whatever its email has become', async () => {
    const who = visitor();
    const { user } = sessionOf(await post(production, await signed(who)));
    const moved = { ...who, email: `pindah.${who.email}` };
    expect(sessionOf(await post(production, await signed(moved))).user).toEqual(user);
  });

  it('opens one account when its first logins come at the same time', async () => {
    const body = await signed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(production, body)));
    expect(answers.map(result)).toEqual(Array(8).fill('ok'));
    expect(new Set(answers.map((answer) => sessionOf(answer).user.id)).size).toBe(1);
  });

  it('gives a username that is free', async () => {
    const { username } = await register(production);
    const who = { ...visitor(), email: `${username}@lain.example.test` };
    const { user } = sessionOf(await post(production, await signed(who)));
    expect(user.username).toMatch(new RegExp(`^${username.slice(0, 24)}(-\\d{6})?$`));
    expect(user.username.toLowerCase()).not.toBe(username.toLowerCase());
  });

  it('takes email_verified as text and the issuer without https, as older tokens have them', async () => {
    const body = await signed(visitor(), { email_verified: 'true', iss: 'accounts.google.com' });
    expect(result(await post(production, body))).toBe('ok');
  });

  it('compares the email without regard to case', async () => {
    const who = visitor();
    expect(result(await post(production, await signed(who, { email: who.email.toUpperCase() })))).toBe('ok');
  });

  it('fetches its keys once for many logins', async () => {
    const before = google.fetches;
    for (let i = 0; i < 3; i++) await post(production, await signed());
    expect(google.fetches - before).toBeLessThanOrEqual(1);
  });

  it('says the account is suspended when it is', async () => {
    const who = visitor();
    const { user, token } = sessionOf(await post(production, await signed(who)));
    await suspend(production, user.id);
    expect(result(await post(production, await signed(who)))).toBe('403 account_suspended');
    expect(await standing(production, token)).toBe('token_invalid');
  });
});

describe('in production, a takeover', () => {
  const expectNobody = async (email: string) =>
    expect(await production.database.read.existsBy(User, { emailKey: email.toLowerCase() })).toBe(false);

  it('with a body without an id_token is refused', async () => {
    for (const extra of [{}, { id_token: '' }, { id_token: null }]) {
      const who = visitor();
      expect(result(await post(production, { ...who, ...extra }))).toBe('400 google_token_required');
      await expectNobody(who.email);
    }
    const known = visitor();
    await post(production, await signed(known));
    expect(result(await post(production, known))).toBe('400 google_token_required');
  });

  it.each<[string, JWTPayload]>([
    ['made for another client', { aud: 'evil.apps.googleusercontent.com' }],
    ['made for nobody', { aud: undefined }],
    ['of another issuer', { iss: 'https://accounts.evil.example' }],
    ['that has ended', { exp: 1_700_000_000 }],
    ['without an end', { exp: undefined }],
    ['that is not valid yet', { nbf: 4_000_000_000 }],
    ['of another sub', { sub: '999' }],
    ['without a sub', { sub: undefined }],
    ['of another email', { email: 'korban@example.test' }],
    ['without an email', { email: undefined }],
    ['with an unverified email', { email_verified: false }],
    ['with an unverified email, as text', { email_verified: 'false' }],
    ['that does not say the email is verified', { email_verified: undefined }],
  ])('with a token %s is refused', async (_, change) => {
    const body = await signed(visitor(), change);
    expect(result(await post(production, body))).toBe('401 google_token_invalid');
    await expectNobody(body.email);
  });

  it('with a token of another key, algorithm or form is refused', async () => {
    const who = visitor();
    const claims = { sub: who.google_id, email: who.email, email_verified: true, aud: CLIENT_ID };
    const full = { ...claims, iss: 'accounts.google.com', exp: Math.floor(Date.now() / 1000) + 60 };
    const stranger = await generateKeyPair('RS256');
    const pem = new TextEncoder().encode(await exportSPKI(google.publicKey));
    const good = await google.token({ sub: who.google_id, email: who.email });
    const tokens = [
      await google.token(claims, { key: stranger.privateKey }),
      await google.token(claims, { key: stranger.privateKey, kid: 'unknown' }),
      new UnsecuredJWT(full).encode(),
      await new SignJWT(full).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(pem),
      await new SignJWT(full)
        .setProtectedHeader({ alg: 'PS256', kid: 'k1' })
        .sign((await generateKeyPair('PS256')).privateKey),
      `${good.slice(0, -4)}AAAA`,
      'x.y.z',
      'bukan token',
    ];
    for (const id_token of tokens)
      expect(result(await post(production, { ...who, id_token }))).toBe('401 google_token_invalid');
    await expectNobody(who.email);
  });

  it('of a password account by its email is refused, even with a good token', async () => {
    const owner = await register(production);
    const attempt = await signed({ ...visitor(), email: owner.email });
    expect(result(await post(production, attempt))).toBe('409 google_email_conflict');
    expect(result(await post(production, attempt))).toBe('409 google_email_conflict');
    const row = await production.database.read.findOneByOrFail(User, { id: owner.user.id });
    expect(row.googleSub).toBeNull();
    expect(await login(production, owner.username, owner.password)).toAnswer(200);
  });

  it('of a Google account by its email, with another sub, is refused', async () => {
    const owner = visitor();
    await post(production, await signed(owner));
    const answer = await post(production, await signed({ ...visitor(), email: owner.email }));
    expect(result(answer)).toBe('409 email_taken');
  });

  it('of a Google account by registering its email is refused', async () => {
    const owner = visitor();
    await post(production, await signed(owner));
    const answer = await production.api.post('/api/auth/register', newcomer({ email: owner.email }));
    expect(answer.body.code).toBe('email_taken');
  });

  it.each([
    [{ google_id: 123 }, 'parameter_invalid'],
    [{ google_id: 'a b' }, 'parameter_invalid'],
    [{ google_id: 'x'.repeat(256) }, 'parameter_invalid'],
    [{ email: 'bukan email' }, 'email_invalid'],
    [{ name: 'a\nb' }, 'name_invalid'],
    [{ google_id: '' }, 'parameter_missing'],
  ])('with %j is refused', async (change, code) => {
    expect((await post(production, { ...(await signed()), ...change })).body.code).toBe(code);
  });

  it('with an id_token that is no text is refused', async () => {
    for (const id_token of [7, ['x'], {}, 'x'.repeat(8193)])
      expect(result(await post(production, { ...visitor(), id_token }))).toBe('401 google_token_invalid');
  });
});

describe('in production, without what Google needs', () => {
  it('a login is refused where no client is configured', async () => {
    const test = await startTestApp({ env: { NODE_ENV: 'production', GOOGLE_JWKS_URL: google.url } });
    try {
      expect(result(await post(test, await signed()))).toBe('403 google_disabled');
      expect(result(await post(test, visitor()))).toBe('400 google_token_required');
    } finally {
      await test.close();
    }
  });

  it('a login asks to come back when the keys cannot be fetched', async () => {
    const gone = await GoogleKeys.start();
    const env = {
      NODE_ENV: 'production',
      REGISTRATION: 'open',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_JWKS_URL: gone.url,
    };
    await gone.stop();
    const test = await startTestApp({ env });
    try {
      const answer = await post(test, await signed());
      expect(result(answer)).toBe('503 google_unavailable');
      expect(answer.headers.get('retry-after')).toBe('10');
    } finally {
      await test.close();
    }
  });
});

describe('in development, a bare body', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({
      env: { GOOGLE_AUTH: 'insecure', GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: google.url },
    });
  });
  afterAll(() => test.close());

  it('opens an account, and the same one the next time', async () => {
    const who = visitor();
    const { user } = sessionOf(await post(test, who));
    expect(sessionOf(await post(test, who)).user).toEqual(user);
  });

  it('never opens a password account', async () => {
    const owner = await register(test);
    const attempt = { ...visitor(), email: owner.email };
    expect(result(await post(test, attempt))).toBe('409 google_email_conflict');
  });

  it('no longer opens an account that has been given a password; a token does', async () => {
    const who = visitor();
    const { user } = sessionOf(await post(test, who));
    await test.database.tx((tx) => tx.update(User, { id: user.id }, { passwordHash: 'x' }));
    expect(result(await post(test, who))).toBe('409 google_email_conflict');
    expect(result(await post(test, await signed(who)))).toBe('ok');
  });

  it('is checked all the same when it brings a token', async () => {
    expect(result(await post(test, await signed(visitor(), { sub: '1' })))).toBe('401 google_token_invalid');
    expect(result(await post(test, await signed()))).toBe('ok');
  });
});
