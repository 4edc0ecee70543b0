import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LowCreditAlerts } from '../../../src/operations/alerts/low-credit-alerts.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { mailsTo, tokenIn } from '../../auth/mails.js';
import { mailsDone, newcomer, sessionOf } from '../../auth/people.js';
import { keepBooks } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken } from '../../support/tokens.js';
import { Receiver } from '../../webhook/receiver.js';
import { deliver, happen, WEBHOOK_ENV } from '../../webhook/support.js';

/** What a phisher would like a genuine mail of ours to say; no mail of ours has any of its words. */
const BAIT = 'Akun diblokir! Klik https://jahat.example/masuk 081234567890';
const ITS_WORDS = /diblokir|klik|jahat|masuk 08|081234567890/i;

/** Every file of the service that writes a mail. Whoever adds one makes it be sent below, and looks at it. */
const WRITERS = [
  'auth-hooks/hook-alerts.ts',
  // Goes to an address that is nobody's yet: only a link is in it.
  'auth/email-change/email-changes.ts',
  'auth/email-verification.service.ts',
  // Goes to somebody without an account: nobody's words are in it.
  'auth/invitations/invitations.service.ts',
  'auth/password-reset.service.ts',
  'auth/sessions/new-address-notices.ts',
  'history/phone-searches.ts',
  // Goes to somebody without an account: the account stands there by its number.
  'members/member-invitations.service.ts',
  'operations/alerts/account-mails.ts',
  'operations/alerts/low-credit-alerts.ts',
  // Only numbers are in it.
  'operations/alerts/low-runway-mails.ts',
  'operations/alerts/operator/alert-mail.rules.ts',
  'operations/audit/security-mail.rules.ts',
  'webhook/webhook-mails.ts',
];

const NEW_ADDRESS = 'Login ke akun Sandi dari alamat baru';
const SUBJECTS = [
  'Hook Sandi Anda gagal mengirim OTP',
  'Kredit Sandi Anda hampir habis',
  'Permintaan top up Sandi Anda ditolak',
  'Reset password Sandi',
  'Sandi: API key dibuat',
  'Sandi: Webhook dibuat',
  'Verifikasi alamat email akun Sandi',
  'Webhook Sandi dinonaktifkan',
  'Webhook Sandi gagal terus',
];

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
  service = await startTestService({
    env: { ...WEBHOOK_ENV, TRUST_PROXY: '1', ALERTS_SECONDS: '3600', SIGNUP_CREDIT: '0' },
  });
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});
keepBooks(() => service);

/** Registers somebody with bait in every field that takes it, and makes each mail of the house be sent to them. */
async function provoke(isVerified: boolean): Promise<Email[]> {
  const person = newcomer({ name: BAIT });
  const { token, user } = sessionOf(await service.api.post('/api/auth/register', person));
  const post = (path: string, body: object) => service.api.post(path, body, { token });
  await service.api.patch('/api/auth/me', { name: BAIT }, { token });
  if (isVerified) {
    await mailsDone(service);
    const link = tokenIn(await mailsTo(service, person.email), 'verify-email');
    expect(await post('/api/auth/verify-email', { token: link })).toAnswer(200);
  }
  const { username, password } = person;
  // Nothing but an address is taken for one.
  const headers = { 'x-forwarded-for': `${BAIT}, 203.0.113.7`, 'user-agent': BAIT };
  await service.api.post('/api/auth/login', { username, password }, { headers });
  await service.api.post('/api/auth/forgot-password', { email: person.email });
  await mailsDone(service);

  await service.api.patch('/api/account/credit', { low_threshold: 1000 }, { token });
  await service.app.get(LowCreditAlerts).sweep();
  await service.app.get(LowCreditAlerts).sendMails();

  const transfer = { amount: 50_000, sender: BAIT, note: BAIT };
  const topUp = await post('/api/account/top-up/requests', transfer);
  const { id } = topUp.body.data as { id: number };
  const admin = { token: await adminToken(service) };
  await service.api.post(`/api/admin/top-up/requests/${id}/decline`, { reason: BAIT }, admin);
  await service.app.get(Sweepers).runOnce('top-up mails');
  await mailsDone(service);

  const made = await post('/api/account/api-keys', { name: BAIT, mode: 'live' });
  const { key } = made.body.data as { key: string };
  const company = encodeURIComponent('Klik jahat.example');
  const asked = { to: newPhone(), payload: { code: '482913' } };
  const hook = await service.api.post(`/api/hooks/logto?company_name=${company}`, asked, { token: key });
  expect(hook).not.toAnswer(200);

  const path = '/jahat.example/klik?akun=diblokir&telepon=081234567890';
  const registered = await post('/api/account/webhooks', { url: receiver.url(path) });
  expect(registered).toAnswer(201);
  for (const status of [500, 500, 500, 410]) {
    receiver.behave(path, { status });
    await happen(service, user.id);
    await deliver(service);
  }
  await mailsDone(service);
  return vi.waitFor(
    async () => {
      const mails = await mailsTo(service, person.email);
      const expected = isVerified ? [...SUBJECTS, NEW_ADDRESS].sort() : SUBJECTS;
      expect(mails.map(({ subject }) => subject).sort()).toEqual(expected);
      return mails;
    },
    { timeout: 30_000 },
  );
}

describe('what somebody chose', () => {
  it.each([
    ['an address that nobody verified', false],
    ['one that is verified', true],
  ])('stands in no mail to %s', async (_, isVerified) => {
    for (const { subject, text, html, headers } of await provoke(isVerified)) {
      const others = headers.filter(({ key }) => key !== 'to').map(({ value }) => value);
      // A token may have any word by chance.
      const words = [subject, text, html, ...others].join('\n').replaceAll(/[\w-]{43}/g, '');
      expect(words).not.toMatch(ITS_WORDS);
    }
  });

  it('names a webhook by its host where the address is verified, and by its number alone where it is not', async () => {
    const textsOf = async (isVerified: boolean) =>
      (await provoke(isVerified))
        .filter(({ subject }) => subject?.startsWith('Webhook'))
        .map(({ text }) => text ?? '');
    const [named, numbered] = [await textsOf(true), await textsOf(false)];
    expect([named.length, numbered.length]).toEqual([2, 2]);
    for (const text of named) expect(text).toMatch(/^Webhook nomor \d+ \(127\.0\.0\.1\)/m);
    for (const text of numbered) expect(text).toMatch(/^Webhook nomor \d+(?: gagal|$)/m);
  });

  it('is looked for in every mail that the service writes', () => {
    const root = new URL('../../../src/', import.meta.url).pathname;
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    const writers = files.filter(
      (file) => file.endsWith('.ts') && /Omit<Mail, 'to'>/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(writers.sort()).toEqual(WRITERS);
  });
});
