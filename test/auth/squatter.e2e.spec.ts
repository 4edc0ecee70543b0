import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { CLIENT_ID, GoogleKeys } from './google-keys.js';
import { mailsTo, tokenIn } from './mails.js';
import { login, mailsDone, newcomer, type Person, register, sessionOf, standing } from './people.js';

const VICTIM_PASSWORD = 'sandi-pemilik-alamat';

let test: TestApp;
let google: GoogleKeys;
beforeAll(async () => {
  google = await GoogleKeys.start();
  const withGoogle = { GOOGLE_AUTH: 'insecure', GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: google.url };
  test = await startTestApp({ env: { ...withGoogle, WEBHOOK_ALLOW_PRIVATE: '1' } });
});
afterAll(async () => {
  await test.close();
  await google.stop();
});
keepBooks(() => test);

interface Loot {
  key: string;
  testKey: string;
}

const URL_OF_HIS = 'http://127.0.0.1:9/tangkap';

/** What a stranger leaves in an account: keys of both kinds, and a webhook. */
async function dig({ token }: Person): Promise<Loot> {
  const make = async (mode: string) => {
    const answer = await test.api.post('/api/account/api-keys', { name: 'k', mode }, { token });
    expect(answer).toAnswer(201);
    return (answer.body.data as { key: string }).key;
  };
  const registered = await test.api.post('/api/account/webhooks', { url: URL_OF_HIS }, { token });
  expect(registered).toAnswer(201);
  return { key: await make('live'), testKey: await make('test') };
}

const credit = (token: string) => test.api.get('/api/otp/credit', { token });

/** The token of the newest reset mail. */
async function resetToken(email: string): Promise<string> {
  await test.api.post('/api/auth/forgot-password', { email });
  await mailsDone(test);
  return tokenIn(await mailsTo(test, email), 'reset-password');
}

const reset = (token: string) =>
  test.api.post('/api/auth/reset-password', { token, password: VICTIM_PASSWORD });
const preview = (token: string) => test.api.post('/api/auth/reset-password/preview', { token });

/** The link that was mailed when the address was registered. */
async function verifyToken(email: string): Promise<string> {
  await mailsDone(test);
  return tokenIn(await mailsTo(test, email), 'verify-email');
}

const verify = (token: string, session: string) =>
  test.api.post('/api/auth/verify-email', { token }, { token: session });

const listed = async (path: string, token: string): Promise<unknown[]> =>
  (await test.api.get(path, { token })).body.data;

