import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { Receiver } from '../webhook/outbound/receiver.js';
import { verifies, WEBHOOK_ENV } from '../webhook/outbound/support.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { fillIn, tabTo, typeIn } from './forms.js';
import { openMenu } from './menus.js';
import { dialog, heading } from './parts.js';
import { sendLive, sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

/** What a newcomer should need at most; people type more slowly than this, and look around. */
const JOURNEY_MS = 120_000;
/** So that a journey that is too long ends, and says how long it was. */
const PATIENCE_MS = 3 * JOURNEY_MS;

let test: TestService;
let receiver: Receiver;
beforeAll(async () => {
  const env = { ...WEBHOOK_ENV, WEBHOOK_SWEEP_MS: '100', SIGNUP_CREDIT: '0' };
  test = await startDashboard({ switches: { timeline: 'delivered', callbackDelayMs: 50 }, env });
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.close();
  await test.close();
});
keepBooks(() => test);
const browser = useBrowser(() => test.url);

async function press(page: Page, goal: string | Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}

/** From the door, where every address leads whoever is not logged in. */
async function register(page: Page): Promise<void> {
  await heading(page, 'Masuk').waitFor();
  await press(page, 'Daftar');
  await heading(page, 'Buat akun').waitFor();
  await typeIn(page, {
    Nama: 'Toko Baru',
    Username: 'tokobaru',
    Email: 'toko@example.test',
    Password: 'kata sandi yang panjang',
  });
  await page.keyboard.press('Enter');
  await heading(page, 'Beranda').waitFor();
}

/** By the menu of a phone. */
async function goTo(page: Page, name: string): Promise<void> {
  await openMenu(page, 'Buka navigasi');
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor();
}

/** An administrator on a phone sees that the device is well, finds the newcomer and pays in what was transferred. */
async function topUp(): Promise<void> {
  const look = { width: 390, colorScheme: 'dark', language: 'id' } as const;
  const page = await openSignedIn(browser, test, await createAdmin(test), '/admin/system', look);
  await goTo(page, 'Device');
  await page.getByRole('link', { name: 'gateway', exact: true }).click();
  await page.getByRole('button', { name: 'Uji koneksi' }).click();
  await page.getByText('Terhubung, dijawab dalam').waitFor();
  await goTo(page, 'Pengguna');
  await page.getByRole('link', { name: 'Toko Baru' }).click();
  await page.getByRole('button', { name: 'Ubah saldo' }).click();
  await fillIn(page, { 'Jumlah (rupiah)': '10000', Catatan: 'Transfer bank' });
  await page.getByRole('button', { name: 'Periksa' }).click();
  await page.getByRole('button', { name: 'Top up sekarang' }).click();
  await page.getByText('kini Rp 10.000').waitFor();
}

async function makeLiveKey(page: Page): Promise<void> {
  await press(page, 'API key');
  await press(page, 'Buat API key');
  await dialog(page).waitFor();
  await page.keyboard.type('Toko online');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText(/^sandi_live_\w{38}$/).waitFor();
  await press(page, 'Sudah saya simpan');
  await dialog(page).waitFor({ state: 'hidden' });
}

/** Answers with the secret that signs what comes. */
async function addWebhook(page: Page): Promise<string> {
  await press(page, 'Webhook');
  await press(page, 'Tambah webhook');
  await dialog(page).waitFor();
  await page.keyboard.type(receiver.url('/toko'));
  await page.keyboard.press('Enter');
  const secret = await page.getByText(/^whsec_/).textContent();
  await press(page, 'Sudah saya simpan');
  await dialog(page).waitFor({ state: 'hidden' });
  return secret ?? '';
}

async function sendOtp(page: Page): Promise<void> {
  await press(page, 'Kirim');
  await typeIn(page, { 'Nomor WhatsApp penerima': newPhone() });
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Biaya Rp 200 dipotong dari saldo Rp 10.000.').waitFor();
  await press(page, dialog(page).getByRole('button', { name: /^Kirim, Rp/ }));
  await page.getByText('Sampai di ponsel penerima').waitFor();
}

it(
  'a newcomer gets from the address alone to a delivered OTP and its webhook, by keyboard and in under two minutes',
  async () => {
    const start = performance.now();
    const page = await browser.open('/');
    await register(page);
    await topUp();
    await makeLiveKey(page);
    const secret = await addWebhook(page);
    await sendOtp(page);
    expect(performance.now() - start).toBeLessThan(JOURNEY_MS);

    await press(page, 'Lihat di riwayat');
    await heading(page, /^Pesan ke 62/).waitFor();
    await expect.poll(() => receiver.at('/toko').map((event) => verifies(secret, event))).toContain(true);
    await press(page, 'Kredit');
    await page.getByText('Rp 9.800').first().waitFor();
  },
  PATIENCE_MS,
);

const ENGLISH = { language: 'en' } as const;

/** By the search, which is there on every page. */
async function findMessage(page: Page, phone: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.type(phone);
  await page.getByRole('option', { name: /Toko Melati/ }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, /^Message to 62/).waitFor();
}

it('a customer asks for a top-up, and an operator confirms it, both by keyboard', async () => {
  const phone = newPhone();
  const account = await createAccount(test);
  await sendOtps(test, account, 1, { phone, company_name: 'Toko Melati' });

  const desk = await openSignedIn(browser, test, await createAdmin(test), '/admin/system', ENGLISH);
  await press(desk, 'Top-ups');
  await heading(desk, 'Top-ups').waitFor();
  await typeIn(desk, { Instructions: 'Transfer to us.' });
  await press(desk, 'Save');
  await desk.getByText('Top-up instructions saved.').waitFor();

  const page = await openSignedIn(browser, test, account, '/', { ...ENGLISH, colorScheme: 'dark' });
  await findMessage(page, phone);
  await page.getByText("Delivered to the recipient's phone").waitFor();
  await press(page, page.getByRole('link', { name: 'Analytics', exact: true }));
  await heading(page, 'Analytics').waitFor();
  await press(page, 'Credit');
  await page.getByText('Transfer to us.').waitFor();
  await press(page, 'I have transferred');
  await dialog(page).waitFor();
  await page.keyboard.type('50000');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Budi Santoso');
  await page.keyboard.press('Enter');
  await page.getByText('Waiting').waitFor();

  await desk.reload();
  await press(desk, desk.getByRole('button', { name: /^Confirm request/ }));
  await dialog(desk).getByText('Budi Santoso').waitFor();
  await desk.keyboard.press('Enter');
  await desk.getByText('The balance of Akun Uji went up.').waitFor();
  await press(desk, 'Devices');
  await press(desk, 'gateway');
  await press(desk, 'Test the connection');
  await desk.getByText('Connected, answered in').waitFor();

  await page.reload();
  await page.getByText('Confirmed').waitFor();
  await page
    .getByText(/^(Rp|IDR)\s59,800$/)
    .first()
    .waitFor();
});

it('a customer sends on a phone, and sees what came of it and what it cost', async () => {
  const look = { width: 390, colorScheme: 'light', language: 'id' } as const;
  const page = await openSignedIn(browser, test, await createAccount(test), '/', look);
  await openMenu(page, 'Buka navigasi');
  await page.getByRole('navigation').getByRole('link', { name: 'Kirim', exact: true }).click();
  await fillIn(page, { 'Nomor WhatsApp penerima': newPhone() });
  await sendLive(page);
  await page.getByText('Sampai di ponsel penerima').waitFor();
  await goTo(page, 'Riwayat');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await heading(page, /^Pesan ke 62/).waitFor();
  await goTo(page, 'Kredit');
  await page.getByText('Rp 9.800').first().waitFor();
});
