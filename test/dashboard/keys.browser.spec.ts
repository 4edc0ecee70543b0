import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { register } from '../auth/people.js';
import { written } from '../operations/requests/support.js';
import { keepBooks } from '../support/app.js';
import { sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { field, fillIn, hasFocus, tabTo, typeIn } from './forms.js';
import { holdCall } from './hold.js';
import { layoutShiftsOf } from './layout-shifts.js';
import { DIALOG_LOOKS, flawsAtEachLook, lookAt } from './looks.js';
import { button, dialog } from './parts.js';
import { startDashboard } from './service.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
keepBooks(() => test);
const browser = useBrowser(() => test.url);

interface ApiKeyMade {
  key: string;
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Somebody new, on the page of the keys. */
async function openKeys(): Promise<Page> {
  const { token } = await register(test);
  return browser.open('/keys', { session: token });
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await button(page, `Tindakan untuk ${name}`).first().click();
  await page.getByRole('menuitem', { name: action }).click();
  await dialog(page).waitFor();
}

/** The key that the dialog shows, which is then closed. */
async function takeKey(page: Page): Promise<string> {
  const key = await page.getByText(/^sandi_(test|live)_\w{38}$/).textContent();
  await button(page, 'Sudah saya simpan').click();
  await dialog(page).waitFor({ state: 'hidden' });
  return key ?? '';
}

async function create(page: Page, fields: Record<string, string>): Promise<string> {
  await button(page, 'Buat API key').click();
  await fillIn(page, fields);
  await button(page, 'Buat key').click();
  return takeKey(page);
}

const send = async (key: string) => (await test.api.post('/api/otp/send', sendBody(), { token: key })).status;

describe('a new key', () => {
  it('takes the password of an owner whose login is ten minutes old', async () => {
    const { token, password } = await register(test);
    const page = await browser.open('/keys', { session: token });
    test.clock.advance(600);
    try {
      await button(page, 'Buat API key').first().click();
      await fillIn(page, { Nama: 'Toko lama' });
      await button(page, 'Buat key').click();
      const asked = page.getByRole('dialog', { name: 'Masukkan password Anda lagi' });
      await field(page, 'Password saat ini').fill(password);
      await asked.getByRole('button', { name: 'Lanjutkan' }).click();
      await asked.waitFor({ state: 'hidden' });
      await takeKey(page);
      await row(page, 'Toko lama').waitFor();
    } finally {
      test.clock.reset();
    }
  });

  it('is made by keyboard alone, seen once, and sends', async () => {
    const page = await openKeys();
    await page.getByText('Belum ada API key').waitFor();
    await tabTo(page, 'Buat API key');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    expect(await hasFocus(field(page, 'Nama'))).toBe(true);
    await page.keyboard.type('Toko online');
    await page.keyboard.press('Enter');
    await page.getByText('Coba sekarang di terminal').waitFor();

    await page.keyboard.press('Escape');
    const key = (await page.getByText(/^sandi_test_\w{38}$/).textContent()) ?? '';
    expect(await page.getByText('curl -X POST').textContent()).toContain(`Bearer ${key}`);
    await tabTo(page, 'Sudah saya simpan');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(button(page, 'Buat API key'))).toBe(true);

    expect(await send(key)).toBe(200);
    expect(await page.content()).not.toContain(key);
    await row(page, 'Toko online')
      .getByText(`…${key.slice(-4)}`)
      .waitFor();
  });

  it('has the limits that were asked for', async () => {
    const page = await openKeys();
    await create(page, {
      Nama: 'Kantor',
      'Berlaku sampai (opsional)': '2099-03-01',
      'Alamat IP yang boleh memakai (opsional)': '203.0.113.7, 10.0.0.0/8',
      'Batas kirim per hari (opsional)': '250',
    });
    for (const text of ['Aktif', 'sampai 1 Mar 2099', '250 kirim per hari', '2 alamat IP'])
      await row(page, 'Kantor').getByText(text, { exact: true }).waitFor();
    // The last second of that day in Jakarta.
    const [key] = await test.database.read.find(ApiKey, { where: { name: 'Kantor' } });
    expect(key?.expiresAt?.toISOString()).toBe('2099-03-01T16:59:59.000Z');
  });

  it('is shown before the list is read again, by a dialog that stays until then', async () => {
    const page = await openKeys();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Buat API key').click();
    await fillIn(page, { Nama: 'Gudang' });
    const creation = await holdCall(page, 'POST', '**/api/account/api-keys');
    const list = await holdCall(page, 'GET', '**/api/account/api-keys');
    await button(page, 'Buat key').click();
    await creation.asked;
    await page.keyboard.press('Escape');
    expect(await button(page, 'Batal').isDisabled()).toBe(true);
    creation.letGo();
    const key = (await page.getByText(/^sandi_test_\w{38}$/).textContent()) ?? '';
    await list.asked;
    await button(page, 'Salin').first().click();
    await button(page, 'Tersalin').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    list.letGo();
    expect(await flawsAtEachLook(page, 'keys-secret', DIALOG_LOOKS)).toEqual([]);
    await takeKey(page);
    await row(page, 'Gudang').waitFor();
    await button(page, 'Buat API key').click();
    expect(await field(page, 'Nama').inputValue()).toBe('');
  });

  it('is refused where there are too many', async () => {
    const { token, user } = await register(test);
    for (let made = 0; made < 50; made++)
      await test.app.get(ApiKeysService).create(user.id, { name: `Key ${made}`, mode: 'test' });
    const page = await browser.open('/keys', { session: token });
    await button(page, 'Buat API key').click();
    await fillIn(page, { Nama: 'Satu lagi' });
    await button(page, 'Buat key').click();
    await dialog(page).getByText('Jumlah API key sudah mencapai batas.').waitFor();
  });

  it('does not last forever because its date is half typed, or of no year that there is', async () => {
    const page = await openKeys();
    await button(page, 'Buat API key').click();
    const expiry = field(page, 'Berlaku sampai (opsional)');
    await fillIn(page, { Nama: 'Abadi', 'Berlaku sampai (opsional)': '12026-01-01' });
    await button(page, 'Buat key').click();
    await dialog(page).getByText('Isi tanggal yang lengkap').waitFor();
    expect(await hasFocus(expiry)).toBe(true);
    await expiry.fill('');
    await expiry.press('1');
    await button(page, 'Buat key').click();
    await dialog(page).getByText('Isi tanggal yang lengkap').waitFor();
    expect(await test.database.read.countBy(ApiKey, { name: 'Abadi' })).toBe(0);
  });

  it('is refused at the field that does not hold', async () => {
    const page = await openKeys();
    await button(page, 'Buat API key').click();
    await typeIn(page, { 'Alamat IP yang boleh memakai (opsional)': 'rumah' });
    await fillIn(page, { Nama: 'Rumah' });
    await button(page, 'Buat key').click();
    const addresses = field(page, 'Alamat IP yang boleh memakai (opsional)');
    await expect.poll(() => addresses.getAttribute('aria-invalid')).toBe('true');
    expect(await hasFocus(addresses)).toBe(true);
  });
});

describe('a key', () => {
  it('gives way to another at once, or after an overlap', async () => {
    const page = await openKeys();
    const first = await create(page, { Nama: 'Kasir' });
    await choose(page, 'Kasir', 'Ganti key');
    expect(await flawsAtEachLook(page, 'keys-rotate', DIALOG_LOOKS)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Ganti key' }).click();
    await page.getByText(`Key lama (…${first.slice(-4)}) berakhir`).waitFor();
    const second = await takeKey(page);
    expect([await send(first), await send(second)]).toEqual([200, 200]);

    await choose(page, 'Kasir', 'Ganti key');
    await field(page, 'Langsung berakhir').check();
    await dialog(page).getByRole('button', { name: 'Ganti key' }).click();
    await page.getByText(`Key lama (…${second.slice(-4)}) sudah berakhir.`).waitFor();
    const third = await takeKey(page);
    expect([await send(second), await send(third)]).toEqual([401, 200]);

    const ended = row(page, `…${second.slice(-4)}`);
    await ended.getByText('Kedaluwarsa', { exact: true }).waitFor();
    await ended.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Hapus' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Ubah', 'Hapus']);
  });

  it('is seen to expire by a page that is open', async () => {
    const { token } = await register(test);
    await test.api.post('/api/account/api-keys', { name: 'Sebentar' }, { token });
    const page = await browser.open('/keys', { session: token });
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    await page.route('**/api/account/api-keys', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { expires_at: string | null }[] };
      for (const key of body.data) key.expires_at = expires_at;
      await route.fulfill({ response, json: body });
    });
    await page.clock.install();
    await page.reload();
    await row(page, 'Sebentar').getByText('Aktif', { exact: true }).waitFor();
    await page.clock.fastForward('01:00:01');
    await row(page, 'Sebentar').getByText('Kedaluwarsa', { exact: true }).waitFor();
  });

  it('rests until it is activated again', async () => {
    const page = await openKeys();
    const key = await create(page, { Nama: 'Cabang' });
    await choose(page, 'Cabang', 'Nonaktifkan');
    await dialog(page).getByRole('button', { name: 'Nonaktifkan' }).click();
    await row(page, 'Cabang').getByText('Nonaktif', { exact: true }).waitFor();
    expect(await send(key)).toBe(401);
    await dialog(page).waitFor({ state: 'hidden' });
    await choose(page, 'Cabang', 'Aktifkan');
    await dialog(page).getByRole('button', { name: 'Aktifkan' }).click();
    await row(page, 'Cabang').getByText('Aktif', { exact: true }).waitFor();
    expect(await send(key)).toBe(200);
  });

  it('gets another name and cap', async () => {
    const page = await openKeys();
    await create(page, { Nama: 'Lama', 'Batas kirim per hari (opsional)': '5' });
    await choose(page, 'Lama', 'Ubah');
    await fillIn(page, { Nama: 'Baru', 'Batas kirim per hari (opsional)': '' });
    await button(page, 'Simpan').click();
    await row(page, 'Baru').getByText('Tanpa batas').waitFor();
    await expect.poll(() => hasFocus(button(page, 'Tindakan untuk Baru'))).toBe(true);
  });

  it('is deleted only when that is confirmed', async () => {
    const page = await openKeys();
    const key = await create(page, { Nama: 'Percobaan' });
    await choose(page, 'Percobaan', 'Hapus');
    expect(await flawsAtEachLook(page, 'keys-delete', DIALOG_LOOKS)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await send(key)).toBe(200);
    await expect.poll(() => hasFocus(button(page, 'Tindakan untuk Percobaan'))).toBe(true);

    await choose(page, 'Percobaan', 'Hapus');
    await button(page, 'Hapus key').click();
    await page.getByText('Belum ada API key').waitFor();
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true);
    expect(await send(key)).toBe(401);
  });

  it('has a hook secret, shown once with the address it is for', async () => {
    const page = await openKeys();
    await create(page, { Nama: 'Supabase' });
    await choose(page, 'Supabase', 'Secret hook');
    await page.getByLabel('Brand dalam pesan').fill('Toko Budi');
    await button(page, 'Buat secret').click();
    await page.getByText(/^v1,whsec_/).waitFor();
    await page.getByText(/\/api\/hooks\/supabase\?key_id=\d+$/).waitFor();
    expect(await flawsAtEachLook(page, 'keys-hook-secret', DIALOG_LOOKS)).toEqual([]);
  });

  it('stores the signing key that an auth server shows, and the company with it', async () => {
    const page = await openKeys();
    await create(page, { Nama: 'ZITADEL' });
    await choose(page, 'ZITADEL', 'Secret hook');
    await page.getByRole('radio', { name: 'Server login' }).check();
    await page.getByLabel('Signing key').fill('terlalu pendek');
    await button(page, 'Simpan signing key').click();
    await page.getByText('Parameter tidak valid').waitFor();
    await page.getByLabel('Signing key').fill('K3yOfZitadelK3yOfZitadel');
    await page.getByLabel('Brand dalam pesan').fill('Toko Budi');
    expect(await flawsAtEachLook(page, 'keys-signing-key', DIALOG_LOOKS)).toEqual([]);
    await button(page, 'Simpan signing key').click();
    await page.getByText(/\/api\/hooks\/generic\?key_id=\d+$/).waitFor();
    await button(page, 'Tutup').last().click();
    await choose(page, 'ZITADEL', 'Secret hook');
    expect(await page.getByLabel('Brand dalam pesan').inputValue()).toBe('Toko Budi');
  });
});

