import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../auth/people.js';
import { type Account, createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { answered, settle } from './at-rest.js';
import { useBrowser } from './browser.js';
import { field, logIn } from './forms.js';
import { DIALOG_LOOKS, flawsAtEachLook } from './looks.js';
import { button, dialog, heading } from './parts.js';
import { sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard({ env: { WEBHOOK_ALLOW_PRIVATE: '1' } });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

describe('the account page', () => {
  it('tells its owner what happened to the account, in words and with the address', async () => {
    const account = await createAccount(test);
    const agent = { headers: { 'user-agent': 'Peramban/1.0' } };
    for (let nth = 0; nth < 2; nth++)
      await test.api.post('/api/auth/login', { username: account.username, password: 'salah' }, agent);
    const token = await userToken(test, account.userId);
    const made = await test.api.post('/api/account/api-keys', { name: 'Kasir' }, { token });
    const { id } = made.body.data as { id: number };
    const page = await openSignedIn(browser, test, account, '/');
    await page.getByRole('link', { name: 'Akun', exact: true }).click();
    await page.waitForURL('**/account');
    const line = (text: string) => page.getByRole('row').filter({ hasText: text });
    await line('API key dibuat').getByText(`API key ${id}`).waitFor();
    const refused = line('Login gagal');
    await refused.getByText('Password: password salah').waitFor();
    await refused.getByText('2 kali').waitFor();
    await refused.getByText('127.0.0.1').waitFor();
    await refused.getByText('Peramban/1.0').waitFor();
    expect(await flawsAtEachLook(page, 'account')).toEqual([]);
  });

  it('tells what an administrator did, and not from where', async () => {
    const account = await createAccount(test);
    const admin = await userToken(test, 1);
    await test.api.put(
      `/api/admin/users/${account.userId}/brands`,
      { brands: ['Blibli.com'] },
      { token: admin },
    );
    const page = await openSignedIn(browser, test, account, '/account');
    const row = page.getByRole('row').filter({ hasText: 'Brand disetujui' });
    await row.getByText('oleh administrator').waitFor();
    await row.getByText('Brand: Blibli.com').waitFor();
    expect(await row.getByText('127.0.0.1').count()).toBe(0);
  });

  it('changes the name, which stands at the menu from then on', async () => {
    const account = await createAccount(test);
    const page = await openSignedIn(browser, test, account, '/account');
    await field(page, 'Nama').fill('Toko Budi');
    await button(page, 'Simpan').click();
    await page.getByText('Nama disimpan.').waitFor();
    await page.getByRole('button', { name: /Toko Budi/ }).waitFor();
    await field(page, 'Nama').fill(' ');
    await button(page, 'Simpan').click();
    await page.locator('input[aria-invalid=true]').waitFor();
  });

  it('is in the language that is chosen there, at once and on the next visit', async () => {
    const page = await openSignedIn(browser, test, await createAccount(test), '/account');
    await page.getByRole('combobox', { name: 'Bahasa' }).selectOption('English');
    await heading(page, 'Account').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.goto('/credit');
    await heading(page, 'Credit').waitFor();
    await page.goto('/account');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Bahasa Indonesia');
    await heading(page, 'Akun').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('id');
  });

  it('tells times in the zone that is chosen, which they name, and keeps it', async () => {
    const account = await createAccount(test);
    const token = await userToken(test, account.userId);
    await test.api.post('/api/account/api-keys', { name: 'Kasir' }, { token });
    const page = await openSignedIn(browser, test, account, '/account');
    const zone = field(page, 'Zona waktu');
    const firstTime = () => page.getByRole('table', { name: 'Log keamanan' }).getByRole('cell').first();
    await firstTime().getByText(/WIB$/).waitFor();
    const inJakarta = await firstTime().innerText();
    await zone.selectOption('Asia/Jayapura');
    await firstTime().getByText(/WIT$/).waitFor();
    const hourOf = (text: string) => Number(/(\d\d)\.\d\d\.\d\d/.exec(text)?.[1]);
    const later = (hourOf(await firstTime().innerText()) - hourOf(inJakarta) + 24) % 24;
    expect(later).toBe(2);
    await page.reload();
    await firstTime().getByText(/WIT$/).waitFor();
    await field(page, 'Zona waktu').selectOption({ index: 0 });
    await firstTime().getByText(/WIB$/).waitFor();
  });

  it('is where the address of before leads', async () => {
    const page = await openSignedIn(browser, test, await createAccount(test), '/security');
    await page.waitForURL('**/account');
    await page.getByRole('heading', { level: 1, name: 'Akun' }).waitFor();
  });
});

const REFUSAL = 'Akun ini hanya dilihat: tidak ada yang dapat diubah.';

/** All that can be used on a page, by its name: what the browser takes no click for is left out. */
const usable = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('button, input, select, textarea')]
      .filter((control) => !control.matches(':disabled') && control.getClientRects().length > 0)
      .map((control) => {
        const label =
          'labels' in control && (control.labels as NodeListOf<HTMLElement> | null)?.[0]?.innerText;
        return (control.getAttribute('aria-label') ?? (label || control.textContent)).trim();
      }),
  );

