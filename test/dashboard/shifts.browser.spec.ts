import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WAHA } from '../gateway/drivers/fakes/waha.js';
import { type Account, addWebhook, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { settle } from './at-rest.js';
import { useBrowser } from './browser.js';
import { layoutShiftsOf } from './layout-shifts.js';
import { HEIGHT } from './looks.js';
import { sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let account: Account;
beforeAll(async () => {
  test = await startDashboard({
    switches: { timeline: 'delivered', callbackDelayMs: 0 },
    env: { GOOGLE_CLIENT_ID: 'sandi-test.apps.googleusercontent.com' },
  });
  account = await createAdmin(test);
  await sendOtps(test, account, 3);
  const token = await userToken(test, account.userId);
  await test.api.patch('/api/account/credit', { low_threshold: 20_000 }, { token });
  const { token: key, settings } = WAHA; // A gateway whose devices can be linked, so that its page asks for more.
  const device = {
    name: 'waha',
    driver: 'waha',
    base_url: test.gateway.url,
    token: key,
    settings,
    state: 'active',
  };
  await test.api.post('/api/admin/devices', device, { token });
  await addWebhook(test, account.userId);
  await test.api.post('/api/account/top-up/requests', { amount: 9_000, sender: 'Budi' }, { token });
  await test.api.post('/api/otp/send', sendBody({ phone: '12' }), { token: account.key });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

/** The API as from afar, where what a page is waiting for is seen; what many pages wait for comes last. */
async function fromAfar(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const isLast = /\/(settings|drivers)$/.test(new URL(route.request().url()).pathname);
    await sleep(isLast ? 300 : 150);
    await route.continue();
  });
}

async function shiftsOf(page: Page): Promise<string[]> {
  await settle(page);
  const narrow = await layoutShiftsOf(page);
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settle(page);
  const wide = await layoutShiftsOf(page);
  return [...narrow.map((shift) => `390: ${shift}`), ...wide.map((shift) => `1440: ${shift}`)];
}

/** The first message and the first webhook are those of above. */
const PATHS = [
  ...['/', '/send', '/history', '/history/1', '/analytics', '/keys', '/requests', '/webhooks', '/webhooks/1'],
  ...['/credit', '/account', '/admin/system', '/admin/users', '/admin/top-ups', '/admin/messages'],
  '/admin/reserved-brands',
  ...['/admin/devices', '/admin/devices/2', '/admin/audit'],
];

it.each(PATHS)('nothing on %s moves while its answers arrive', async (path) => {
  const page = await openSignedIn(browser, test, account, path, { width: 390, before: fromAfar });
  expect(await shiftsOf(page)).toEqual([]);
});

it('nothing on the login moves while the settings arrive', async () => {
  const page = await browser.open('/login', { width: 390, before: withLateSettings });
  expect(await shiftsOf(page)).toEqual([]);
});

/** After what stands below the form is drawn, which React holds back for a moment. */
const withLateSettings = (page: Page) =>
  page.route('**/api/settings', async (route) => {
    await sleep(1_000);
    await route.continue();
  });
