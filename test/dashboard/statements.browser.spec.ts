import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeMonth, SEEDED, seedMonth, toOpenMonth } from '../credit/statements.js';
import type { Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { fillIn } from './forms.js';
import { flawsAtEachLook } from './looks.js';
import { button } from './parts.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

const CLOSING = SEEDED.top_ups - SEEDED.charges + SEEDED.refunds;
const rupiah = (amount: number) => `${amount < 0 ? '-' : ''}Rp ${Math.abs(amount).toLocaleString('id-ID')}`;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

let test: TestService;
let account: Account;
let month: string;
beforeAll(async () => {
  test = await startDashboard();
  await toOpenMonth(test);
  ({ account } = await seedMonth(test));
  month = await closeMonth(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

it('a month of a seeded service is on its page to the rupiah, as CSV, and on paper', async () => {
  const page = await openSignedIn(browser, test, account, `/credit/statements/${month}`);
  await page.getByRole('table').waitFor();
  const text = plain(await page.locator('main').innerText());
  for (const amount of [SEEDED.top_ups, SEEDED.refunds]) expect(text).toContain(`+${rupiah(amount)}`);
  expect(text).toContain(rupiah(-SEEDED.charges));
  expect(text).toContain(rupiah(CLOSING));
  for (const { charges } of SEEDED.items) expect(text).toContain(rupiah(charges));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Unduh CSV' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines.at(-2)).toMatch(new RegExp(`,closing_balance,.*,${CLOSING}$`));
  expect(await flawsAtEachLook(page, 'statement')).toEqual([]);
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
});

it('the document of the API prints under its own policy, without a script', async () => {
  const token = await userToken(test, account.userId);
  const page = await browser.open('/login');
  await page.route('**/api/account/statements/*', (route) =>
    route.continue({
      headers: { ...route.request().headers(), authorization: `Bearer ${token}`, 'accept-language': 'id' },
    }),
  );
  await page.goto(`/api/account/statements/${month}`);
  const text = plain(await page.locator('article').innerText());
  for (const amount of [SEEDED.top_ups, -SEEDED.charges, SEEDED.refunds, CLOSING])
    expect(text).toContain(rupiah(amount));
  // The style applies: the policy lets it.
  expect(
    await page
      .locator('.amount')
      .first()
      .evaluate((cell) => getComputedStyle(cell).textAlign),
  ).toBe('right');
  expect(await page.locator('script').count()).toBe(0);
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.length).toBeGreaterThan(5_000);
});

it('the page Kredit shows usage and statements, and takes the billing details', async () => {
  const page = await openSignedIn(browser, test, account, '/credit');
  const statements = page.getByRole('table', { name: 'Laporan bulanan' });
  await statements.getByText(`ST-${month}-`).waitFor();
  await page.getByRole('button', { name: 'Data penagihan' }).click();
  await fillIn(page, { 'Nama penagihan': 'PT Toko', NPWP: 'bebas 12' });
  await button(page, 'Simpan').last().click();
  await page.getByText('Data penagihan disimpan.').waitFor();
  await statements.getByRole('link').first().click();
  await page.waitForURL(`**/credit/statements/${month}`);
});

it('administrators download a month of all accounts', async () => {
  const page = await openSignedIn(browser, test, await createAdmin(test), '/admin/statements');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Unduh dokumen cetak/ }).click(),
  ]);
  expect(plain(readFileSync(await file.path(), 'utf8'))).toContain(`${rupiah(CLOSING)}</td>`);
  expect(await flawsAtEachLook(page, 'admin-statements')).toEqual([]);
});
