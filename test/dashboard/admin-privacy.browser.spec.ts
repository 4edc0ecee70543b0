import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PrivacyRequest } from '../../src/privacy/records/index.js';
import { newPhone } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('enters a restriction, completes it and lifts it, without showing the number again', async () => {
  const page = await openSignedIn(browser, test, await createAdmin(test), '/admin/privacy');
  const phone = newPhone();
  await field(page, 'Nomor telepon').fill(phone);
  await page.getByRole('radio', { name: 'Pembatasan', exact: true }).check();
  await field(page, 'Catatan').fill('Tiket 118');
  await button(page, 'Catat permintaan').click();
  await page.getByText('Permintaan dicatat.').waitFor();
  await button(page, 'Selesaikan').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Selesaikan', exact: true }).click();
  await button(page, 'Cabut pembatasan').click();
  expect(await test.database.read.findBy(PrivacyRequest, {})).toMatchObject([
    { kind: 'restriction', status: 'completed' },
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cabut pembatasan', exact: true }).click();
  await page.getByText('Dicabut', { exact: true }).waitFor();
  expect(await page.getByText(phone).count()).toBe(0);
});
