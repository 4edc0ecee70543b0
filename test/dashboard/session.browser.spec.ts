import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { register } from '../auth/people.js';
import { useBrowser } from './browser.js';
import { logIn } from './forms.js';
import { openMenu } from './menus.js';
import { heading } from './parts.js';
import { usePerson } from './person.js';

const world = usePerson();
const browser = useBrowser(() => world.test.url);

const open = (path = '/credit') => browser.open(path, { session: world.person.token });

/** Another tab of the same browser. */
async function anotherTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
}

async function logOut(page: Page): Promise<void> {
  await openMenu(page, /^Menu akun/);
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
}

describe('a session that ends while a page is open', () => {
  it('leads to the login at the next click, and back after it', async () => {
    const page = await open();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'API key' }).click();
    await heading(page, 'Masuk').waitFor();
    expect(new URL(page.url()).search).toBe('?next=%2Fkeys');
  });

  it('leads there too when somebody comes back to the page', async () => {
    const page = await open();
    await page.clock.install();
    await page.context().clearCookies();
    await page.clock.fastForward('01:00');
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await heading(page, 'Masuk').waitFor();
    expect(new URL(page.url()).search).toBe('?next=%2Fcredit');
  });
});

describe('another tab', () => {
  it('ends this one’s session by logging out', async () => {
    const page = await open();
    await logOut(await anotherTab(page, '/'));
    await heading(page, 'Masuk').waitFor();
  });

  it('makes this one somebody else’s by logging them in', async () => {
    const page = await browser.open('/login');
    const tab = await anotherTab(page, '/login');
    const other = await register(world.test);
    await logIn(page, world.person);
    await logIn(tab, other);
    await page.getByText(`(${other.username})`).waitFor({ state: 'attached' });
  });
});

describe('logging out', () => {
  it('says so when it fails, and the session goes on', async () => {
    const page = await open();
    await page.route('**/api/auth/session', (route) => route.fulfill({ status: 503, json: {} }));
    await logOut(page);
    await page.getByRole('alert').getByText('Terjadi kesalahan').waitFor();
    await heading(page, 'Kredit').waitFor();
  });

  it('leaves nothing to go back to', async () => {
    const page = await open();
    await logOut(page);
    await heading(page, 'Masuk').waitFor();
    await page.goBack();
    await heading(page, 'Masuk').waitFor();
  });
});
