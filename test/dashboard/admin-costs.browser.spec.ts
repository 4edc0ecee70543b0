import { afterAll, beforeAll, expect, it } from 'vitest';
import { RollupJob } from '../../src/analytics/rollup-job.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
import { button, dialog } from './parts.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

const CARD = 'Market,Currency,Utility,Authentication\nIndonesia,$US,0.0250,0.0250';

let test: TestService;
let admin: Account;
beforeAll(async () => {
  test = await startDashboard();
  admin = await createAdmin(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

it('sets a cost and a rate, which the margin counts, and removes them', async () => {
  const owner = await createAccount(test);
  expect(await test.api.post('/api/otp/send', sendBody(), { token: owner.key })).toAnswer(200);
  await test.app.get(RollupJob).rollUpChanges();
  const page = await openSignedIn(browser, test, admin, '/admin/costs');
  const total = page.getByRole('row').filter({ hasText: 'Jumlah' });
  await total.filter({ hasText: '200' }).waitFor();
  await button(page, 'Tetapkan biaya').click();
  await button(page, 'Simpan').click();
  await expect.poll(() => field(page, 'Device').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Device').selectOption({ index: 1 });
  await field(page, 'Mata uang').fill('usd');
  await field(page, 'Biaya per pesan').fill('0,005');
  await button(page, 'Simpan').click();
  await dialog(page).waitFor({ state: 'detached' });
  await total.filter({ hasText: 'USD 0.005' }).waitFor();
  await button(page, 'Tetapkan kurs').click();
  await field(page, 'Nilai dalam rupiah').fill('16.000');
  await button(page, 'Simpan').click();
  await page.getByText('Tulis tanpa pemisah ribuan').waitFor();
  await field(page, 'Nilai dalam rupiah').fill('16000');
  await button(page, 'Simpan').click();
  await dialog(page).waitFor({ state: 'detached' });
  await total.filter({ hasText: '120' }).waitFor();
  await field(page, 'Kelompokkan menurut').selectOption('account');
  await page.getByRole('row').filter({ hasText: owner.username }).waitFor();
  const cost = page.getByRole('row').filter({ hasText: 'USD 0.005' }).filter({ hasText: 'berlaku hari ini' });
  await cost.getByRole('button', { name: 'Hapus' }).click();
  await dialog(page).getByRole('button', { name: 'Hapus' }).click();
  await cost.waitFor({ state: 'detached' });
});

it('takes a rate card, and says which line is wrong', async () => {
  const page = await openSignedIn(browser, test, admin, '/admin/costs');
  await button(page, 'Unggah tarif Meta').click();
  await field(page, 'Device').selectOption({ index: 1 });
  await page.locator('input[type=file]').setInputFiles({
    name: 'rates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(CARD.replace('0.0250\n', '').replace('0.0250', 'x')),
  });
  await expect.poll(() => field(page, 'Isi CSV').inputValue()).toContain('Indonesia');
  await button(page, 'Simpan').click();
  await expect.poll(() => field(page, 'Isi CSV').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Isi CSV').fill(CARD);
  await button(page, 'Simpan').click();
  await dialog(page).waitFor({ state: 'detached' });
  await page
    .getByRole('row')
    .filter({ hasText: 'authentication' })
    .filter({ hasText: 'USD 0.025' })
    .waitFor();
});
