import { createHmac, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { login, me, type Person, register, sessionOf, standing, suspend } from './people.js';

let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  person = await register(test);
});
afterAll(() => test.close());

const secret = () => new TextEncoder().encode(test.config.JWT_SECRET);
const withHeader = (authorization: string) => test.api.get('/api/auth/me', { headers: { authorization } });

interface Claims {
  sub?: string;
  ver?: unknown;
  sid?: unknown;
  iss?: string;
  aud?: string;
  exp?: number;
}

/** A token as ours, but for what is said. */
function forge(change: Claims = {}, alg = 'HS256', key: Parameters<SignJWT['sign']>[0] = secret()) {
  const nowSeconds = Math.floor(test.clock.now().getTime() / 1000);
  const own = {
    sub: String(person.user.id),
    ver: 0,
    sid: decodeJwt(person.token)['sid'],
    iss: 'sandi',
    aud: 'sandi-dashboard',
    iat: nowSeconds,
    exp: nowSeconds + 60,
  };
  return new SignJWT({ ...own, ...change }).setProtectedHeader({ alg }).sign(key);
}

describe('a user token', () => {
  it('is HS256 for 12 hours, and says whose it is and for whom', () => {
    expect(decodeProtectedHeader(person.token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const claims = decodeJwt(person.token);
    expect(claims).toEqual({
      iss: 'sandi',
      aud: 'sandi-dashboard',
      sub: String(person.user.id),
      ver: 0,
      sid: expect.any(Number) as number,
      iat: expect.any(Number) as number,
      exp: (claims.iat ?? 0) + 43_200,
    });
  });

  it('ends with its time', async () => {
    const moving = await startTestApp({ env: { TOKEN_TTL_SECONDS: '3600' } });
    try {
      const { token } = await register(moving);
      moving.clock.advance(3590);
      expect(await standing(moving, token)).toBe('ok');
      moving.clock.advance(11);
      const answer = await me(moving, token);
      expect(answer).toAnswer(401, 'token_invalid');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="sandi", error="invalid_token"');
    } finally {
      await moving.close();
    }
  });

  it('of the tests is taken when nothing is wrong with it', async () => {
    expect(await standing(test, await forge())).toBe('ok');
  });

  it.each<[string, Claims]>([
    ['another issuer', { iss: 'evil' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'sandi' }],
    ['no audience', { aud: undefined }],
    ['a time that has passed', { exp: 1_600_000_000 }],
    ['no end', { exp: undefined }],
    ['another version', { ver: 1 }],
    ['no version', { ver: undefined }],
    ['a version in text', { ver: '0' }],
    ['a session that is none', { sid: 2_000_000_000 }],
    ['no session, as tokens of before had none', { sid: undefined }],
    ['a session that is no id', { sid: '1 OR 1=1' }],
    ['no subject', { sub: undefined }],
    ['nobody for a subject', { sub: '2000000000' }],
    ['a subject out of range', { sub: '99999999999999999999' }],
    ['a subject that is no id', { sub: "1' OR 1=1" }],
  ])('with %s is refused', async (_, claims) => {
    expect(await standing(test, await forge(claims))).toBe('token_invalid');
  });

  it('without a signature is refused', async () => {
    const claims = decodeJwt(person.token);
    const none = new UnsecuredJWT(claims).encode();
    const [header, payload] = person.token.split('.');
    for (const token of [none, `${header}.${payload}.`, `${header}.${payload}`])
      expect(await standing(test, token)).toBe('token_invalid');
  });

  it('of another algorithm is refused, even under the right secret', async () => {
    for (const alg of ['HS384', 'HS512'])
      expect(await standing(test, await forge({}, alg))).toBe('token_invalid');
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await standing(test, await forge({}, 'RS256', privateKey))).toBe('token_invalid');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    expect(await standing(test, await forge({}, 'HS256', new TextEncoder().encode(pem)))).toBe(
      'token_invalid',
    );
  });

  it.each<[string, JWTHeaderParameters]>([
    ['an extension that nobody knows', { alg: 'HS256', crit: ['urn:x:unknown'], 'urn:x:unknown': 1 }],
    ['a payload that is not encoded', { alg: 'HS256', crit: ['b64'], b64: true }],
    ['an empty list of extensions', { alg: 'HS256', crit: [] }],
  ])('that demands %s is refused', async (_, header) => {
    const token = await forge();
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
    const [, payload] = token.split('.');
    const signature = createHmac('sha256', test.config.JWT_SECRET).update(`${encoded}.${payload}`);
    const demanding = `${encoded}.${payload}.${signature.digest('base64url')}`;
    expect(await standing(test, demanding)).toBe('token_invalid');
  });

  it.each<[string, object]>([
    ['a key of its own', { jwk: { kty: 'oct', k: Buffer.from('own').toString('base64url') } }],
    ['the address of a key', { jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/key' }],
    ['the name of a key that is a path', { kid: '../../../../dev/null' }],
  ])('that brings %s is judged by our secret all the same', async (_, header) => {
    const encoded = Buffer.from(JSON.stringify({ alg: 'HS256', ...header })).toString('base64url');
    const [, payload] = (await forge()).split('.');
    for (const key of ['own', ' ', '\0']) {
      const signature = createHmac('sha256', key).update(`${encoded}.${payload}`).digest('base64url');
      expect(await standing(test, `${encoded}.${payload}.${signature}`)).toBe('token_invalid');
    }
  });

  it('of another secret, or changed in one place, is refused', async () => {
    const other = new TextEncoder().encode('another-secret-another-secret-another');
    expect(await standing(test, await forge({}, 'HS256', other))).toBe('token_invalid');
    const [header, , signature] = person.token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...decodeJwt(person.token), sub: '1' })).toString(
      'base64url',
    );
    expect(await standing(test, `${header}.${payload}.${signature}`)).toBe('token_invalid');
  });
});

