import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { User } from '../../src/users/index.js';
import { mailsTo } from '../auth/mails.js';
import { login, mailsDone, register } from '../auth/people.js';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { field, fillIn, logIn } from './forms.js';
import { DIALOG_LOOKS, flawsAtEachLook } from './looks.js';
import { button, dialog, heading } from './parts.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

const PASSWORD = 'kata sandi yang panjang';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

/** Somebody who opened an account and verified the address, with the page of its members. */
async function openMembers(): Promise<{ account: string; page: Page }> {
  const { username, user } = await register(test);
  const emailVerifiedAt = test.clock.now();
  await test.database.tx((tx) => tx.update(User, { id: user.id }, { emailVerifiedAt }));
  const page = await openSignedIn(browser, test, { userId: user.id }, '/account');
  await page.getByRole('link', { name: 'Anggota akun' }).click();
  await heading(page, 'Anggota').waitFor();
  return { account: username, page };
}

async function invite(page: Page, email: string, role: string): Promise<string> {
  await field(page, 'Email').fill(email);
  await field(page, 'Peran').selectOption(role);
  await button(page, 'Kirim undangan').click();
  await page.getByText('Menunggu').first().waitFor();
  await mailsDone(test);
  const [mail] = await mailsTo(test, email);
  return /\/join#token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** The entries of the navigation, as far as they are about the account's own pages. */
const menuOf = async (page: Page): Promise<string[]> =>
  (await page.getByRole('navigation', { name: 'Navigasi utama' }).getByRole('link').allTextContents()).map(
    (text) => text.trim(),
  );

it('a member is invited, joins, gets another role, sees only what the role may do, and is removed', async () => {
  const { account, page } = await openMembers();
  const email = 'anggota@example.test';
  const link = await invite(page, email, 'Keuangan');
  expect(await flawsAtEachLook(page, 'members', DIALOG_LOOKS)).toEqual([]);

  const guest = await browser.open(link);
  await heading(guest, `Gabung ke akun ${account}`).waitFor();
  await guest.getByText('Keuangan').first().waitFor();
  expect(guest.url()).not.toContain('token');
  expect(await flawsAtEachLook(guest, 'join', DIALOG_LOOKS)).toEqual([]);
  await fillIn(guest, { Nama: 'Siti', Username: 'siti', Password: PASSWORD });
  await guest.keyboard.press('Enter');
  await heading(guest, 'Beranda').waitFor();
  expect(await menuOf(guest)).toEqual(['Beranda', 'Analitik', 'Kredit', 'Akun', 'Dokumentasi API']);
  await guest.goto('/keys');
  await heading(guest, 'Halaman tidak ditemukan').waitFor();
  await guest.goto('/account/members');
  await guest.getByRole('row').filter({ hasText: 'Siti (Anda)' }).getByText('Keuangan').waitFor();
  expect(await button(guest, 'Kirim undangan').count()).toBe(0);

  await page.reload();
  await button(page, 'Ubah peran siti').click();
  await dialog(page).getByLabel('Peran', { exact: true }).selectOption('Pengembang');
  await dialog(page).getByRole('button', { name: 'Ubah peran', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Siti' }).getByText('Pengembang').waitFor();
  // The change has ended the session.
  await guest.goto('/');
  await heading(guest, 'Masuk').waitFor();
  await logIn(guest, { username: 'siti', password: PASSWORD });
  expect(await menuOf(guest)).toContain('API key');
  expect(await menuOf(guest)).not.toContain('Kredit');

  await button(page, 'Keluarkan siti?').click();
  await dialog(page).getByRole('button', { name: 'Keluarkan' }).click();
  await page.getByRole('row').filter({ hasText: 'Siti' }).waitFor({ state: 'detached' });
  expect(await login(test, 'siti', PASSWORD)).toAnswer(401);
});

it('a member leaves the account; its last owner cannot', async () => {
  const { page } = await openMembers();
  const link = await invite(page, 'budi@example.test', 'Pengamat');
  await page.getByText('Anda satu-satunya pemilik.').waitFor();
  expect(await button(page, 'Tinggalkan akun').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Ubah peran/ }).count()).toBe(0);

  const { body } = await test.api.post('/api/auth/invitations/accept', {
    token: link.split('=')[1],
    username: 'budi',
    name: 'Budi',
    password: PASSWORD,
  });
  const { id } = (body.data as { user: { id: number } }).user;
  const member = await openSignedIn(browser, test, { userId: id }, '/account/members');
  await button(member, 'Tinggalkan akun').click();
  await dialog(member).getByRole('button', { name: 'Tinggalkan akun' }).click();
  await heading(member, 'Masuk').waitFor();
  expect(await login(test, 'budi', PASSWORD)).toAnswer(401);
});
