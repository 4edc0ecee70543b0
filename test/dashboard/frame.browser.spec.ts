import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, type Person, register, sessionOf } from '../auth/people.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { answered } from './at-rest.js';
import { useBrowser } from './browser.js';
import { field, fillIn, hasFocus } from './forms.js';
import type { Look } from './looks.js';
import { openMenu } from './menus.js';
import { heading } from './parts.js';
import { sendOtps } from './sends.js';
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

describe('the type', () => {
  it('is our own, from this service, and its figures stand below each other', async () => {
    const page = await browser.open('/login');
    const face = () =>
      page.evaluate(() => {
        const own = [...document.fonts].find(({ family }) => family.includes('Plus Jakarta Sans'));
        return [own?.status, getComputedStyle(document.body).fontFamily.split(',')[0]];
      });
    await expect.poll(face).toEqual(['loaded', '"Plus Jakarta Sans"']);
    // Under a name of its own: one that came too late for a page is not shown on it.
    const [address, ...widths] = await page.evaluate(async () => {
      const href = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]')?.href ?? '';
      document.fonts.add(await new FontFace('probe', `url(${href})`).load());
      const probe = document.body.appendChild(document.createElement('span'));
      // By the type's own measures, not by those of this screen.
      probe.style.cssText =
        'position: absolute; font: 100px probe, monospace; text-rendering: geometricPrecision';
      const widthOf = (digit: string, numeric: string) => {
        probe.style.fontVariantNumeric = numeric;
        probe.textContent = digit.repeat(10);
        return probe.getBoundingClientRect().width;
      };
      const own = getComputedStyle(document.body).fontVariantNumeric;
      return [
        href,
        ...[...'0123456789'].map((digit) => widthOf(digit, own)),
        widthOf('1', 'normal'),
      ] as const;
    });
    expect(new URL(String(address)).origin).toBe(new URL(test.url).origin);
    const proportional = widths.pop();
    expect(widths).toEqual(widths.map(() => widths[0]));
    expect(proportional).not.toBe(widths[0]);
  });
});

