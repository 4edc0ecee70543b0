import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { quietPort } from '../support/services/quiet-port.js';
import { userToken } from '../support/tokens.js';
import { Receiver } from '../webhook/receiver.js';
import { deliver, register, WEBHOOK_ENV } from '../webhook/support.js';
import { useBrowser } from './browser.js';
import { overflowOf } from './flaws.js';
import { field } from './forms.js';
import { linesIn } from './lines.js';
import { DIALOG_LOOKS, flawsAtEachLook, lookAt } from './looks.js';
import { sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard({ env: { SEND_RATE_PER_MINUTE: '1000', ...WEBHOOK_ENV } });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const LIST = '**/api/account/history*';
const EXPORT = '**/api/account/history/export*';
const REFUSED = { success: false, code: 'rate_limited', message: 'Terlalu sering.', request_id: 'r-1' };

describe('the filters and the page', () => {
  it('stand in the address and survive a reload', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account, 21);
    const page = await openSignedIn(browser, test, account, '/history');
    await page.getByText('21 pesan').waitFor();
    await field(page, 'Status').selectOption('sent');
    await page.getByRole('button', { name: 'Berikutnya' }).click();
    await page.getByText('Halaman 2 dari 2').waitFor();
    const { search } = new URL(page.url());
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ status: 'sent', page: '2' });
    await page.reload();
    await page.getByText('Halaman 2 dari 2').waitFor();
    expect(await field(page, 'Status').inputValue()).toBe('sent');

    await page.getByRole('link', { name: /^Perjalanan pesan pada/ }).click();
    await page.getByRole('main').getByRole('link', { name: 'Riwayat' }).click();
    await page.getByText('Halaman 2 dari 2').waitFor();
    expect(await field(page, 'Status').inputValue()).toBe('sent');

    await field(page, 'Status').selectOption('failed');
    await page.getByText('Tidak ada yang cocok').waitFor();
    await page.getByRole('button', { name: 'Hapus filter' }).click();
    await page.getByText('Halaman 1 dari 2').waitFor();
  });

  it('take a day once it is whole, and forget what an address has wrong', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account);
    const page = await openSignedIn(
      browser,
      test,
      account,
      '/history?status=nope&page=-3&from=2026-02-30&to=2999-01-01',
    );
    await page.getByText('1 pesan').waitFor();
    expect(new URL(page.url()).searchParams.get('to')).toBe('2999-01-01');
    await field(page, 'Dari tanggal').fill('2998-12-31');
    await page.getByText('Tidak ada yang cocok').waitFor();
  });

  it('keep the messages of test keys apart', async () => {
    const account = await createAccount(test);
    const { key } = await test.app.get(ApiKeysService).create(account.userId, { name: 'coba', mode: 'test' });
    await sendOtps(test, { ...account, key });
    const page = await openSignedIn(browser, test, account, '/history');
    await page.getByText('Belum ada pesan').waitFor();
    await page.getByText('Uji', { exact: true }).click();
    await page.getByText('1 pesan').waitFor();
    expect(new URL(page.url()).search).toBe('?mode=test');
  });
});

