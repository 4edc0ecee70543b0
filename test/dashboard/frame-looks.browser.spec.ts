import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { DIALOG_LOOKS, flawsAtEachLook, type Look } from './looks.js';
import { openMenu } from './menus.js';
import { sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let account: Account;
beforeAll(async () => {
  test = await startDashboard();
  account = await createAccount(test);
  await sendOtps(test, account, 2, { phone: '081234567890' });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const [PHONE, DESK] = DIALOG_LOOKS as [Look, Look];

describe('the page in place of another', () => {
  it('that does not exist is well to see, logged in and not', async () => {
    const inside = await openSignedIn(browser, test, account, '/nowhere', PHONE);
    expect(await flawsAtEachLook(inside, 'not-found', DIALOG_LOOKS)).toEqual([]);
    const outside = await browser.open('/nowhere', PHONE);
    expect(await flawsAtEachLook(outside, 'not-found-signed-out', DIALOG_LOOKS)).toEqual([]);
  });

  it('that could not be loaded is well to see', async () => {
    const failure = { success: false, code: 'not_found', message: 'Tidak ada.', request_id: 'r-1' };
    const before = (page: Page) =>
      page.route('**/api/auth/me', (route) => route.fulfill({ status: 404, json: failure }));
    const visitor = { ...PHONE, before, fails: /^ApiError: Tidak ada\./ };
    const page = await openSignedIn(browser, test, account, '/keys', visitor);
    expect(await flawsAtEachLook(page, 'route-error', DIALOG_LOOKS)).toEqual([]);
  });
});

describe.each([
  ['on a phone', PHONE],
  ['on a desk', DESK],
])('the frame %s', (_, look) => {
  it('is well to see with its menus open, and offline', async () => {
    const page = await openSignedIn(browser, test, account, '/keys', look);
    const flawsOf = (name: string) => flawsAtEachLook(page, `frame-${name}`, [look]);
    for (const [name, menu] of Object.entries({ account: /Akun Uji$/, language: /^(Bahasa|Language)$/ })) {
      await openMenu(page, menu);
      expect(await flawsOf(name)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    expect(await flawsOf('finder')).toEqual([]);
    await page.getByRole('combobox').fill('7890');
    await page.getByRole('option', { name: /7890/ }).first().waitFor();
    expect(await flawsOf('finder-found')).toEqual([]);
    await page.keyboard.press('Escape');
    if (look === PHONE) {
      await openMenu(page, 'Open navigation');
      expect(await flawsOf('navigation')).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('offline').waitFor();
    expect(await flawsOf('offline')).toEqual([]);
  });
});