describe('the navigation', () => {
  it('opens over the page on a phone, and closes on the way to another', async () => {
    const page = await at('/', { width: 390 });
    await openMenu(page, 'Buka navigasi');
    const link = page.getByRole('link', { name: 'Riwayat' });
    await link.click();
    await heading(page, 'Riwayat').waitFor();
    await link.waitFor({ state: 'hidden' });
  });

  it('leads to a page that has the focus, for those who do not see that it has come', async () => {
    const page = await at('/');
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    expect(await focused()).toBe('BODY');
    await page.getByRole('link', { name: 'Riwayat' }).click();
    await heading(page, 'Riwayat').waitFor();
    await expect.poll(focused).toBe('MAIN');
  });

  it('leads to the documents of the API, in a tab of their own', async () => {
    const page = await at('/credit');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Dokumentasi API' });
    expect(await link.getAttribute('target')).toBe('_blank');
    const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', test.url));
    // Any address of no page is answered with the dashboard.
    expect(await answer.text()).toContain('swagger-ui');
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

describe('the search', () => {
  const PHONE = '081298765432';
  const input = (page: Page) => page.getByRole('combobox', { name: 'Pencarian' });
  const choice = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

  it('finds a message by the whole phone with the keyboard alone, and tells the number to nobody', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account, 1, { phone: PHONE, company_name: 'Toko Melati' });
    const asked: string[] = [];
    const page = await openSignedIn(browser, test, account, '/');
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
    await heading(page, 'Beranda').waitFor();
    await page.keyboard.press('Control+k');
    await input(page).waitFor();
    await page.keyboard.type('+62 812-9876-5432');
    await choice(page, /^6281\*\*\*\*5432/).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Pesan ke 6281****5432').waitFor();
    await input(page).waitFor({ state: 'detached' });
    expect(asked.some((request) => request.startsWith('POST') && request.includes('/messages/search'))).toBe(
      true,
    );
    expect(asked.filter((request) => request.replace(/\D/g, '').includes('8129876'))).toEqual([]);
    expect(page.url()).toContain('/history/otp_');
  });

  it('opens by ⌘K where keyboards have that key, and by it alone', async () => {
    const page = await at('/keys');
    // A page of its own, since what runs before its scripts stays with it.
    const mac = await page.context().newPage();
    await mac.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
    await mac.goto(`${test.url}/keys`);
    await mac.getByRole('button', { name: 'Cari pesan, brand, halaman' }).getByText('⌘K').waitFor();
    await mac.keyboard.press('Control+k');
    expect(await input(mac).count()).toBe(0);
    await mac.keyboard.press('Meta+k');
    await input(mac).waitFor();
    await mac.keyboard.press('Escape');
    await input(mac).waitFor({ state: 'detached' });
    await page.keyboard.press('Meta+k');
    await page.keyboard.press('Control+k');
    await input(page).waitFor();
  });

  it('finds by four digits, our reference, the gateway’s and the sender’s own, a brand and a page', async () => {
    const account = await createAccount(test);
    const body = sendBody({ phone: PHONE, company_name: 'Toko Melati', external_id: 'pesanan-77' });
    const sent = await test.api.post('/api/otp/send', body, { token: account.key });
    const { reference, message_id: gatewayId } = sent.body.data as Record<string, string>;
    const page = await openSignedIn(browser, test, account, '/keys');
    await page.getByRole('button', { name: 'Cari pesan, brand, halaman' }).click();
    for (const typed of ['5432', 'pesanan-77', reference, gatewayId]) {
      await input(page).fill(String(typed));
      await choice(page, /Toko Melati/).waitFor();
      expect(await choice(page, /.*/).count()).toBe(1);
    }
    await input(page).fill('tidak ada ini');
    await page.getByText('Tidak ada yang cocok.').waitFor();
    await input(page).fill('riway');
    await choice(page, 'Riwayat').waitFor();
    await input(page).fill('melati');
    await choice(page, /^Toko Melati/).click();
    await page.waitForURL('**/history?brand=Toko+Melati');
    await page.getByRole('row').filter({ hasText: 'Toko Melati' }).waitFor();
  });

  it('goes with the arrows, closes with Escape, and gives the focus back', async () => {
    const page = await at('/keys');
    const button = page.getByRole('button', { name: 'Cari pesan, brand, halaman' });
    await button.click();
    await page.getByRole('option', { name: 'Beranda', selected: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Kirim', selected: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('option', { name: 'Akun', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await input(page).waitFor({ state: 'detached' });
    expect(await hasFocus(button)).toBe(true);
  });

  it('finds accounts for administrators, and searches all messages on demand only', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account, 1, { phone: PHONE });
    const page = await openSignedIn(browser, test, await createAdmin(test), '/');
    await heading(page, 'Beranda').waitFor();
    const searches: string[] = [];
    page.on('request', (request) => searches.push(`${request.method()} ${request.url()}`));
    await page.keyboard.press('Control+k');
    await input(page).waitFor();
    await page.keyboard.type(PHONE);
    await choice(page, `Cari pesan semua akun: ${PHONE}`).waitFor();
    await answered(page);
    const ofMessages = () => searches.filter((request) => request.includes('/messages/search')).length;
    expect(ofMessages()).toBe(0);
    await page.keyboard.press('Enter');
    await choice(page, new RegExp(account.username)).waitFor();
    expect(ofMessages()).toBe(1);
    // Not by a GET, as names are.
    expect(searches.filter((request) => request.includes(PHONE))).toEqual([]);
    await input(page).fill(account.username);
    await choice(page, new RegExp(`@${account.username}`)).click();
    await page.waitForURL(`**/admin/users/${account.userId}`);
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

describe('the account menu leads to the page that', () => {
  const toAccount = async (page: Page) => {
    await openMenu(page, /^Menu akun/);
    await page.getByRole('button', { name: 'Akun', exact: true }).click();
    await heading(page, 'Akun').waitFor();
  };

  it('changes the password and stays logged in', async () => {
    const page = await at('/');
    await toAccount(page);
    await page.getByRole('button', { name: 'Ganti password' }).click();
    await fillIn(page, { 'Password saat ini': 'bukan ini', 'Password baru': 'password yang baru sekali' });
    await page.keyboard.press('Enter');
    await page.getByText('Password saat ini salah.').waitFor();
    await field(page, 'Password saat ini').fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByText('Password diganti.').waitFor();
    await page.reload();
    await heading(page, 'Akun').waitFor();
  });

  it('changes the password, and the page goes on: it knows when the session ends', async () => {
    const page = await at('/account');
    await anotherSession();
    await page.reload();
    await page.getByRole('button', { name: 'Akhiri', exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Ganti password' }).click();
    const passwords = { 'Password saat ini': person.password, 'Password baru': 'password yang baru sekali' };
    await fillIn(page, passwords);
    await page.keyboard.press('Enter');
    await page.getByText('Password diganti.').waitFor();
    await page.getByRole('button', { name: 'Akhiri', exact: true }).waitFor({ state: 'detached' });
    const other = await page.context().newPage();
    await other.goto(`${test.url}/login`);
    await other.evaluate(() => localStorage.removeItem('sandi.signed-in'));
    await heading(page, 'Masuk').waitFor();
  });

  it('logs out everywhere after asking', async () => {
    const page = await at('/');
    const elsewhere = await browser.open('/credit', { session: await anotherSession() });
    await toAccount(page);
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

/** Its addresses, of the administrator who looks. The first device is that of the service's start. */
const POLLED: Record<string, (admin: Account) => Promise<string> | string> = {
  home: () => '/',
  history: () => '/history',
  message: async (admin) => `/history/${await sendOtps(test, admin)}`,
  analytics: () => '/analytics',
  webhooks: () => '/webhooks',
  credit: () => '/credit',
  devices: () => '/admin/devices',
  'set-up of a device': () => '/admin/devices/1/setup',
  system: () => '/admin/system',
};

describe('a page that nobody sees', () => {
  const show = (page: Page, state: 'visible' | 'hidden') =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { get: () => next, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);

  it.each(Object.entries(POLLED))(
    'asks for nothing, and for all that it shows when it is seen again (%s)',
    async (_, pathOf) => {
      const admin = await createAdmin(test);
      const before = (page: Page) => page.clock.install();
      const page = await openSignedIn(browser, test, admin, await pathOf(admin), { before });
      await answered(page);
      let asked = 0;
      page.on('request', () => asked++);
      await show(page, 'hidden');
      await page.clock.runFor('10:00');
      expect(asked).toBe(0);
      await show(page, 'visible');
      await expect.poll(() => asked).toBeGreaterThan(0);
      // Each at its own pace: a minute of a page that is seen is a few requests, no storm.
      await answered(page);
      asked = 0;
      await page.clock.runFor('01:00');
      await expect.poll(() => asked).toBeGreaterThan(0);
      await answered(page);
      expect(asked).toBeLessThan(40);
    },
  );

  it('is not told of what is refused, either, until it is seen again', async () => {
    const account = await createAccount(test);
    const isLive = (request: Request) => request.url().endsWith('/api/account/requests/live');
    const before = (page: Page) => page.clock.install();
    const page = await openSignedIn(browser, test, account, '/requests', { before });
    const ended = page.waitForEvent('requestfailed', isLive);
    await show(page, 'hidden');
    await ended;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await test.api.post('/api/otp/send', sendBody({ phone: '12' }), { token: account.key });
    await page.clock.runFor('10:00');
    expect(asked).toEqual([]);
    await show(page, 'visible');
    await page.getByRole('row').filter({ hasText: 'phone_invalid' }).waitFor();
    // The stream, and what stood there before it began; from then on it tells by itself.
    await answered(page);
    asked.length = 0;
    await page.clock.runFor('01:00');
    await test.api.post('/api/otp/send', sendBody({ otp_code: 'x' }), { token: account.key });
    await page.getByRole('row').filter({ hasText: 'otp_code_invalid' }).waitFor();
    expect(asked.length).toBeLessThan(10);
  });
});
