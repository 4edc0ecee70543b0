import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillHistory, MESSAGES } from '../history/filled.js';
import { type Account, createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { register, WEBHOOK_ENV } from '../webhook/support.js';
import { answered, settle } from './at-rest.js';
import { useBrowser } from './browser.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

const ROWS = 100;
const PAGES = MESSAGES / 2 / ROWS;
/** What one jump may take, of all tasks together: three times what it did when this was written. */
const JUMP_MS_MAX = 500;
/** The frame, the filters, and a dozen a row. */
const ELEMENTS_MAX = 500 + 15 * ROWS;

let test: TestService;
let account: Account;
beforeAll(async () => {
  test = await startDashboard({
    env: { ...WEBHOOK_ENV, WEBHOOK_SWEEP_MS: '3600000', RECOVERY_SECONDS: '3600' },
  });
  account = await createAccount(test);
  const owner = { ...account, token: await userToken(test, account.userId) };
  const { id } = await register(test, owner, 'https://webhook.example.test/');
  await fillHistory(test, { userId: account.userId, endpointId: id });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

/** In milliseconds, what the page has worked: of its thread's own time, which a busy machine does not lengthen. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Infinity);
  };
}

async function jump(page: Page, to: number): Promise<void> {
  await page.getByLabel('Ke halaman').fill(String(to));
  await page.keyboard.press('Enter');
  await page.getByText(`Halaman ${to} dari ${PAGES}`).waitFor();
  await answered(page);
}

it('a history of many thousand messages is gone through as smoothly as a short one', async () => {
  const page = await openSignedIn(browser, test, account, `/history?limit=${ROWS}`);
  await page.getByText(`Halaman 1 dari ${PAGES}`).waitFor();
  await settle(page);
  const work = await workOf(page);
  const elements = () => page.locator('*').count();
  await jump(page, PAGES - 1);
  const [first, before] = [await elements(), await work()];
  await jump(page, PAGES / 2);
  expect((await work()) - before).toBeLessThan(JUMP_MS_MAX);
  expect(await page.getByRole('row').count()).toBe(1 + ROWS);
  expect(await elements()).toBeLessThan(ELEMENTS_MAX);
  // What was shown is gone.
  expect(Math.abs((await elements()) - first)).toBeLessThan(ROWS);
});