describe('what narrows the list', () => {
  it('is key, brand, reason and time, in the address, and goes on step by step', async () => {
    test.clock.toMorning();
    onTestFinished(() => test.clock.reset());
    const account = await createAccount(test);
    await sendOtps(test, account, 21, { company_name: 'Toko Melati' });
    test.gateway.script([{ refuse: 400, reason: 'not_on_whatsapp' }]);
    await test.api.post('/api/otp/send', sendBody({ company_name: 'Warung' }), { token: account.key });
    const page = await openSignedIn(browser, test, account, '/history', {
      before: (page) => page.clock.install({ time: test.clock.now() }),
    });
    await page.getByText('22 pesan').waitFor();
    await field(page, 'Brand').selectOption('Toko Melati');
    await field(page, 'Waktu').selectOption('Hari ini');
    await page.waitForURL((url) => url.searchParams.has('from'));
    await page.getByText('22 pesan').waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(21);
    await page.getByRole('button', { name: 'Berikutnya' }).click();
    await page.waitForURL((url) => url.searchParams.has('after'));
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.reload();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(await field(page, 'Brand').inputValue()).toBe('Toko Melati');
    await page.getByLabel('Baris per halaman').selectOption('50 baris');
    await page.waitForURL((url) => url.searchParams.get('limit') === '50' && !url.searchParams.has('after'));
    await expect.poll(() => page.getByRole('row').count()).toBe(22);
    await page.getByLabel('Baris per halaman').selectOption('20 baris');
    await expect.poll(() => page.getByRole('row').count()).toBe(21);
    await page.getByRole('button', { name: 'Berikutnya' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Ke awal' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(21);

    await page.goto('/history?reason=not_on_whatsapp');
    await page.getByRole('cell', { name: 'Warung' }).waitFor();
    await page.getByRole('cell', { name: 'Nomor tidak terdaftar di WhatsApp' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await field(page, 'Waktu').selectOption('Kemarin');
    await page.getByText('Tidak ada yang cocok').waitFor();
    await page.getByRole('button', { name: 'Hapus filter' }).click();
    await page.getByText('22 pesan').waitFor();
    await field(page, 'Urutan').selectOption('Terlama dulu');
    await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('Toko Melati');
  });

  it('is how the numbers begin, as far as masks show them', async () => {
    const account = await createAccount(test);
    for (const prefix of ['081', '085', '081'])
      await sendOtps(test, account, 1, { phone: `${prefix}${newPhone().slice(3)}` });
    const page = await openSignedIn(browser, test, account, '/history');
    await page.getByText('3 pesan').waitFor();
    await field(page, 'Awalan nomor').selectOption('081');
    await page.waitForURL((url) => url.search === '?prefix=081');
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    expect(await page.getByRole('cell', { name: /^6281\*{4}/ }).count()).toBe(2);
    // Of no network here, but an address may have it.
    await page.goto('/history?prefix=021');
    await page.getByText('Tidak ada yang cocok').waitFor();
    expect(await field(page, 'Awalan nomor').inputValue()).toBe('021');
    await page.goto('/history?prefix=0812');
    await page.getByText('3 pesan').waitFor();
  });

  it('has pages of another size, and one that can be jumped to', async () => {
    const account = await createAccount(test, 20_000);
    await sendOtps(test, account, 61);
    const page = await openSignedIn(browser, test, account, '/history');
    await page.getByLabel('Ke halaman').fill('99');
    await page.keyboard.press('Enter');
    await page.getByText('Halaman 4 dari 4').waitFor();
    await page.getByLabel('Baris per halaman').selectOption('50 baris');
    await page.getByText('Halaman 1 dari 2').waitFor();
    expect(new URL(page.url()).search).toBe('?limit=50');
  });

  it('opens a row wherever it is clicked, in a tab of its own with the middle button', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account);
    const page = await openSignedIn(browser, test, account, '/history');
    const row = page.getByRole('row').nth(1);
    expect(await row.getByRole('link').count()).toBe(1);
    // What is hit is the link, which lies over its row.
    const cell = row.getByRole('cell').nth(1);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      cell.click({ button: 'middle', force: true }),
    ]);
    await tab.waitForURL('**/history/otp_*');
    await tab.close();
    await row.getByRole('cell').last().click({ force: true });
    await page.getByRole('heading', { level: 1, name: /^Pesan ke/ }).waitFor();
  });
});

describe('a message on a phone', () => {
  it.each(['id', 'en'] as const)('is two lines of the list, failed or not (%s)', async (language) => {
    const account = await createAccount(test);
    await sendOtps(test, account, 1, { company_name: 'Toko Melati' });
    test.gateway.script([{ refuse: 400, reason: 'not_on_whatsapp' }]);
    const body = sendBody({ company_name: 'Koperasi Melati Jaya' });
    await test.api.post('/api/otp/send', body, { token: account.key });
    const page = await openSignedIn(browser, test, account, '/history', { width: 390, language });
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    for (const brand of ['Toko Melati', 'Koperasi'])
      expect(await linesIn(rows.filter({ hasText: brand }))).toBe(2);
    expect(await overflowOf(page)).toEqual([]);
  });
});

describe('a list that cannot be shown', () => {
  it('says why, and can be asked for again', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account);
    const page = await openSignedIn(browser, test, account, '/send');
    await page.route(LIST, (route) => route.fulfill({ status: 429, json: REFUSED }), { times: 1 });
    await page.goto('/history');
    await page.getByText('Terlalu sering.').waitFor();
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await page.getByText('1 pesan').waitFor();
  });

  it('leads back from past its end', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account);
    const page = await openSignedIn(browser, test, account, '/history?page=9');
    await page.getByText('Daftarnya berakhir sebelum halaman ini.').waitFor();
    expect(await flawsAtEachLook(page, 'history-past-end', DIALOG_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Ke halaman pertama' }).click();
    await page.getByText('1 pesan').waitFor();
  });
});

describe('the download', () => {
  it('is the whole filtered history as CSV', async () => {
    const account = await createAccount(test);
    const id = await sendOtps(test, account);
    await sendOtps(test, account, 3);
    await test.gateway.callback(id, 'delivered');
    const page = await openSignedIn(browser, test, account, '/history');
    await page.getByText('4 pesan').waitFor();
    await field(page, 'Status').selectOption('sent');
    await page.getByText('3 pesan').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Unduh CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('sandi-history.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('reference,recipient,company_name,status');
    expect(lines.join()).not.toContain(',delivered,');
    await page.getByText('Riwayat diunduh: 3 pesan.').waitFor();
  });

  it('that is refused says why, and can be tried again', async () => {
    const account = await createAccount(test);
    const page = await openSignedIn(browser, test, account, '/history');
    await page.route(EXPORT, (route) => route.fulfill({ status: 429, json: REFUSED }), { times: 1 });
    await page.getByRole('button', { name: 'Unduh CSV' }).click();
    await page.getByText('Terlalu sering.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Coba lagi' }).click(),
    ]);
    expect(await download.failure()).toBeNull();
  });
});

