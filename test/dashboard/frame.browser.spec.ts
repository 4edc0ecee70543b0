import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, type Person, register, sessionOf } from '../auth/people.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field, fillIn } from './forms.js';
import type { Look } from './looks.js';
import { openMenu } from './menus.js';
import { heading } from './parts.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let person: Person;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

/** A new account, logged in, at `path`. */
async function at(path: string, look?: Partial<Look>): Promise<Page> {
  person = await register(test);
  return browser.open(path, { ...look, session: person.token });
}

const anotherSession = async () => sessionOf(await login(test, person.username, person.password)).token;

describe('the navigation', () => {
  it('opens over the page on a phone, and closes on the way to another', async () => {
    const page = await at('/', { width: 390 });
    await openMenu(page, 'Buka navigasi');
    const link = page.getByRole('link', { name: 'Riwayat' });
    await link.click();
    await heading(page, 'Riwayat').waitFor();
    await link.waitFor({ state: 'hidden' });
  });

  it('can be skipped', async () => {
    const page = await at('/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  });

  it('has the administration only for administrators', async () => {
    const page = await at('/admin/users');
    await page.getByText('Halaman tidak ditemukan').waitFor();
    expect(await page.getByText('Log audit').count()).toBe(0);
    const adminPage = await openSignedIn(browser, test, await createAdmin(test), '/admin/users');
    await heading(adminPage, 'Pengguna').waitFor();
    await adminPage.getByRole('link', { name: 'Log audit' }).waitFor();
  });
});

describe('the choice of', () => {
  it('a language holds on the next visit', async () => {
    const page = await at('/');
    await openMenu(page, 'Bahasa');
    await page.getByRole('button', { name: 'English' }).click();
    await heading(page, 'Home').waitFor();
    await page.reload();
    await heading(page, 'Home').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  });

  it('colours holds on the next visit', async () => {
    const page = await at('/');
    await openMenu(page, 'Tampilan');
    await page.getByRole('button', { name: 'Gelap' }).click();
    await page.reload();
    await heading(page, 'Beranda').waitFor();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  });
});

describe('the account menu', () => {
  it('changes the password and stays logged in', async () => {
    const page = await at('/');
    await openMenu(page, /^Menu akun/);
    await page.getByRole('button', { name: 'Ganti password' }).click();
    await fillIn(page, { 'Password saat ini': 'bukan ini', 'Password baru': 'password yang baru sekali' });
    await page.keyboard.press('Enter');
    await page.getByText('Password saat ini salah.').waitFor();
    await field(page, 'Password saat ini').fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByText('Password diganti.').waitFor();
    await page.reload();
    await heading(page, 'Beranda').waitFor();
  });

  it('logs out everywhere after asking', async () => {
    const page = await at('/');
    const elsewhere = await browser.open('/credit', { session: await anotherSession() });
    await openMenu(page, /^Menu akun/);
    await page.getByRole('button', { name: 'Keluar dari semua perangkat' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keluar dari semua perangkat' }).click();
    await heading(page, 'Masuk').waitFor();
    await elsewhere.reload();
    await heading(elsewhere, 'Masuk').waitFor();
  });
});

describe('a page', () => {
  it('that does not exist says so', async () => {
    const page = await at('/nowhere');
    await page.getByText('Halaman tidak ditemukan').waitFor();
  });

  it('says when there is no network, and when there is one again', async () => {
    const page = await at('/');
    await page.context().setOffline(true);
    const notice = page.getByText('Anda sedang offline.');
    await notice.waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'hidden' });
  });
});
