import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERY_ACCOUNT, Price } from '../../src/credit/credit.entities.js';
import { type Account, createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field, hasFocus } from './forms.js';
import { button, dialog } from './parts.js';
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

it('sets a price of an account, which its owner sees, and cancels it', async () => {
  const owner = await createAccount(test);
  const page = await openSignedIn(browser, test, admin, `/admin/users/${owner.userId}`);
  await button(page, 'Ubah harga').click();
  await field(page, 'Harga (rupiah)').fill('450');
  await field(page, 'Berlaku sejak').fill('2020-01-31T13:45');
  await button(page, 'Simpan harga').click();
  await expect.poll(() => field(page, 'Berlaku sejak').getAttribute('aria-invalid')).toBe('true');
  const year = new Date().getFullYear() + 1;
  await field(page, 'Berlaku sejak').fill(`${year}-01-01T00:00`);
  await button(page, 'Simpan harga').click();
  await dialog(page).waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'WhatsApp' }).filter({ hasText: '450' });
  await row.waitFor();
  const shown = await openSignedIn(browser, test, owner, '/credit');
  await shown.getByText(`mulai 1 Jan ${year}`).waitFor();
  await row.getByRole('button', { name: 'Batalkan harga' }).click();
  await dialog(page).getByRole('button', { name: 'Batalkan harga' }).click();
  await row.waitFor({ state: 'detached' });
});

it('sets no price whose date is incomplete, which would be in force at once', async () => {
  const page = await openSignedIn(browser, test, admin, '/admin/prices');
  await button(page, 'Ubah harga').click();
  await field(page, 'Harga (rupiah)').fill('450');
  const from = field(page, 'Berlaku sejak');
  await from.press('1');
  await button(page, 'Simpan harga').click();
  await dialog(page).getByText('Isi tanggal yang lengkap').waitFor();
  expect(await hasFocus(from)).toBe(true);
  expect(await test.database.read.countBy(Price, { userId: EVERY_ACCOUNT })).toBe(0);
});

it('shows the general prices', async () => {
  const page = await openSignedIn(browser, test, admin, '/admin/prices');
  await page.getByText('Belum ada harga yang ditetapkan').waitFor();
  expect(await page.getByText('Verifikasi masuk', { exact: true }).count()).toBe(1);
});
