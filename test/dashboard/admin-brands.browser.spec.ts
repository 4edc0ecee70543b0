import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
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

describe('the page of reserved brands', () => {
  it('adds the lines of a text, shows them, and removes one', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/reserved-brands');
    await page.getByText('Belum ada brand yang dilindungi').waitFor();
    await field(page, 'Brand, satu per baris').fill('BCA\n WhatsApp \n');
    await page.getByRole('button', { name: 'Tambahkan' }).click();
    const row = page.getByRole('row').filter({ hasText: 'WhatsApp' });
    await row.waitFor();
    expect(await field(page, 'Brand, satu per baris').inputValue()).toBe('');
    await row.getByRole('button', { name: 'Hapus' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await page.getByRole('row').filter({ hasText: 'BCA' }).count()).toBe(1);
  });

  it('says at the field which brands are no names', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/reserved-brands');
    await field(page, 'Brand, satu per baris').fill('x'.repeat(21));
    await page.getByRole('button', { name: 'Tambahkan' }).click();
    await expect.poll(() => field(page, 'Brand, satu per baris').getAttribute('aria-invalid')).toBe('true');
  });
});