describe('a download on the way', () => {
  it('ends with its page', async () => {
    const page = await openSignedIn(browser, test, await createAccount(test), '/history');
    await page.route(EXPORT, () => undefined);
    await page.getByRole('button', { name: 'Unduh CSV' }).click();
    await page.getByText('Mengunduh riwayat…').waitFor();
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/export'));
    await page.getByRole('link', { name: 'Kirim', exact: true }).click();
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  });
});

describe('the story of a message', () => {
  it('is told with its money, masked and without the device', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account, 1, { phone: '081298765432' });
    const page = await openSignedIn(browser, test, account, '/history');
    await page.getByRole('link', { name: /^Perjalanan pesan pada/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Pesan ke 6281****5432' }).waitFor();
    await page.getByText('Kredit dipotong Rp 200').waitFor();
    await page.getByText(/^Gateway menerima pesan dalam/).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).not.toContain('98765432');
    expect(text).not.toMatch(/device/i);
  });

  it('goes on by itself until the message is delivered and its webhook called', async () => {
    const account = await createAccount(test);
    const receiver = await Receiver.start();
    onTestFinished(() => receiver.close());
    await register(test, { ...account, token: await userToken(test, account.userId) }, receiver.url());
    const id = await sendOtps(test, account);
    const page = await openSignedIn(browser, test, account, `/history/${id}`);
    await page.getByText('Menunggu laporan dari ponsel penerima…').waitFor();
    await test.gateway.callback(id, 'delivered');
    await page.getByText('Sampai di ponsel penerima').waitFor();
    expect(await page.getByText('Menunggu laporan').count()).toBe(0);
    await deliver(test);
    await page.getByText('Webhook otp.delivered diterima').waitFor();
  });

  it('says which of the webhooks did not take an event, and when it is called again', async () => {
    const account = await createAccount(test);
    const [well, broken] = [await Receiver.start(), await Receiver.start()];
    onTestFinished(async () => {
      await well.close();
      await broken.close();
    });
    broken.behave('/rusak', { status: 500 });
    const owner = { ...account, token: await userToken(test, account.userId) };
    await register(test, owner, well.url('/sehat'));
    await register(test, owner, broken.url('/rusak'));
    const id = await sendOtps(test, account);
    await deliver(test);
    const page = await openSignedIn(browser, test, account, `/history/${id}`);
    const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    await line('merespons 500').getByText(broken.url('/rusak')).waitFor();
    await line('merespons 200').getByText(well.url('/sehat')).waitFor();
    await line('percobaan berikutnya').getByText(broken.url('/rusak')).waitFor();
  });

  it.each([
    ['id', 'Server menolak koneksi: tidak ada yang menerima di port itu.'],
    ['en', 'The server refused the connection: nothing listens on that port.'],
  ] as const)('says in words why a webhook did not answer (%s)', async (language, why) => {
    const account = await createAccount(test);
    const url = `http://127.0.0.1:${await quietPort()}/`;
    await register(test, { ...account, token: await userToken(test, account.userId) }, url);
    const id = await sendOtps(test, account);
    await deliver(test);
    const page = await openSignedIn(browser, test, account, `/history/${id}`, { language });
    await page.getByText(`${url} · ${why}`).first().waitFor();
    expect(await page.getByText('ECONNREFUSED').count()).toBe(0);
  });

  it.each([
    ['id', 'Nomor tidak terdaftar di WhatsApp', 'Minta nomor lain kepada pengguna Anda', 'ID eksternal'],
    ['en', 'The number is not on WhatsApp', 'Ask your user for another number', 'External ID'],
  ] as const)(
    'says in words why it failed and what to do, and what its sender knows it by (%s)',
    async (language, why, next, name) => {
      const account = await createAccount(test);
      test.gateway.script([{ refuse: 400, reason: 'not_on_whatsapp' }]);
      const own = { external_id: 'pesanan-7', metadata: { cabang: 'Bandung' } };
      await test.api.post('/api/otp/send', sendBody(own), { token: account.key });
      const page = await openSignedIn(browser, test, account, '/history', { language });
      await page.getByRole('table').getByText(why).waitFor();
      await page.getByRole('table').getByRole('link').click();
      await page.getByText(name).waitFor();
      const text = await page.locator('main').innerText();
      for (const part of [why, next, 'message refused', 'pesanan-7', 'cabang: Bandung'])
        expect(text).toContain(part);
    },
  );

  it('of another account is not found', async () => {
    const [owner, stranger] = [await createAccount(test), await createAccount(test)];
    const id = await sendOtps(test, owner);
    const page = await openSignedIn(browser, test, stranger, `/history/${id}`);
    await page.getByText('Pesan tidak ditemukan').waitFor();
  });
});

it('the pages of the history are well to see at every look', async () => {
  const account = await createAccount(test);
  const id = await sendOtps(test, account, 3);
  const list = await openSignedIn(browser, test, account, '/history', lookAt(0));
  await list.getByRole('table').waitFor();
  expect(await flawsAtEachLook(list, 'history')).toEqual([]);
  const message = await openSignedIn(browser, test, account, `/history/${id}`, lookAt(1));
  await message.getByRole('list').last().waitFor();
  expect(await flawsAtEachLook(message, 'message')).toEqual([]);
});