describe('an Authorization header', () => {
  it('that is absent, empty or without a credential is a missing token', async () => {
    const answers = [await test.api.get('/api/auth/me'), await withHeader(''), await withHeader('Bearer')];
    for (const answer of answers) {
      expect(answer).toAnswer(401, 'token_missing');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="sandi"');
    }
  });

  it('of another scheme, or malformed, is an invalid token', async () => {
    const headers = [
      'Basic YTpi',
      `Token ${person.token}`,
      person.token,
      `Bearer ${person.token} x`,
      'Bearer x',
    ];
    for (const header of headers) expect((await withHeader(header)).body.code).toBe('token_invalid');
    expect(await withHeader(`bearer ${person.token}`)).toAnswer(200);
  });

  it('is the only place a token is read from, but for the session of the dashboard', async () => {
    const answer = await test.api.get(`/api/auth/me?access_token=${person.token}&token=${person.token}`, {
      headers: {
        cookie: `token=${person.token}; access_token=${person.token}; sandi_session=${person.token}`,
        'x-access-token': person.token,
      },
    });
    expect(answer.body.code).toBe('token_missing');
  });
});

describe('credentials of one kind', () => {
  it('do not open the doors of the other', async () => {
    const { key } = await createAccount(test);
    expect(await standing(test, key)).toBe('token_invalid');
    expect((await test.api.get('/api/account/api-keys', { token: key })).body.code).toBe('token_invalid');
    expect((await test.api.get('/api/otp/credit', { token: person.token })).body.code).toBe(
      'api_key_invalid',
    );
  });
});

describe('every token of an account ends at once', () => {
  const two = async () => {
    const owner = await register(test);
    const second = sessionOf(await login(test, owner.username, owner.password)).token;
    const states = () => Promise.all([owner.token, second].map((token) => standing(test, token)));
    expect(await states()).toEqual(['ok', 'ok']);
    return { ...owner, states };
  };

  it('with logout-all, and no other account is touched', async () => {
    const { token, username, password, states } = await two();
    const answer = await test.api.post('/api/auth/logout-all', undefined, { token });
    expect(answer.body).toEqual({ success: true, message: 'Semua sesi telah diakhiri.' });
    expect(await states()).toEqual(['token_invalid', 'token_invalid']);
    expect(await standing(test, sessionOf(await login(test, username, password)).token)).toBe('ok');
    expect(await standing(test, person.token)).toBe('ok');
  });

  it('with a new password, but for the one in the answer', async () => {
    const { token, username, password, states } = await two();
    const change = { current_password: password, new_password: 'sandi-yang-baru' };
    const answer = await test.api.post('/api/auth/change-password', change, { token });
    expect(answer).toAnswer(200);
    expect(await states()).toEqual(['token_invalid', 'token_invalid']);
    expect(await standing(test, sessionOf(answer).token)).toBe('ok');
    expect((await login(test, username, password)).body.code).toBe('credentials_invalid');
    expect(await login(test, username, 'sandi-yang-baru')).toAnswer(200);
  });

  it('with a suspension, and does not come back with its end', async () => {
    const { user, states } = await two();
    await suspend(test, user.id);
    expect(await states()).toEqual(['token_invalid', 'token_invalid']);
    await suspend(test, user.id, false);
    expect(await states()).toEqual(['token_invalid', 'token_invalid']);
  });
});

describe('a change of password', () => {
  it('is refused without the present one, or to one that is too short', async () => {
    const { token, password } = await register(test);
    const change = (current_password: string, new_password: string) =>
      test.api.post('/api/auth/change-password', { current_password, new_password }, { token });
    const wrong = await change('sandi-salah', 'sandi-yang-baru');
    expect(wrong).toAnswer(400, 'password_wrong');
    expect((await change(password, 'pendek')).body.code).toBe('password_invalid');
    expect(await standing(test, token)).toBe('ok');
  });

  it('takes effect once when two are made at the same time', async () => {
    const { token, username, password } = await register(test);
    const answers = await Promise.all(
      ['sandi-yang-satu', 'sandi-yang-dua'].map((new_password) =>
        test.api.post('/api/auth/change-password', { current_password: password, new_password }, { token }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('token_invalid');
    const logins = await Promise.all(
      ['sandi-yang-satu', 'sandi-yang-dua'].map((candidate) => login(test, username, candidate)),
    );
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('two apps in one process', () => {
  it('each answer for their own credentials, also after the other has gone', async () => {
    const other = await startTestApp({ env: { JWT_SECRET: 'another-secret-another-secret-another' } });
    const stranger = await register(other);
    const account = await createAccount(other);
    expect(await standing(test, person.token)).toBe('ok');
    expect(await standing(test, stranger.token)).toBe('token_invalid');
    expect(await standing(other, stranger.token)).toBe('ok');
    expect((await test.api.get('/api/otp/credit', { token: account.key })).body.code).toBe('api_key_invalid');
    await other.close();
    expect(await standing(test, person.token)).toBe('ok');
  });
});