describe('the page of the keys', () => {
  it('leads to the guide for those who send codes', async () => {
    const page = await openKeys();
    const [guide] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Panduan integrasi' }).click(),
    ]);
    await guide.getByRole('link', { name: 'Quick start' }).waitFor();
    await guide.close();
  });

  it('tells an error of the list, and tries again', async () => {
    const page = await openKeys();
    await page.route('**/api/account/api-keys', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await page.getByRole('alert').getByText('Permintaan tidak berhasil').waitFor();
    await page.unroute('**/api/account/api-keys');
    await button(page, 'Coba lagi').click();
    await page.getByText('Belum ada API key').waitFor();
  });

  it('is well to see at every look, and so is its dialog', async () => {
    const { token } = await register(test);
    const body = {
      name: 'Server pengujian dengan nama yang panjang',
      allowed_ips: ['203.0.113.7'],
      daily_cap: 1000,
      spend_cap: 150_000,
      rate_per_minute: 30,
      allowed_operations: ['send', 'check'],
    };
    await test.api.post('/api/account/api-keys', body, { token });
    await test.api.post('/api/account/api-keys', { name: 'Uji', mode: 'test' }, { token });
    const lastUsedAt = new Date(Date.now() - 2 * 3_600_000);
    await test.database.tx((tx) => tx.update(ApiKey, { name: body.name }, { lastUsedAt }));
    const page = await browser.open('/keys', { ...lookAt(0), session: token });
    await row(page, body.name).getByText('2 jam yang lalu').waitFor();
    await row(page, 'Uji').getByText('Belum pernah').waitFor();
    expect(await flawsAtEachLook(page, 'keys')).toEqual([]);
    await page.locator('main header button, main button').first().click();
    await dialog(page).waitFor();
    expect(await flawsAtEachLook(page, 'keys-create', DIALOG_LOOKS)).toEqual([]);
  });
});

