import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { User } from '../../../src/users/index.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { CLIENT_ID, GoogleKeys } from '../google-keys.js';
import { mailsTo } from '../mails.js';
import { mailsDone, newcomer, type Person, register } from '../people.js';

let test: TestApp;
let google: GoogleKeys;
beforeAll(async () => {
  google = await GoogleKeys.start();
  const withGoogle = { GOOGLE_AUTH: 'verified', GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: google.url };
  test = await startTestApp({
    env: { ...withGoogle, TRUST_PROXY: '1', PUBLIC_URL: 'https://otp.example.test' },
  });
});
afterAll(async () => {
  await test.close();
  await google.stop();
});
keepBooks(() => test);

const PHISHING = 'Klik-https://jahat.example/1.0 (sekarang juga)';

async function enter({ username, password }: Person, address: string): Promise<void> {
  const headers = { 'x-forwarded-for': address, 'user-agent': PHISHING };
  const answer = await test.api.post('/api/auth/login', { username, password }, { headers });
  expect(answer).toAnswer(200);
}

/** The mails of logins from new addresses. */
async function notices(email: string): Promise<string[]> {
  await mailsDone(test);
  const mails = await mailsTo(test, email);
  return mails.filter(({ subject }) => subject?.includes('alamat baru')).map(({ text }) => text ?? '');
}

async function verified(): Promise<Person> {
  const person = await register(test);
  const emailVerifiedAt = test.clock.now();
  await test.database.tx((tx) => tx.update(User, { id: person.user.id }, { emailVerifiedAt }));
  return person;
}

describe('a login from a new address', () => {
  it('is mailed with its time and address and where sessions are ended, and no word of whoever logs in', async () => {
    const person = await verified();
    await enter(person, '203.0.113.7');
    const [mail, ...others] = await notices(person.email);
    expect(others).toEqual([]);
    expect(mail).toContain('203.0.113.7');
    expect(mail).toMatch(/Waktu: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Jakarta\)/);
    expect(mail).toContain('https://otp.example.test/account');
    for (const word of ['jahat', 'Klik', person.username, person.name]) expect(mail).not.toContain(word);
  });

  it('is mailed once an hour at most, however many there are', async () => {
    const person = await verified();
    for (let i = 1; i <= 5; i++) await enter(person, `203.0.113.${i}`);
    expect(await notices(person.email)).toHaveLength(1);
  });

  it('is mailed no more once the address is known, or where it is that of the registration', async () => {
    const person = await verified();
    await enter(person, '127.0.0.1');
    expect(await notices(person.email)).toEqual([]);
  });

  it('is not mailed to an address that nobody verified', async () => {
    const person = await register(test);
    await enter(person, '203.0.113.7');
    expect(await notices(person.email)).toEqual([]);
  });

  it('takes the peer’s address where a proxy passes on what is no address', async () => {
    const person = await verified();
    await enter(person, 'klik jahat.example');
    // It is that of the registration.
    expect(await notices(person.email)).toEqual([]);
  });

  it('is not the one that opens an account by Google, but the next one from elsewhere is', async () => {
    const { username: sub, email } = newcomer();
    const body = { google_id: sub, email, name: 'G', id_token: await google.token({ sub, email }) };
    const by = async (address: string) => {
      const options = { headers: { 'x-forwarded-for': address } };
      expect(await test.api.post('/api/auth/google', body, options)).toAnswer(200);
      return (await notices(email)).length;
    };
    expect([await by('203.0.113.20'), await by('203.0.113.20'), await by('203.0.113.21')]).toEqual([0, 0, 1]);
  });
});
