import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { barriersOf, overflowOf } from './flaws.js';
import { DIALOG_LOOKS, lookAt } from './looks.js';
import { startDashboard } from './service.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
// It fails a test whose page breaks the Content-Security-Policy.
const browser = useBrowser(() => test.url);

const CREDENTIAL = 'sandi_live_typed_into_the_page';

describe('the page of the API', () => {
  it('shows the operations and calls them, under the policy of the dashboard', async () => {
    const page = await browser.open('/docs/account');
    await page.getByRole('button', { name: 'GET /api/settings' }).first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('"timezone": "Asia/Jakarta"').first().waitFor();
  });

  it('shows those of administrators too, and calls them', async () => {
    const page = await browser.open('/docs/admin');
    await page.getByRole('button', { name: 'GET /api/admin/users' }).first().waitFor();
    await page.getByRole('button', { name: 'GET /health/live' }).first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/health/live'));
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
  });

  it('opens at the operation that a link of ours names', async () => {
    const page = await browser.open('/docs#/OTP/sendOtp');
    await page.getByText('charges 200 credits').waitFor();
  });

  it('has all failures beside it, at an address for each', async () => {
    const page = await browser.open('/docs/errors#duplicate', lookAt(0));
    const section = page.locator('section:target');
    await section.getByRole('heading', { name: /^duplicate 409$/ }).waitFor();
    await section.getByText('Jangan diulang').waitFor();
    for (const look of DIALOG_LOOKS) {
      await page.setViewportSize({ width: look.width, height: 900 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      expect([...(await barriersOf(page)), ...(await overflowOf(page))]).toEqual([]);
    }
  });

  it('has the guide beside it', async () => {
    const page = await browser.open('/docs/verifications#lost-responses', lookAt(0));
    await page.getByRole('heading', { level: 2, name: 'Lost responses' }).waitFor();
    for (const look of DIALOG_LOOKS) {
      await page.setViewportSize({ width: look.width, height: 900 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      expect([...(await barriersOf(page)), ...(await overflowOf(page))]).toEqual([]);
    }
  });

  it('keeps no credential that was typed into it, nor one that an earlier version kept', async () => {
    const page = await browser.open('/docs');
    await page.evaluate((value) => localStorage.setItem('authorized', value), CREDENTIAL);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByRole('textbox').first().fill(CREDENTIAL);
    await page.getByRole('button', { name: 'Apply credentials' }).first().click();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])))
      .not.toContain(CREDENTIAL);
  });
});
