import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let admin: Account;
beforeAll(async () => {
  test = await startDashboard();
  admin = await createAdmin(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const openUser = ({ userId }: Account) => openSignedIn(browser, test, admin, `/admin/users/${userId}`);

async function balanceOf({ userId }: Account): Promise<number> {
  const { body } = await test.api.get('/api/account/credit', { token: await userToken(test, userId) });
  return (body.data as { credit_balance: number }).credit_balance;
}

/** Up to where what it comes to is shown, and nothing is moved yet. */
async function reviewTopUp(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Ubah saldo' }).click();
  await field(page, 'Jumlah (rupiah)').fill(amount);
  await field(page, 'Catatan').fill('Transfer bank');
  await page.getByRole('button', { name: 'Periksa' }).click();
}

describe('a top-up', () => {
  it('shows the balance that it makes, and then makes it', async () => {
    const account = await createAccount(test, 1_000);
    const page = await openUser(account);
    await reviewTopUp(page, '50000');
    await page.getByRole('dialog').getByText('Rp 51.000').waitFor();
    expect(await balanceOf(account)).toBe(1_000);
    await page.getByRole('button', { name: 'Top up sekarang' }).click();
    await page.getByText('kini Rp 51.000').waitFor();
    expect(await balanceOf(account)).toBe(51_000);
  });

  it('whose answer was lost counts once when it is tried again', async () => {
    const account = await createAccount(test, 1_000);
    const page = await openUser(account);
    await page.route('**/api/admin/users/*/credit', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, body: 'bad gateway' });
    });
    await reviewTopUp(page, '50000');
    await page.getByRole('button', { name: 'Top up sekarang' }).click();
    await page.getByText('Aman dicoba lagi').waitFor();
    expect(await balanceOf(account)).toBe(51_000);

    await page.unroute('**/api/admin/users/*/credit');
    await page.getByRole('button', { name: 'Top up sekarang' }).click();
    await page.getByText('kini Rp 51.000').waitFor();
    expect(await balanceOf(account)).toBe(51_000);
  });

  it('counts once for a double click', async () => {
    const account = await createAccount(test, 1_000);
    const page = await openUser(account);
    await reviewTopUp(page, '2000');
    await page.getByRole('button', { name: 'Top up sekarang' }).dblclick();
    await page.getByText('kini Rp 3.000').waitFor();
    expect(await balanceOf(account)).toBe(3_000);
  });

  it('is not reviewed without an amount and a note', async () => {
    const page = await openUser(await createAccount(test));
    await page.getByRole('button', { name: 'Ubah saldo' }).click();
    await page.getByRole('button', { name: 'Periksa' }).click();
    await page.getByText('Isi jumlah dalam rupiah bulat').waitFor();
    await page.getByText('Tulis catatan').waitFor();
  });
});

describe('a reduction', () => {
  it('cannot go below zero', async () => {
    const page = await openUser(await createAccount(test, 1_000));
    await page.getByRole('button', { name: 'Ubah saldo' }).click();
    await page.getByRole('dialog').getByText('Kurangi').click();
    await field(page, 'Jumlah (rupiah)').fill('1001');
    await field(page, 'Catatan').fill('Koreksi');
    await page.getByRole('button', { name: 'Periksa' }).click();
    await page.getByText('Saldo tidak boleh menjadi negatif.').waitFor();
  });
});

describe('an account', () => {
  it('is found, suspended and reactivated', async () => {
    const account = await createAccount(test);
    const page = await openSignedIn(browser, test, admin, '/admin/users');
    await page.getByLabel('Cari pengguna').fill(account.username);
    await page.waitForURL((url) => url.searchParams.get('search') === account.username);
    await page.getByRole('row').filter({ hasText: account.username }).getByRole('link').click();

    await page.getByRole('button', { name: 'Tangguhkan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tangguhkan' }).click();
    await page.getByText('Akun ini ditangguhkan').waitFor();
    const send = () => test.api.get('/api/otp/credit', { token: account.key });
    expect((await send()).status).toBe(401);

    // The dialog that closes has a button of this name by now.
    await page.getByRole('main').getByRole('button', { name: 'Aktifkan kembali' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Aktifkan kembali' }).click();
    await page.getByText('Akun ini ditangguhkan').waitFor({ state: 'detached' });
    expect((await send()).status).toBe(200);
  });

  it('of the administrator who looks can neither be suspended nor lose its role', async () => {
    const page = await openUser(admin);
    await page.getByText('Ini akun Anda').waitFor();
    expect(await page.getByRole('button', { name: 'Tangguhkan' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Cabut peran administrator' }).count()).toBe(0);
  });
});

describe('the administration', () => {
  it('does not exist for anyone else', async () => {
    const page = await openSignedIn(browser, test, await createAccount(test), '/');
    expect(await page.getByRole('link', { name: 'Log audit' }).count()).toBe(0);
    await page.goto('/admin/users');
    await page.getByText('Halaman tidak ditemukan').waitFor();
  });
});