describe('what is refused of the requests of keys', () => {
  /** Somebody with two keys, of which each was refused something. */
  async function refusedTwice() {
    const { token } = await register(test);
    const keyOf = async (name: string) =>
      (await test.api.post('/api/account/api-keys', { name, mode: 'test' }, { token })).body
        .data as ApiKeyMade;
    const [shop, till] = [await keyOf('Toko online'), await keyOf('Kasir')];
    const refuse = (key: ApiKeyMade, body: object) =>
      test.api.post('/api/otp/send', sendBody({ ...body }), { token: key.key });
    await refuse(shop, { phone: 'x' });
    await refuse(till, { otp_code: '1' });
    await written(test);
    return { token, shop, till, refuse };
  }

  it('is listed, told as it happens, held still while one reads, and leads to what it means', async () => {
    const { token, shop, refuse } = await refusedTwice();
    const page = await browser.open('/requests', { ...lookAt(3), language: 'id', session: token });
    await page.getByText('Langsung', { exact: true }).waitFor();
    await row(page, 'phone_invalid').getByText('Nomor telepon tidak valid.').waitFor();
    await row(page, 'Kasir').getByText('otp_code_invalid').waitFor();
    await refuse(shop, { company_name: '' });
    await row(page, 'parameter_missing').getByText('Field: company_name').waitFor();
    await button(page, 'Jeda').click();
    await refuse(shop, { company_name: 'Nama yang jauh lebih panjang dari batas' });
    await page.getByText('1 baru menunggu.').waitFor();
    expect(await row(page, 'company_name_too_long').count()).toBe(0);
    await button(page, 'Lanjutkan').click();
    await row(page, 'company_name_too_long').waitFor();

    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'company_name_too_long' }).click(),
    ]);
    await opened.locator('section:target').getByText('Nama perusahaan maksimal 20 karakter.').waitFor();
    await opened.close();
    await layoutShiftsOf(page); // Lines that come while one looks push the others down.
    expect(await flawsAtEachLook(page, 'requests')).toEqual([]);
  });

  it('is chosen by reason and by key, also of what happens now', async () => {
    const { token, shop, till, refuse } = await refusedTwice();
    const page = await browser.open('/requests', { session: token });
    await field(page, 'API key').selectOption({ label: `Kasir · …${till.key.slice(-4)}` });
    await row(page, 'otp_code_invalid').waitFor();
    await expect.poll(() => row(page, 'phone_invalid').count()).toBe(0);
    await page.getByText('Langsung', { exact: true }).waitFor();
    await refuse(shop, { phone: 'x' });
    await refuse(till, { phone: 'y' });
    await row(page, 'phone_invalid').waitFor();
    expect(await row(page, 'Toko online').count()).toBe(0);
    await field(page, 'Penyebab').selectOption('duplicate');
    await page.getByText('Tidak ada yang cocok').waitFor();
    await button(page, 'Hapus filter').click();
    await row(page, 'Toko online').first().waitFor();
  });

  it('goes on by itself once the stream was cut, and misses nothing', async () => {
    const { token, shop, refuse } = await refusedTwice();
    let isCut = true;
    const before = (page: Page) =>
      page.route('**/api/account/requests/live', (route) =>
        isCut ? route.fulfill({ status: 503, json: {} }) : route.continue(),
      );
    const page = await browser.open('/requests', { session: token, before });
    await page.getByText('Terputus', { exact: true }).waitFor();
    await refuse(shop, { company_name: '' });
    await written(test);
    isCut = false;
    await page.getByText('Langsung', { exact: true }).waitFor();
    await row(page, 'parameter_missing').waitFor();
  });
});
