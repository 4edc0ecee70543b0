import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { register, WEBHOOK_ENV } from '../webhook/support.js';
import { createAdmin } from './admins.js';
import { settle } from './at-rest.js';
import { useBrowser } from './browser.js';
import { clippedLabelsOf, overflowOf } from './flaws.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

/** The narrowest phones. */
const WIDTH = 360;

let test: TestService;
let account: Account;
beforeAll(async () => {
  test = await startDashboard({ env: WEBHOOK_ENV });
  account = await createAccount(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

it('a long webhook URL wraps', async () => {
  const owner = { ...account, token: await userToken(test, account.userId) };
  const { id } = await register(test, owner, `https://webhook.example.test/${'sandi'.repeat(18)}`);
  const page = await openSignedIn(browser, test, account, `/webhooks/${id}`, { width: WIDTH });
  await settle(page);
  expect([...(await overflowOf(page)), ...(await clippedLabelsOf(page))]).toEqual([]);
});

it('a card of a table shows the text below its tag, and names the account of an alert', async () => {
  const since = test.clock.now().toISOString();
  const notYet = { ended_at: null, ended_at_utc: null, acknowledged_at: null, acknowledged_at_utc: null };
  const about = { kind: 'fraud_detected', subject: `account:${account.userId}` };
  const detail = { account: account.username, blocks: 1, stopped: 0 };
  const moments = { since, since_utc: since, ...notYet, acknowledged_by: null };
  const items = [{ id: 1, ...about, detail, ...moments, notices: [] }];
  const data = { total: 1, page: 1, limit: 20, items, unacknowledged: 1 };
  const admin = await createAdmin(test);
  const page = await openSignedIn(browser, test, admin, '/admin/system', {
    width: WIDTH,
    // The service would end an alert that has no cause.
    before: (opened) =>
      opened.route('**/api/admin/alerts*', (route) => route.fulfill({ json: { success: true, data } })),
  });
  await page.getByRole('link', { name: account.username }).waitFor();
  await settle(page);
  expect([...(await overflowOf(page)), ...(await clippedLabelsOf(page))]).toEqual([]);
  const tag = await page.getByRole('cell').locator('[data-color]').first().boundingBox();
  const hint = await page.getByText('Lihat temuannya.').first().boundingBox();
  expect(hint?.y).toBeGreaterThan(tag?.y ?? Infinity);
});
