import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { answered } from './at-rest.js';
import { useBrowser } from './browser.js';
import { field, fillIn } from './forms.js';
import { button, heading } from './parts.js';
import { usePerson } from './person.js';

const world = usePerson();
const browser = useBrowser(() => world.test.url);

/** What Chromium tells of a request without a network, and React of an error in the place of a page. */
const TOLD = /ERR_INTERNET_DISCONNECTED$|^ApiError/;

const open = (path: string) => browser.open(path, { session: world.person.token, fails: TOLD });

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('Anda sedang offline.').waitFor();
}

async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.getByText('Anda sedang offline.').waitFor({ state: 'hidden' });
}

describe('without a network', () => {
  it('what is pressed fails at once, and does not happen later', async () => {
    const page = await open('/keys');
    await page.getByRole('button', { name: 'Buat API key' }).first().click();
    await field(page, 'Nama').fill('Toko');
    await goOffline(page);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Layanan tidak dapat dijangkau').waitFor();
    await goOnline(page);
    await answered(page);
    const { body } = await world.test.api.get('/api/account/api-keys', { token: world.person.token });
    expect(body.data).toEqual([]);
  });

  it('a page that was not loaded yet says so, and comes when it can', async () => {
    const page = await open('/credit');
    // Nothing that is routed comes from the cache, which visitors before have filled.
    await page.route('**/assets/**', (route) => route.continue());
    await goOffline(page);
    await page.getByRole('link', { name: 'Webhook' }).click();
    await heading(page, 'Halaman ini tidak dapat dibuka').waitFor();
    await page.getByText('Layanan tidak dapat dijangkau').waitFor();
    await goOnline(page);
    await heading(page, 'Webhook').waitFor();
  });
});

describe('a service that does not answer', () => {
  it('leaves what was loaded, and the page says since when', async () => {
    const page = await open('/credit');
    await page.getByText('Saldo').first().waitFor();
    await page.clock.install();
    await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
    const lookAgain = async () => {
      await page.clock.fastForward('01:00');
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await page.clock.runFor('00:20');
    };
    await lookAgain();
    const notice = page.getByText(/^Data belum diperbarui sejak \d\d[.:]\d\d[.:]\d\d/);
    await notice.waitFor();
    await heading(page, 'Kredit').waitFor();
    await page.unroute('**/api/**');
    await lookAgain();
    await notice.waitFor({ state: 'hidden' });
  });

  it('is told where the frame itself cannot be drawn', async () => {
    const page = await open('/credit');
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await heading(page, 'Halaman ini tidak dapat dibuka').waitFor();
    await page.unroute('**/api/auth/me');
    await button(page, 'Coba lagi').click();
    await heading(page, 'Kredit').waitFor();
  });
});

describe('two fields that do not hold', () => {
  it('have each a text of its own', async () => {
    const page = await browser.open('/register');
    await fillIn(page, { Nama: 'Toko', Username: 'a', Email: 'x', Password: 'sandi-rahasia' });
    await page.keyboard.press('Enter');
    await page.getByText(/^Username harus/).waitFor();
    await page.getByText('Tidak valid.', { exact: true }).waitFor();
    expect(await page.getByText(/^Username harus/).count()).toBe(1);
  });
});

describe('a text to copy', () => {
  beforeEach(() =>
    world.test.api.post(
      '/api/account/api-keys',
      { name: 'Toko', mode: 'test' },
      { token: world.person.token },
    ),
  );

  it('is on the clipboard', async () => {
    const page = await open('/send');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Salin').first().click();
    await button(page, 'Tersalin').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/api/otp/send');
  });

  it('is selected where the browser lets no page copy', async () => {
    const page = await browser.open('/login', { session: world.person.token });
    const script = await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
    onTestFinished(() => script.dispose());
    await page.goto('/send');
    await button(page, 'Salin').first().click();
    await button(page, 'Tekan Ctrl+C').waitFor();
    expect(await page.evaluate(() => String(window.getSelection()))).toContain('/api/otp/send');
  });
});
