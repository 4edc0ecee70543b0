import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo } from '../auth/mails.js';
import { mailsDone } from '../auth/people.js';
import { type Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field, fillIn } from './forms.js';
import { DIALOG_LOOKS, flawsAtEachLook } from './looks.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let admin: Account;
beforeAll(async () => {
  test = await startDashboard({ env: { REGISTRATION: 'invite' } });
  admin = await createAdmin(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const EMAIL = 'tamu@example.test';

async function invitedPath(email: string): Promise<string> {
  await mailsDone(test);
  const [mail] = await mailsTo(test, email);
  return /\/register#token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
}

describe('where registration is by invitation', () => {
  it('the page says so without one, and the login page leads to no registration', async () => {
    const page = await browser.open('/register');
    await page.getByText('Akun hanya dibuat dengan undangan').waitFor();
    expect(await page.getByRole('button', { name: 'Daftar' }).count()).toBe(0);
    expect(await flawsAtEachLook(page, 'register-invite-only', DIALOG_LOOKS)).toEqual([]);
    await page.getByRole('link', { name: 'Masuk' }).click();
    await page.getByRole('link', { name: 'Lupa password' }).waitFor();
    expect(await page.getByRole('link', { name: 'Daftar' }).count()).toBe(0);
  });

  it('an administrator invites, and whoever has the mail makes the account', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/users');
    await page.getByRole('link', { name: 'Undangan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Undangan' }).waitFor();
    await field(page, 'Email').fill(EMAIL);
    await page.getByRole('button', { name: 'Kirim undangan' }).click();
    await page.getByText('Menunggu').first().waitFor();
    expect(await flawsAtEachLook(page, 'admin-invitations', DIALOG_LOOKS)).toEqual([]);

    const guest = await browser.open(await invitedPath(EMAIL));
    await guest.getByText('Anda diundang di alamat ini.').waitFor();
    expect(guest.url()).not.toContain('token');
    expect(await field(guest, 'Email').inputValue()).toBe(EMAIL);
    await fillIn(guest, { Nama: 'Tamu', Username: 'tamu', Password: 'kata sandi yang panjang' });
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { level: 1, name: 'Beranda' }).waitFor();
  });

  it('an invitation is revoked after a question, and its link says so', async () => {
    const email = 'batal@example.test';
    const page = await openSignedIn(browser, test, admin, '/admin/invitations');
    await field(page, 'Email').fill(email);
    await page.getByRole('button', { name: 'Kirim undangan' }).click();
    await page.getByRole('button', { name: `Cabut undangan untuk ${email}?` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cabut' }).click();
    await page.getByText('Dicabut').first().waitFor();
    const guest = await browser.open(await invitedPath(email));
    await guest.getByText('Undangan tidak valid, sudah dipakai, atau sudah kedaluwarsa.').waitFor();
  });
});
