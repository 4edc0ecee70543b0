import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsTo, tokenIn } from '../auth/mails.js';
import { mailsDone, register } from '../auth/people.js';
import { createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
import { DIALOG_LOOKS, flawsAtEachLook } from './looks.js';
import { button, dialog } from './parts.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

it('an owner changes the email address with the link that is mailed to the new one', async () => {
  const person = await register(test);
  const email = `baru-${person.username}@example.test`.toLowerCase();
  const page = await openSignedIn(browser, test, { userId: person.user.id }, '/account');
  await button(page, 'Ganti email').click();
  await field(page, 'Email baru').fill(email);
  expect(await flawsAtEachLook(page, 'account-email', DIALOG_LOOKS)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Kirim tautan' }).click();
  await page.getByText('Tautan dikirim ke alamat yang baru.').waitFor();
  await mailsDone(test);
  const token = tokenIn(await mailsTo(test, email), 'change-email');
  await page.goto(`/change-email#token=${token}`);
  await page.getByText(`Anda masuk sebagai ${person.username}.`).waitFor();
  await button(page, 'Ganti email').click();
  await page.getByText(`Email akun ${person.username} sekarang ${email}.`).waitFor();
});

it('an owner downloads all data, asks for the closing, and an administrator closes the account', async () => {
  const account = await createAccount(test, 700);
  const page = await openSignedIn(browser, test, account, '/account');
  const download = page.waitForEvent('download');
  await button(page, 'Unduh data').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('sandi-account.tar.gz');
  expect([...readFileSync(await file.path()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  await button(page, 'Minta akun ditutup').click();
  await dialog(page).getByRole('button', { name: 'Minta akun ditutup' }).click();
  await page.getByText(/^Penutupan akun diminta \d/).waitFor();
  await button(page, 'Batalkan permintaan').click();
  await page.getByText('Permintaan dibatalkan.').waitFor();
  await button(page, 'Minta akun ditutup').click();
  await dialog(page).getByRole('button', { name: 'Minta akun ditutup' }).click();
  await page.getByText(/^Penutupan akun diminta \d/).waitFor();

  const admin = await openSignedIn(browser, test, await createAdmin(test), `/admin/users/${account.userId}`);
  await admin.getByText(/^Pemilik meminta penutupan/).waitFor();
  await button(admin, 'Tutup akun').click();
  await field(admin, 'Catatan mutasi').fill('Dikembalikan lewat BCA');
  expect(await flawsAtEachLook(admin, 'admin-user-close', DIALOG_LOOKS)).toEqual([]);
  await dialog(admin).getByRole('button', { name: 'Tutup akun' }).click();
  await admin.getByText(/^Datanya dihapus setelah/).waitFor();
  await admin.getByRole('row').filter({ hasText: 'Dikembalikan lewat BCA' }).first().waitFor();
  expect(await button(admin, 'Tutup akun').count()).toBe(0);
});