/** On the pages of an account: what reads, what belongs to the browser, and nothing else. */
const READS = {
  '/': ['Tampilkan tabel'],
  '/send': ['cURL', 'Node', 'PHP', 'Laravel', 'Python', 'Go', 'Salin'],
  '/history': [
    'Live',
    'Uji',
    'Status',
    'Waktu',
    'API key',
    'Brand',
    'Penyebab gagal',
    'Awalan nomor',
    'Urutan',
  ],
  message: ['Salin', 'Salin'],
  '/analytics': [
    ...['24 jam', '7 hari', '30 hari', '90 hari', 'Live', 'Uji'],
    ...['Tampilkan sebagai tabel: Lama pengiriman', 'Tampilkan sebagai tabel: Per hari'],
  ],
  '/keys': [],
  '/requests': ['Penyebab', 'API key'],
  '/webhooks': [],
  webhook: [
    ...['Semua', 'Menunggu', 'Sampai', 'Tidak dicoba lagi'],
    ...[expect.stringContaining('webhook.test'), 'Salin'],
  ],
  '/credit': ['Jenis', 'Waktu', 'Menurut', 'Bulan'],
  '/account': ['Bahasa', 'Zona waktu'],
};

describe('an administrator who looks at an account', () => {
  let account: Account;
  let admin: Account;
  let messageId: string;
  let webhookId: number;
  beforeAll(async () => {
    account = await createAccount(test, 7_400);
    admin = await createAdmin(test);
    messageId = await sendOtps(test, account);
    const token = await userToken(test, account.userId);
    const made = async (path: string, body?: object) =>
      (await test.api.post(path, body, { token })).body.data as { id: number };
    ({ id: webhookId } = await made('/api/account/webhooks', { url: 'http://127.0.0.1:9/' }));
    await made(`/api/account/webhooks/${webhookId}/test`);
    await made('/api/account/api-keys', { name: 'Uji coba', mode: 'test' });
    await made('/api/account/top-up/requests', { amount: 1_000, sender: 'Budi' });
  });

  const begin = async () => {
    const page = await openSignedIn(browser, test, admin, `/admin/users/${account.userId}`);
    await button(page, 'Lihat sebagai pemilik').click();
    await dialog(page).getByRole('button', { name: 'Lihat sebagai pemilik' }).click();
    await button(page, 'Selesai').waitFor();
    await answered(page);
    return page;
  };

  it('is told whose it is, sees what its owner sees, and asks for nothing as themselves, early or late', async () => {
    const page = await begin();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(`${request.headers()['x-sandi-view']} ${pathname}`);
    });
    await page.reload();
    await page.getByText('Rp 7.200').first().waitFor();
    await answered(page);
    expect(asked.length).toBeGreaterThan(6);
    expect(asked.filter((one) => !one.startsWith(`${account.userId} `))).toEqual([]);
    await page.getByText('Akun Akun Uji').waitFor();
    expect(await page.getByTitle(`(${account.username})`).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Pengguna' }).count()).toBe(0);
    expect(await flawsAtEachLook(page, 'viewed-home')).toEqual([]);
    await page.goto('/credit');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await flawsAtEachLook(page, 'viewed-credit', DIALOG_LOOKS)).toEqual([]);
    await button(page, 'Selesai').click();
    await page.waitForURL(`**/admin/users/${account.userId}`);
    await page.getByRole('link', { name: 'Pengguna', exact: true }).waitFor();
    await page.goto('/');
    await page.getByText('Rp 10.000').first().waitFor();

    const owner = await openSignedIn(browser, test, account, '/account');
    const row = owner.getByRole('row').filter({ hasText: 'Akun dilihat administrator' });
    await row.first().getByText('oleh administrator').waitFor();
  });

  it('finds nothing to use on any page but what reads', async () => {
    const page = await begin();
    const found: Record<string, string[]> = {};
    const pages = {
      '/': '/',
      '/send': '/send',
      '/history': '/history',
      message: `/history/${messageId}`,
      '/analytics': '/analytics',
      '/keys': '/keys',
      '/requests': '/requests',
      '/webhooks': '/webhooks',
      webhook: `/webhooks/${webhookId}`,
      '/credit': '/credit',
      '/account': '/account',
    };
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settle(page);
      if (name === 'webhook') await page.getByRole('button', { name: /webhook.test/ }).click();
      await settle(page);
      found[name] = await usable(page);
      expect(await page.getByText(REFUSAL).count(), path).toBe(0);
    }
    expect(found).toEqual(READS);
  });

  it('is refused what they do all the same, in words', async () => {
    const page = await begin();
    await page.goto('/credit');
    await field(page, 'Batas saldo (rupiah)').waitFor();
    // As a page would that forgot to ask.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('fieldset')) part.disabled = false;
    });
    await field(page, 'Batas saldo (rupiah)').fill('5000');
    await button(page, 'Simpan').click();
    await page.getByText(REFUSAL).waitFor();
  });

  it('is themselves again when the time is over', async () => {
    const page = await begin();
    test.clock.advance(1_800);
    await page.getByRole('link', { name: 'Riwayat' }).click();
    await page.getByText('Akses hanya baca selama 30 menit ke akun ini sudah berakhir.').waitFor();
    await button(page, 'Lihat sebagai pemilik').waitFor();
    expect(await flawsAtEachLook(page, 'view-over', DIALOG_LOOKS)).toEqual([]);
    test.clock.reset();
  });

  it('and whoever logs in after their session has ended', async () => {
    const page = await begin();
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Masuk' }).waitFor();
    await logIn(page, await register(test));
    await page.getByRole('heading', { level: 1, name: 'Beranda' }).waitFor();
    expect(await button(page, 'Selesai').count()).toBe(0);
    await page.getByText('Rp 10.000').first().waitFor();
  });
});
