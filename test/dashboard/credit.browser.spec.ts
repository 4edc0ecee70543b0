import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { MessageCounter } from '../../src/otp/message.entities.js';
import { ProviderHosts } from '../../src/payments/providers/provider-http.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { KEYS } from '../payments/documents.js';
import { FakeProviders } from '../payments/fake-providers.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { settle } from './at-rest.js';
import { useBrowser } from './browser.js';
import { field, fillIn } from './forms.js';
import { holdCall } from './hold.js';
import { layoutShiftsOf } from './layout-shifts.js';
import { linesIn } from './lines.js';
import { DIALOG_LOOKS, flawsAtEachLook, lookAt } from './looks.js';
import { button, dialog } from './parts.js';
import { sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

/** The smallest picture that a browser draws. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let test: TestService;
let providers: FakeProviders;
beforeAll(async () => {
  test = await startDashboard({ env: KEYS });
  providers = await FakeProviders.start(() => test.clock.now());
  Object.assign(test.app.get(ProviderHosts), { midtrans: providers.url, tripay: providers.url });
});
afterAll(async () => {
  await test.close();
  await providers.close();
});
const browser = useBrowser(() => test.url);

/** By an administrator. */
async function move({ userId }: Account, amount: number, note: string): Promise<void> {
  const token = await userToken(test, (await createAdmin(test)).userId);
  const headers = { 'Idempotency-Key': randomUUID() };
  const path = `/api/admin/users/${userId}/credit`;
  expect(await test.api.post(path, { amount, note }, { token, headers })).toAnswer(200);
}

/** Kind, reference, amount and balance of each line. */
async function linesOf(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table', { name: 'Mutasi saldo' }).getByRole('row');
  await rows.nth(1).waitFor();
  const lines = (await rows.all()).slice(1).map(async (row) => {
    const cells = await row.getByRole('cell').allInnerTexts();
    // Intl puts a no-break space after Rp.
    return cells.slice(1).map((cell) => cell.replaceAll('\u00a0', ' '));
  });
  return Promise.all(lines);
}

async function thresholdOf({ userId }: Account): Promise<number | null> {
  const { body } = await test.api.get('/api/account/credit', { token: await userToken(test, userId) });
  return (body.data as { low_threshold: number | null }).low_threshold;
}

describe('the ledger', () => {
  it('tells each line with its kind and the balance after it, and leads to its message', async () => {
    const account = await createAccount(test);
    await move(account, 5_000, 'Transfer bank');
    await move(account, -1_000, 'Koreksi');
    test.gateway.script([{ refuse: 400 }]);
    expect(await test.api.post('/api/otp/send', sendBody(), { token: account.key })).toAnswer(502);
    await sendOtps(test, account);
    const page = await openSignedIn(browser, test, account, '/credit');
    const message = expect.stringMatching(/^Pesan ke 62\d{2}\*{4}\d{4}$/);
    expect(await linesOf(page)).toEqual([
      ['Pengiriman', message, '-Rp 200', 'Rp 13.800'],
      ['Pengembalian', message, '+Rp 200', 'Rp 14.000'],
      ['Pengiriman', message, '-Rp 200', 'Rp 13.800'],
      ['Penyesuaian', 'Koreksi', '-Rp 1.000', 'Rp 14.000'],
      ['Top up', expect.stringMatching(/^Transfer bank\s+Kuitansi$/), '+Rp 5.000', 'Rp 15.000'],
      ['Top up', 'Kredit awal', '+Rp 10.000', 'Rp 10.000'],
    ]);
    await page
      .getByRole('link', { name: /^Pesan ke 62\d{2}\*{4}\d{4}$/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /^Pesan ke 62/ }).waitFor();
    await page.getByText('Kredit dipotong Rp 200').waitFor();
  });

  it('opens the message or the receipt of a line wherever it is clicked', async () => {
    const account = await createAccount(test);
    await move(account, 5_000, 'Transfer bank');
    await sendOtps(test, account);
    const page = await openSignedIn(browser, test, account, '/credit');
    const line = (text: string) => page.getByRole('row').filter({ hasText: text });
    // What is hit is the link, which lies over its row.
    await line('Transfer bank').getByRole('cell').first().click({ force: true });
    await page.waitForURL('**/credit/receipts/*');
    await page.goBack();
    await line('Pengiriman').getByRole('cell').last().click({ force: true });
    await page.getByRole('heading', { level: 1, name: /^Pesan ke 62/ }).waitFor();
    const desk = await openSignedIn(browser, test, await createAdmin(test), `/admin/users/${account.userId}`);
    await desk
      .getByRole('row')
      .filter({ hasText: 'Pengiriman' })
      .getByRole('cell')
      .last()
      .click({ force: true });
    await desk.waitForURL('**/admin/messages/*');
  });

  it('is on the same page after a reload', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account, 21);
    const page = await openSignedIn(browser, test, account, '/credit');
    await page.getByRole('button', { name: 'Berikutnya' }).click();
    await page.getByText('Halaman 2 dari 2').waitFor();
    await page.reload();
    await page.getByText('Halaman 2 dari 2').waitFor();
    await expect
      .poll(() => linesOf(page))
      .toEqual([
        ['Pengiriman', expect.any(String), '-Rp 200', 'Rp 9.800'],
        ['Top up', 'Kredit awal', '+Rp 10.000', 'Rp 10.000'],
      ]);
  });

  it('is narrowed by kind and days, which stand in the address, and comes as a file', async () => {
    const account = await createAccount(test);
    await move(account, 5_000, '=1+1');
    await sendOtps(test, account, 2);
    const page = await openSignedIn(browser, test, account, '/credit');
    await field(page, 'Jenis').selectOption('Semua yang masuk');
    await page.waitForURL('**/credit?direction=in');
    await expect.poll(() => linesOf(page)).toHaveLength(2);
    await field(page, 'Jenis').selectOption('Pengiriman');
    await page.waitForURL('**/credit?kind=charge');
    await expect
      .poll(async () => (await linesOf(page)).map(([kind]) => kind))
      .toEqual(['Pengiriman', 'Pengiriman']);
    await field(page, 'Waktu').selectOption('Pilih tanggal…');
    await field(page, 'Sampai tanggal').fill('2020-01-01');
    await page.getByText('Tidak ada mutasi dengan filter ini.').waitFor();
    await page.getByRole('button', { name: 'Hapus filter' }).click();
    await field(page, 'Jenis').selectOption('Top up');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Unduh CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('sandi-ledger.csv');
    expect(readFileSync(await file.path(), 'utf8').split('\r\n')[1]).toContain(",topup,5000,15000,,'=1+1,");
    await page.getByText('2 mutasi diunduh.').waitFor();
  });

  it('past its end leads back to its beginning', async () => {
    const page = await openSignedIn(browser, test, await createAccount(test), '/credit?page=9');
    await page.getByText('Daftarnya berakhir sebelum halaman ini.').waitFor();
    await page.getByRole('button', { name: 'Ke halaman pertama' }).click();
    expect(await linesOf(page)).toHaveLength(1);
  });

  it('that does not come leaves the rest alone, also while it is tried again', async () => {
    const page = await openSignedIn(browser, test, await createAccount(test), '/credit');
    const entries = '**/api/account/credit/entries*';
    await page.route(entries, (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await field(page, 'Batas saldo (rupiah)').fill('7000');
    await page.getByRole('alert').waitFor();
    await page.unroute(entries);
    const ledger = await holdCall(page, 'GET', entries);
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await ledger.asked;
    expect(await field(page, 'Batas saldo (rupiah)').inputValue()).toBe('7.000');
    ledger.letGo();
    expect(await linesOf(page)).toHaveLength(1);
    expect(await field(page, 'Batas saldo (rupiah)').inputValue()).toBe('7.000');
  });
});

it('tells once that the balance does not come', async () => {
  const page = await openSignedIn(browser, test, await createAccount(test), '/credit');
  await page.route('**/api/account/credit', (route) => route.fulfill({ status: 404, json: {} }));
  await page.reload();
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
});

it('tells how long the balance lasts at the pace of late', async () => {
  const account = await createAccount(test);
  // Today too, so that midnight changes nothing.
  const { userId } = account;
  const agoMax = 9;
  const days = Array.from({ length: agoMax + 1 }, (_, nth) => {
    const ago = agoMax - nth;
    const createdAt = addSeconds(test.clock.now(), -ago * 86_400);
    return { createdAt, balanceAfter: 10_000 + ago * 1000 };
  });
  await test.database.tx(async (tx) => {
    for (const { createdAt, balanceAfter } of days) {
      const day = test.app.get(Calendar).day(createdAt);
      await tx.insert(MessageCounter, { userId, livemode: 1, day, delivered: 5 });
      await tx.insert(CreditEntry, { userId, kind: 'charge', amount: -1000, balanceAfter, createdAt });
    }
  });
  const page = await openSignedIn(browser, test, account, '/credit');
  await page.getByText('Kira-kira cukup untuk 10 hari lagi.').waitFor();
});

describe('the threshold', () => {
  it('is saved, and taken back by an empty field', async () => {
    const account = await createAccount(test);
    const page = await openSignedIn(browser, test, account, '/credit');
    await field(page, 'Batas saldo (rupiah)').fill('20000');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await page.getByText('Batas saldo disimpan.').waitFor();
    await page.getByText('Di bawah batas Rp 20.000').waitFor();
    expect(await thresholdOf(account)).toBe(20_000);
    await field(page, 'Batas saldo (rupiah)').fill('10000');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await page.getByText('Di bawah batas Rp').waitFor({ state: 'detached' });
    expect(await thresholdOf(account)).toBe(10_000);

    await page.reload();
    await field(page, 'Batas saldo (rupiah)').fill('');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await page.getByText('Batas saldo disimpan.').waitFor();
    expect(await thresholdOf(account)).toBeNull();
  });

  it('that the API refuses keeps its error at the field', async () => {
    const account = await createAccount(test);
    const page = await openSignedIn(browser, test, account, '/credit');
    await field(page, 'Batas saldo (rupiah)').fill('9000000000000');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await page.locator('input[aria-invalid=true]').waitFor();
    expect(await thresholdOf(account)).toBeNull();
  });
});

it('caps what is spent a day, and tells what today has taken', async () => {
  const account = await createAccount(test);
  await sendOtps(test, account);
  const page = await openSignedIn(browser, test, account, '/credit');
  await page.getByText(/Terpakai hari ini: Rp.200\./).waitFor();
  await field(page, 'Batas per hari (rupiah)').fill('300');
  await page.getByRole('button', { name: 'Terapkan batas' }).click();
  await page.getByText('Batas belanja disimpan.').waitFor();
  const refused = await test.api.post('/api/otp/send', sendBody(), { token: account.key });
  expect(refused).toAnswer(403, 'spend_cap_reached');
});

describe('a top-up', () => {
  it('is told by its payer, confirmed by an administrator, and in the ledger', async () => {
    const account = await createAccount(test);
    const admin = await createAdmin(test);
    const desk = await openSignedIn(browser, test, admin, '/admin/top-ups');
    await field(desk, 'Petunjuk').fill('Transfer pada jam kerja.');
    await desk.getByRole('button', { name: 'Tambah rekening' }).click();
    await fillIn(desk, { Bank: 'BCA', 'Nomor rekening': '1234567890', 'Atas nama': 'PT Sandi Jaya' });
    await fillIn(desk, { 'Nama operator': 'PT Sandi Jaya', 'Alamat operator': 'Jl. Merdeka 1' });
    await desk.getByRole('button', { name: 'Simpan' }).click();
    await desk.getByText('Cara top up disimpan.').waitFor();
    await desk
      .locator('input[type=file]')
      .setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: PIXEL });
    await desk.getByAltText('Gambar yang dilihat pengguna').waitFor();

    const page = await openSignedIn(browser, test, account, '/credit');
    await page.getByText('1234567890').waitFor();
    await page.getByAltText('Kode QR untuk membayar').waitFor();
    await page.getByRole('button', { name: 'Saya sudah transfer' }).click();
    await button(page, 'Kirim').click();
    await page.locator('input[aria-invalid=true]').first().waitFor();
    await fillIn(page, { 'Jumlah transfer (rupiah)': '50000', 'Nama pengirim': 'Budi Santoso' });
    expect(await flawsAtEachLook(page, 'credit-transferred', DIALOG_LOOKS)).toEqual([]);
    await button(page, 'Kirim').click();
    await page.getByText('Menunggu').waitFor();

    await desk.reload();
    await desk.getByRole('button', { name: /^Konfirmasi permintaan/ }).waitFor();
    await desk.getByRole('button', { name: /^Konfirmasi permintaan/ }).click();
    await dialog(desk).getByText('Budi Santoso').waitFor();
    await button(desk, 'Tambah saldo').click();
    await desk.getByText('Saldo Akun Uji bertambah.').waitFor();
    await desk.getByText('Tidak ada yang menunggu').waitFor();

    await page.reload();
    await page.getByText('Dikonfirmasi').waitFor();
    expect((await linesOf(page))[0]?.slice(2)).toEqual(['+Rp 50.000', 'Rp 60.000']);

    await page.getByRole('link', { name: 'Kuitansi' }).click();
    await page.getByText('lima puluh ribu rupiah').waitFor();
    await page.getByText('Jl. Merdeka 1').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Cetak' }).isVisible()).toBe(false);
    expect(await page.getByText('lima puluh ribu rupiah').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await settle(page);
    await layoutShiftsOf(page); // The frame went and came back.
    expect(await flawsAtEachLook(page, 'credit-receipt')).toEqual([]);
  });

  it('is paid online: the page draws the QR code, and follows the payment until the balance has it', async () => {
    const account = await createAccount(test);
    const page = await openSignedIn(browser, test, account, '/credit');
    await button(page, 'Bayar online').click();
    await fillIn(page, { 'Jumlah (rupiah)': '50000' });
    await dialog(page).getByRole('button', { name: 'Lanjutkan' }).click();
    await page.getByRole('img', { name: 'Kode QRIS untuk membayar' }).waitFor();
    await page.getByText('Menunggu pembayaran').waitFor();
    expect(await flawsAtEachLook(page, 'credit-paying', DIALOG_LOOKS)).toEqual([]);
    const payment = [...providers.payments.values()].at(-1);
    if (!payment) throw new Error('no payment was made');
    payment.state = 'paid';
    const { headers, raw } = providers.callback(payment);
    expect(await test.api.post('/api/payments/midtrans', undefined, { headers, raw })).toAnswer(200);
    await page.getByText('Pembayaran sudah diterima, dan saldo Anda bertambah.').waitFor();
    await dialog(page).getByRole('button', { name: 'Tutup' }).last().click();
    const note = expect.stringMatching(/^Pembayaran QRIS lewat Midtrans \(permintaan \d+\)\s+Kuitansi$/);
    await expect
      .poll(async () => (await linesOf(page))[0])
      .toEqual([...['Top up', note, '+Rp 50.000', 'Rp 60.000']]);
  });

  it('that is declined says why, and one that waits is cancelled', async () => {
    const account = await createAccount(test);
    const token = await userToken(test, account.userId);
    const ask = () =>
      test.api.post('/api/account/top-up/requests', { amount: 9_000, sender: 'Budi' }, { token });
    const { id } = (await ask()).body.data as { id: number };
    const desk = await openSignedIn(browser, test, await createAdmin(test), '/admin/top-ups');
    await button(desk, `Tolak permintaan ${id}`).click();
    await field(desk, 'Alasan').fill('Belum masuk ke rekening kami.');
    await button(desk, 'Tolak permintaan').click();
    await desk.getByText('Permintaan Akun Uji ditolak.').waitFor();
    await ask();
    const page = await openSignedIn(browser, test, account, '/credit');
    await page.getByText('Alasan: Belum masuk ke rekening kami.').waitFor();
    await page.getByRole('button', { name: /^Batalkan permintaan/ }).click();
    await dialog(page).getByRole('button', { name: 'Batalkan permintaan', exact: true }).click();
    await page.getByText('Menunggu').waitFor({ state: 'detached' });
    expect(await page.getByText('Ditolak', { exact: true }).count()).toBe(1);
    expect(await flawsAtEachLook(page, 'credit-top-up')).toEqual([]);
    await ask();
    await desk.reload();
    await desk
      .getByRole('button', { name: /^Tolak permintaan/ })
      .first()
      .waitFor();
    expect(await flawsAtEachLook(desk, 'admin-top-ups')).toEqual([]);
  });
});

it('the credit page is well to see at every look', async () => {
  const account = await createAccount(test);
  await sendOtps(test, account, 2);
  const page = await openSignedIn(browser, test, account, '/credit', lookAt(0));
  const ledger = page.getByRole('table', { name: 'Mutasi saldo' });
  await ledger.waitFor();
  await page.getByRole('table', { name: 'Pemakaian' }).waitFor();
  // On a phone each is two lines, and no card.
  for (const row of (await ledger.getByRole('row').all()).slice(1)) expect(await linesIn(row)).toBe(2);
  expect(await flawsAtEachLook(page, 'credit')).toEqual([]);
});
