import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { openMenu } from './menus.js';
import { heading } from './parts.js';
import { startDashboard } from './service.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

async function chooseColors(page: Page, name: string): Promise<void> {
  const menu = await openMenu(page, 'Tampilan');
  await menu.getByRole('button', { name, exact: true }).click();
}

const MIDDLE_GREY = 3 * 128;

/** What is seen, and not only what is set. */
async function seen(page: Page): Promise<'light' | 'dark'> {
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (background.match(/\d+/g) ?? []).map(Number);
  return red + green + blue < MIDDLE_GREY ? 'dark' : 'light';
}

it('the dashboard is in Indonesian until another language is chosen, whatever the browser speaks', async () => {
  const page = await browser.open('/');
  expect(await page.evaluate(() => navigator.language)).toBe('en-US');
  expect(await page.locator('html').getAttribute('lang')).toBe('id');
  await heading(page, 'Masuk').waitFor();
});

it('colours change at once, hold after a reload, and follow the device again when asked to', async () => {
  const page = await browser.open('/login', { colorScheme: 'light' });
  await expect.poll(() => seen(page)).toBe('light');
  await chooseColors(page, 'Gelap');
  await expect.poll(() => seen(page)).toBe('dark');
  await page.reload();
  await heading(page, 'Masuk').waitFor();
  await expect.poll(() => seen(page)).toBe('dark');

  await chooseColors(page, 'Ikuti perangkat');
  await expect.poll(() => seen(page)).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => seen(page)).toBe('dark');

  await chooseColors(page, 'Terang');
  await expect.poll(() => seen(page)).toBe('light');
});