describe('a stranger who registered the address of somebody else', () => {
  it('keeps neither session, key nor webhook once its owner resets the password, who is told so before', async () => {
    const squatter = await register(test);
    const { key, testKey } = await dig(squatter);
    expect(await credit(key)).toAnswer(200);

    const token = await resetToken(squatter.email);
    const mails = await mailsTo(test, squatter.email);
    expect(mails.map(({ text }) => text).join('\n')).toMatch(
      /belum pernah diverifikasi[\s\S]*semua sesi, API key dan webhook/,
    );
    expect((await preview(token)).body.data).toEqual({ ends_everything: true });
    expect(await credit(key), 'looking ends nothing').toAnswer(200);
    expect(await reset(token)).toAnswer(200);

    for (const dead of [key, testKey]) expect((await credit(dead)).body.code).toBe('api_key_invalid');
    expect(await standing(test, squatter.token)).toBe('token_invalid');
    expect(await login(test, squatter.username, squatter.password)).toAnswer(401);
    const owner = sessionOf(await login(test, squatter.email, VICTIM_PASSWORD));
    expect(owner.user).toMatchObject({ email_verified: true });
    expect(await listed('/api/account/api-keys', owner.token)).toEqual([]);
    expect(await listed('/api/account/webhooks', owner.token)).toEqual([]);
  });

  it('does not come back by Google either, with a Google account of their own', async () => {
    const { username: google_id, email } = newcomer();
    // Outside production alone, a bare body opens an account at any address.
    const opened = await test.api.post('/api/auth/google', { google_id, email, name: 'G' });
    const { user } = sessionOf(opened);
    expect(await reset(await resetToken(email))).toAnswer(200);
    const own = { google_id, email: `penyerobot.${email}`, name: 'G' };
    const id_token = await google.token({ sub: google_id, email: own.email });
    const back = await test.api.post('/api/auth/google', { ...own, id_token });
    expect(back).toAnswer(200);
    expect(sessionOf(back).user.id).not.toBe(user.id);
  });

  it('is not verified by a link that its owner follows, alone or with a session of another account', async () => {
    const squatter = await register(test);
    const token = await verifyToken(squatter.email);
    expect(token).not.toBe('');
    const alone = await test.api.post('/api/auth/verify-email', { token });
    expect(alone).toAnswer(401, 'token_missing');
    const owner = await register(test);
    const crossed = await verify(token, owner.token);
    expect(crossed).toAnswer(400, 'verification_token_invalid');
    for (const { token: session } of [squatter, owner])
      expect((await test.api.get('/api/auth/me', { token: session })).body.data).toMatchObject({
        email_verified: false,
      });
  });

  it('leaves nothing behind by asking for keys and webhooks while the reset happens', async () => {
    const squatter = await register(test);
    const token = await resetToken(squatter.email);
    const paths = ['/api/account/api-keys', '/api/account/webhooks'];
    const dig = (path: string, nth: number) =>
      test.api.post(path, path.endsWith('keys') ? { name: `k${nth}` } : { url: URL_OF_HIS }, squatter);
    const isOver = { yet: false };
    const digging = paths.flatMap((path) =>
      Array.from({ length: 20 }, async (_, nth) => {
        while (!isOver.yet) await dig(path, nth);
      }),
    );
    expect(await reset(token)).toAnswer(200);
    isOver.yet = true;
    await Promise.all(digging);
    const owner = sessionOf(await login(test, squatter.email, VICTIM_PASSWORD));
    for (const path of paths) expect(await listed(path, owner.token)).toEqual([]);
  });
});

describe('a reset of an address that was verified', () => {
  it('ends sessions and keeps keys and webhooks, and says so before', async () => {
    const owner = await register(test);
    const { key } = await dig(owner);
    expect((await verify(await verifyToken(owner.email), owner.token)).body.data).toMatchObject({
      email_verified: true,
    });
    const token = await resetToken(owner.email);
    const resets = (await mailsTo(test, owner.email)).filter(
      ({ subject }) => subject === 'Reset password Sandi',
    );
    expect(resets.map(({ text }) => text)).toEqual([
      expect.not.stringContaining('belum pernah diverifikasi') as string,
    ]);
    expect((await preview(token)).body.data).toEqual({ ends_everything: false });
    expect(await reset(token)).toAnswer(200);
    expect(await credit(key)).toAnswer(200);
    expect(await standing(test, owner.token)).toBe('token_invalid');
    const again = sessionOf(await login(test, owner.email, VICTIM_PASSWORD));
    expect(await listed('/api/account/webhooks', again.token)).toHaveLength(1);
  });

  it('is what the second reset of a squatted one is', async () => {
    const { email } = await register(test);
    expect(await reset(await resetToken(email))).toAnswer(200);
    expect((await preview(await resetToken(email))).body.data).toEqual({ ends_everything: false });
  });
});

describe('what a reset will end', () => {
  it('is told to nobody without its token, nor after it is spent or replaced', async () => {
    const { email } = await register(test);
    const older = await resetToken(email);
    const newer = await resetToken(email);
    expect(await reset(newer)).toAnswer(200);
    for (const token of [older, newer, 'A'.repeat(43), email, "' OR 1=1 --"]) {
      const answer = await preview(token);
      expect(answer).toAnswer(400, 'reset_token_invalid');
    }
  });
});
