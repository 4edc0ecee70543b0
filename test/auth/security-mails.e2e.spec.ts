import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { mailsTo, tokenIn } from './mails.js';
import { login, mailsDone, type Person, register, sessionOf, suspend } from './people.js';
import { challengeOf, enrolled, secondStep, verifyEmail } from './second-factor/authenticator.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: 'https://sandi.example.test' } });
});
afterEach(() => test.clock.reset());
afterAll(() => test.close());
keepBooks(() => test);

const SECOND_FACTOR = '/api/auth/second-factor';

async function mailed({ email }: Person, subject: string) {
  await mailsDone(test);
  const mails = await mailsTo(test, email);
  return mails.filter((mail) => mail.subject === `Sandi: ${subject}`).map(({ text }) => text ?? '');
}
const admin = async () => sessionOf(await login(test, 'admin', 'admin-password'));

describe('the owner of an account is mailed', () => {
  it('that the password was changed, with the time, the address and what to do', async () => {
    const person = await register(test);
    const change = { current_password: person.password, new_password: 'sandi-yang-baru' };
    expect(await test.api.post('/api/auth/change-password', change, person)).toAnswer(200);
    const [text, ...more] = await mailed(person, 'Password diganti');
    expect(more).toEqual([]);
    expect(text).toContain('Alamat IP: 127.0.0.1');
    expect(text).toContain(`(${test.config.TIMEZONE})`);
    expect(text).toContain('Lupa password');
    expect(text).toContain('https://sandi.example.test/account');
    expect(text).not.toContain('sandi-yang-baru');
  });

  it('that it was set by a mailed link', async () => {
    const person = await register(test);
    await test.api.post('/api/auth/forgot-password', { email: person.email });
    await mailsDone(test);
    const token = tokenIn(await mailsTo(test, person.email), 'reset-password');
    await test.api.post('/api/auth/reset-password', { token, password: 'sandi-yang-baru' });
    expect(await mailed(person, 'Password diatur ulang')).toHaveLength(1);
  });

  it('that the second factor was switched on and off, and recovery codes made or used', async () => {
    const person = await enrolled(test);
    expect(await mailed(person, 'Verifikasi dua langkah diaktifkan')).toHaveLength(1);
    const proof = () => ({ code: person.app.next(), current_password: person.password });
    const renewed = await test.api.post(`${SECOND_FACTOR}/recovery-codes`, proof(), person);
    expect(await mailed(person, 'Kode pemulihan baru dibuat')).toHaveLength(1);
    const [code = ''] = (renewed.body.data as { recovery_codes: string[] }).recovery_codes;
    expect(await secondStep(test, await challengeOf(test, person), code)).toAnswer(200);
    expect(await mailed(person, 'Kode pemulihan dipakai')).toHaveLength(1);
    await test.api.post(`${SECOND_FACTOR}/disable`, proof(), person);
    expect(await mailed(person, 'Verifikasi dua langkah dimatikan')).toHaveLength(1);
  });

  it('that an administrator ended the sessions, by whatever did it, without the address of the administrator', async () => {
    const person = await enrolled(test);
    const { token } = await admin();
    const path = `/api/admin/users/${person.user.id}`;
    await test.api.post(`${path}/remove-second-factor`, {}, { token });
    await suspend(test, person.user.id);
    await suspend(test, person.user.id, false);
    await test.api.put(`${path}/role`, { role_id: 1 }, { token });
    await test.api.put(`${path}/role`, { role_id: 2 }, { token });
    const texts = [];
    for (const [subject, times] of [
      ['Verifikasi dua langkah dimatikan', 1],
      ['Akun dinonaktifkan', 1],
      ['Peran akun diubah', 2],
    ] as const) {
      const mails = await mailed(person, subject);
      expect(mails, subject).toHaveLength(times);
      texts.push(...mails);
    }
    for (const text of texts) {
      expect(text).toContain('Semua sesi akun Anda telah berakhir.');
      expect(text).not.toContain('Alamat IP');
    }
    expect(await mailed(person, 'Akun diaktifkan kembali')).toHaveLength(1);
  });

  it('nothing of what is rolled back or refused', async () => {
    const person = await register(test);
    for (let i = 0; i < 5; i++)
      await test.api.post('/api/account/webhooks', { url: `https://toko.example.com/${i}` }, person);
    expect(await mailed(person, 'Webhook dibuat')).toHaveLength(5);
    const late = await test.api.post('/api/account/webhooks', { url: 'https://toko.example.com/6' }, person);
    expect(late.body.code).toBe('webhook_limit');
    expect(await mailed(person, 'Webhook dibuat')).toHaveLength(5);
  });

  it('the host of a webhook only where the address is verified', async () => {
    const person = await register(test);
    const url = 'https://klik-hadiah.example.com/x';
    await test.api.post('/api/account/webhooks', { url }, person);
    expect((await mailed(person, 'Webhook dibuat'))[0]).not.toContain('klik-hadiah');
    await verifyEmail(test, person);
    await test.api.post('/api/account/webhooks', { url }, person);
    expect((await mailed(person, 'Webhook dibuat'))[1]).toContain('Webhook: klik-hadiah.example.com');
  });

  it('ten of a kind in an hour, of which the last says so; another kind is mailed still', async () => {
    const person = await register(test);
    await verifyEmail(test, person);
    for (let i = 0; i < 12; i++)
      await test.api.post('/api/account/api-keys', { name: `k${i}`, mode: 'test' }, person);
    const texts = await mailed(person, 'API key dibuat');
    expect(texts).toHaveLength(10);
    const endsSo = texts.filter((text) => text.includes('tidak dikirim lagi'));
    expect(endsSo).toHaveLength(1);
    await test.api.post('/api/account/webhooks', { url: 'https://toko.example.com/x' }, person);
    expect(await mailed(person, 'Webhook dibuat')).toHaveLength(1);
  });
});
