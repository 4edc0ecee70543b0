import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FraudBlock } from '../../src/fraud/fraud.entities.js';
import { type Account, createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

const HOUR_MS = 3_600_000;

let test: TestService;
let account: Account;
beforeAll(async () => {
  test = await startDashboard();
  account = await createAccount(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const found = (page: Page) => page.getByRole('table', { name: 'Temuan' });

/** Something that the guard found an hour before it ends by itself. */
async function find(mode: 'shadow' | 'enforce', digits: string): Promise<void> {
  const startedAt = new Date();
  await test.database.tx((tx) =>
    tx.insert(FraudBlock, {
      ...{
        userId: account.userId,
        mark: `mark of ${digits}`,
        nth: 1,
        rule: 'low_conversion',
        subject: 'prefix',
      },
      ...{ digits, mode, level: 0, sends: 24, phones: 21, judgedPhones: 20, convertedPhones: 1 },
      ...{ startedAt, endsAt: new Date(startedAt.getTime() + HOUR_MS), liftedAt: null, stopped: 130 },
    }),
  );
}

describe('the page of the fraud guard', () => {
  it('sets mode and limits, and shows defaults of empty fields', async () => {
    const page = await openSignedIn(browser, test, account, '/fraud');
    await page.getByRole('radio', { name: 'Blokir', exact: true }).check();
    await field(page, 'Nomor berurutan').fill('9');
    await button(page, 'Simpan').click();
    await page.getByText('Pengaturan disimpan.').waitFor();
    const token = await userToken(test, account.userId);
    const { body } = await test.api.get('/api/account/fraud/settings', { token });
    expect(body.data).toMatchObject({
      mode: 'enforce',
      sequential_phones_max: 9,
      set: ['mode', 'sequential_phones_max'],
    });
    expect(await field(page, 'Kiriman ke satu prefix').getAttribute('placeholder')).toMatch(/^\d+$/);
  });

  it('shows what is blocked and what would be, and unblocks by a click', async () => {
    await find('enforce', '62811');
    await find('shadow', '62822');
    const page = await openSignedIn(browser, test, account, '/fraud');
    const row = (prefix: string) =>
      found(page)
        .getByRole('row')
        .filter({ hasText: `Prefix ${prefix}…` });
    await row('62822').getByText('Akan diblokir').waitFor();
    await row('62811').getByText('24 kiriman ke 21 nomor, 5 % memasukkan kode').waitFor();
    await row('62811').getByRole('button', { name: 'Cabut' }).click();
    await page.getByText('Blokir dicabut.').waitFor();
    await row('62811').waitFor({ state: 'detached' });
    await page.getByText('Berakhir').click();
    await row('62811').getByText('Dicabut').waitFor();
  });

  it('lists numbers by mask or first digits, and removes them', async () => {
    const page = await openSignedIn(browser, test, account, '/fraud');
    await field(page, 'Nomor telepon').fill('081234567890');
    await button(page, 'Tambahkan').click();
    await page.getByText('6281****7890').waitFor();
    await field(page, 'Atau prefix').fill('62812345');
    await button(page, 'Tambahkan').click();
    await page.getByText('62812… (8 angka)').waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: '6281****7890' })
      .getByRole('button', { name: 'Hapus' })
      .click();
    await page.getByText('6281****7890').waitFor({ state: 'detached' });
  });

  it('shows administrators the findings of all accounts', async () => {
    await find('enforce', '62833');
    const page = await openSignedIn(browser, test, await createAdmin(test), '/admin/fraud');
    const row = found(page).getByRole('row').filter({ hasText: 'Prefix 62833…' });
    await row.getByText(`Akun ${account.username}`).waitFor();
    await row.getByRole('button', { name: 'Cabut' }).click();
    await row.waitFor({ state: 'detached' });
  });
});
