import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE } from '../../src/platform/access/principal.js';
import { hashPassword } from '../../src/platform/security/password.js';
import { LegalHold } from '../../src/privacy/records/index.js';
import { User, UsersService } from '../../src/users/index.js';
import { type Account, createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { answered } from './at-rest.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
import { layoutShiftsOf } from './layout-shifts.js';
import { DIALOG_LOOKS, flawsAtEachLook } from './looks.js';
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

async function topUp({ userId }: Account, amount: number): Promise<void> {
  const token = await userToken(test, admin.userId);
  await test.api.post(`/api/admin/users/${userId}/credit`, { amount, note: 'Transfer bank' }, { token });
}

/** With dialogs that fade, which the tests else leave out. */
async function openWithMotion(account: Account): Promise<Page> {
  const page = await openUser(account);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return page;
}

/** As hurried fingers do, over the answer and while the dialog fades out. */
async function pressUntilGone(button: Locator): Promise<void> {
  await button.evaluate(
    (element) =>
      new Promise<void>((gone) => {
        const presses = setInterval(() => {
          if (element.isConnected) return (element as HTMLElement).click();
          clearInterval(presses);
          gone();
        }, 20);
      }),
  );
}

describe('an administrator whose login is ten minutes old', () => {
  it('is asked for the password once, and cancelling changes nothing', async () => {
    const account = await createAccount(test);
    const passwordHash = await hashPassword('sandi-admin');
    await test.database.tx((tx) => tx.update(User, { id: admin.userId }, { passwordHash }));
    const page = await openUser(account);
    test.clock.advance(600);
    const roleOf = async () => (await test.app.get(UsersService).find(account.userId))?.roleId;
    const promote = async () => {
      await page.getByRole('button', { name: 'Jadikan administrator' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Jadikan administrator' }).click();
    };
    try {
      await promote();
      const asked = page.getByRole('dialog', { name: 'Masukkan password Anda lagi' });
      await asked.getByRole('button', { name: 'Batal' }).click();
      await page.getByText('Masukkan password Anda lagi untuk melakukan ini.').waitFor();
      expect(await roleOf()).toBe(ROLE.user);

      await page.getByRole('dialog').getByRole('button', { name: 'Jadikan administrator' }).click();
      await field(page, 'Password saat ini').fill('bukan-ini');
      await page.keyboard.press('Enter');
      await asked.getByText('Password saat ini salah.').waitFor();
      await field(page, 'Password saat ini').fill('sandi-admin');
      await asked.getByRole('button', { name: 'Lanjutkan' }).click();
      await asked.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Cabut peran administrator' }).first().waitFor();
      expect(await roleOf()).toBe(ROLE.admin);
    } finally {
      test.clock.reset();
    }
  });
});

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
    const inFlight = { success: false, code: 'idempotency_in_flight', message: 'Masih diproses.' };
    await page.route('**/api/admin/users/*/credit', (route) =>
      route.fulfill({ status: 409, json: inFlight }),
    );
    await page.getByRole('button', { name: 'Top up sekarang' }).click();
    await page.getByText('Masih diproses.').waitFor();
    await page.getByText('Aman dicoba lagi').waitFor();

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

  it('counts once for clicks before and after its answer, also while the dialog fades out', async () => {
    const account = await createAccount(test, 1_000);
    const page = await openWithMotion(account);
    await reviewTopUp(page, '2000');
    await pressUntilGone(page.getByRole('button', { name: 'Top up sekarang' }));
    await page.getByText('kini Rp 3.000').first().waitFor();
    expect(await balanceOf(account)).toBe(3_000);

    await reviewTopUp(page, '2000');
    await page.getByRole('button', { name: 'Top up sekarang' }).click();
    await page.getByText('kini Rp 5.000').waitFor();
    expect(await balanceOf(account)).toBe(5_000);
  });

  it('is reviewed with the balance of now, and is well to see', async () => {
    const account = await createAccount(test, 1_000);
    const path = `/admin/users/${account.userId}`;
    const page = await openSignedIn(browser, test, admin, path, { language: 'en' });
    await topUp(account, 5_000);
    await page.getByRole('button', { name: 'Change the balance' }).click();
    await field(page, 'Amount (rupiah)').fill('50000');
    expect(await field(page, 'Amount (rupiah)').inputValue()).toBe('50,000');
    await field(page, 'Note').fill('Bank transfer');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('dialog').getByText('56,000').waitFor();
    expect(await flawsAtEachLook(page, 'admin-topup-review', DIALOG_LOOKS)).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Change|Ubah)$/ })
      .click();
    expect(await flawsAtEachLook(page, 'admin-topup', DIALOG_LOOKS)).toEqual([]);
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
  it('takes from the balance', async () => {
    const account = await createAccount(test, 1_000);
    const page = await openUser(account);
    await page.getByRole('button', { name: 'Ubah saldo' }).click();
    await page.getByRole('dialog').getByText('Kurangi').click();
    await field(page, 'Jumlah (rupiah)').fill('400');
    await field(page, 'Catatan').fill('Koreksi');
    await page.getByRole('button', { name: 'Periksa' }).click();
    await page.getByRole('dialog').getByText('Rp 600').waitFor();
    await page.getByRole('button', { name: 'Kurangi sekarang' }).click();
    await page.getByText('kini Rp 600').waitFor();
    expect(await balanceOf(account)).toBe(600);
    const line = page.getByRole('row').filter({ hasText: 'Koreksi' });
    await line.getByText('Penyesuaian').waitFor();
  });

  it('cannot go below zero', async () => {
    const page = await openUser(await createAccount(test, 1_000));
    await page.getByRole('button', { name: 'Ubah saldo' }).click();
    await page.getByRole('dialog').getByText('Kurangi').click();
    await field(page, 'Jumlah (rupiah)').fill('1001');
    await field(page, 'Catatan').fill('Koreksi');
    await page.getByRole('button', { name: 'Periksa' }).click();
    await page.getByRole('button', { name: 'Kurangi sekarang' }).click();
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

    await page.getByRole('button', { name: 'Tangguhkan' }).waitFor();
    await layoutShiftsOf(page); // What a search finds may be wider.
    await page.getByRole('button', { name: 'Tangguhkan' }).click();
    expect(await flawsAtEachLook(page, 'admin-suspend', DIALOG_LOOKS)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Tangguhkan' }).click();
    await page.getByText('Akun ini ditangguhkan').waitFor();
    const send = () => test.api.get('/api/otp/credit', { token: account.key });
    expect(await send()).toAnswer(401);
    expect(await flawsAtEachLook(page, 'admin-user-suspended', DIALOG_LOOKS)).toEqual([]);

    // The dialog that closes has a button of this name by now.
    await page.getByRole('main').getByRole('button', { name: 'Aktifkan kembali' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Aktifkan kembali' }).click();
    await page.getByText('Akun ini ditangguhkan').waitFor({ state: 'detached' });
    expect(await send()).toAnswer(200);
  });

  it('opens wherever its row is clicked', async () => {
    const { userId, username } = await createAccount(test);
    const page = await openSignedIn(browser, test, admin, `/admin/users?search=${username}`);
    const row = page.getByRole('row').filter({ hasText: username });
    // What is hit is the link, which lies over its row.
    await row.getByRole('cell').last().click({ force: true });
    await page.waitForURL(`**/admin/users/${userId}`);
  });

  it('leads back to the list that led to it, as it was narrowed, also after its ledger was', async () => {
    const account = await createAccount(test);
    const { username } = account;
    const page = await openSignedIn(browser, test, admin, '/admin/users?sort=oldest');
    await field(page, 'Cari pengguna').fill(username);
    await page.waitForURL((url) => url.searchParams.get('search') === username);
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.waitForURL(`**/admin/users/${account.userId}`);
    await field(page, 'Jenis').selectOption('Top up');
    await page.waitForURL((url) => url.searchParams.get('kind') === 'topup');
    await page.reload();
    await page.getByRole('link', { name: 'Semua pengguna' }).click();
    await page.waitForURL(/\/admin\/users\?/);
    const { search, sort } = Object.fromEntries(new URL(page.url()).searchParams);
    expect([search, sort]).toEqual([username, 'oldest']);
  });

  it('is not looked for by a number, which stays out of the address', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/users?search=budi');
    await field(page, 'Cari pengguna').fill('0812 3456 7890');
    await page.getByText('Akun tidak dapat dicari dengan nomor telepon.').waitFor();
    // Longer than it waits for more to be typed.
    await page.waitForTimeout(500);
    expect(new URL(page.url()).search).toBe('?search=budi');
    await field(page, 'Cari pengguna').fill('siti');
    await page.waitForURL((url) => url.searchParams.get('search') === 'siti');
  });

  it('shows the brands that another administrator approves meanwhile, and is as it was after its own', async () => {
    const account = await createAccount(test);
    const page = await openUser(account);
    const brands = page.getByRole('textbox', { name: /^Brand/ });
    const drawn = await brands.elementHandle();
    await brands.fill('Toko Budi ');
    await page.getByRole('button', { name: 'Simpan' }).first().click();
    await page.getByText('Brand disimpan.').waitFor();
    await answered(page);
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
    const token = await userToken(test, admin.userId);
    const path = `/api/admin/users/${account.userId}/brands`;
    expect(await test.api.put(path, { brands: ['Toko Siti'] }, { token })).toAnswer(200);
    // What changes the account has it read again.
    await reviewTopUp(page, '1000');
    await page.getByRole('button', { name: 'Top up sekarang' }).click();
    await expect.poll(() => brands.inputValue()).toBe('Toko Siti');
  });

  it('stays suspended when the button is pressed again while the dialog fades out', async () => {
    const account = await createAccount(test);
    const page = await openWithMotion(account);
    const wishes: unknown[] = [];
    page.on('request', (request) => request.method() === 'PUT' && wishes.push(request.postDataJSON()));
    await page.getByRole('button', { name: 'Tangguhkan' }).click();
    await pressUntilGone(page.getByRole('dialog').getByRole('button', { name: 'Tangguhkan' }));
    await page.getByText('Akun ini ditangguhkan').waitFor();
    expect(wishes).not.toContainEqual({ suspended: false });
    expect(await test.api.get('/api/otp/credit', { token: account.key })).toAnswer(401);
  });

  it('becomes an administrator, and no more than that by a second press, and is one no longer', async () => {
    const account = await createAccount(test);
    const page = await openWithMotion(account);
    const users = test.app.get(UsersService);
    const roleId = async () => (await users.find(account.userId))?.roleId;
    await page.getByRole('button', { name: 'Jadikan administrator' }).click();
    await pressUntilGone(page.getByRole('dialog').getByRole('button', { name: 'Jadikan administrator' }));
    await page.getByRole('main').getByText('Administrator', { exact: true }).waitFor();
    expect(await roleId()).toBe(ROLE.admin);

    await page.getByRole('button', { name: 'Cabut peran administrator' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cabut peran administrator' }).click();
    await page.getByRole('main').getByText('Pengguna', { exact: true }).waitFor();
    expect(await roleId()).toBe(ROLE.user);
  });

  it('becomes an administrator for finance, and then for support', async () => {
    const account = await createAccount(test);
    const page = await openUser(account);
    const adminRole = async () => (await test.app.get(UsersService).find(account.userId))?.adminRole;
    await page.getByRole('button', { name: 'Jadikan administrator' }).click();
    const asked = page.getByRole('dialog');
    await asked.getByLabel('Peran').selectOption('Keuangan');
    await asked.getByText('Saldo, top up, harga').waitFor();
    expect(await flawsAtEachLook(page, 'admin-user-role', DIALOG_LOOKS)).toEqual([]);
    await asked.getByRole('button', { name: 'Jadikan administrator' }).click();
    await page.getByRole('main').getByText('Admin: Keuangan').waitFor();
    expect(await adminRole()).toBe('finance');

    await page.getByRole('button', { name: 'Ubah peran administrator' }).click();
    expect(await asked.getByLabel('Peran').inputValue()).toBe('finance');
    await asked.getByLabel('Peran').selectOption('Dukungan');
    await asked.getByRole('button', { name: 'Ubah peran administrator' }).click();
    await page.getByRole('main').getByText('Admin: Dukungan').waitFor();
    expect(await adminRole()).toBe('support');
  });

  it('is put under a legal hold with a reason, and taken from it', async () => {
    const { userId } = await createAccount(test);
    const page = await openSignedIn(browser, test, admin, `/admin/users/${userId}`);
    const reasons = async () =>
      (await test.database.read.findBy(LegalHold, { userId })).map(({ reason }) => reason);
    await page.getByRole('button', { name: 'Tahan data akun' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click();
    await page.getByRole('dialog').getByText('Wajib diisi.').waitFor();
    await field(page, 'Alasan').fill('Perkara 12');
    expect(await flawsAtEachLook(page, 'admin-legal-hold', DIALOG_LOOKS)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click();
    await page.getByText('Alasan: Perkara 12').waitFor();
    expect(await reasons()).toEqual(['Perkara 12']);

    await page.getByRole('button', { name: 'Akhiri penahanan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Akhiri penahanan' }).click();
    await page.getByText('Tidak ada penahanan hukum').waitFor();
    expect(await reasons()).toEqual([]);
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
