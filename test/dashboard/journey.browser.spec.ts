import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { Receiver } from '../webhook/receiver.js';
import { verifies, WEBHOOK_ENV } from '../webhook/support.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { fillIn, tabTo, typeIn } from './forms.js';
import { otherColour, type Way, waysOf } from './looks.js';
import { openMenu } from './menus.js';
import { dialog, heading } from './parts.js';
import { sendLive, sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';
import { type Say, sayIn } from './words.js';

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

/** From the login page, to which every address leads without a session. */
async function register(page: Page, say: Say): Promise<void> {
  await heading(page, say('Masuk', 'Log in')).waitFor();
  await press(page, say('Daftar', 'Register'));
  await heading(page, say('Buat akun', 'Create an account')).waitFor();
  await typeIn(page, {
    [say('Nama', 'Name')]: say('Toko Baru', 'New Shop'),
    Username: say('tokobaru', 'newshop'),
    Email: say('toko@example.test', 'shop@example.test'),
    Password: 'kata sandi yang panjang',
  });
  await page.keyboard.press('Enter');
  await heading(page, say('Beranda', 'Home')).waitFor();
}

/** By the menu of a phone. */
async function goTo(page: Page, say: Say, name: string): Promise<void> {
  await openMenu(page, say('Buka navigasi', 'Open navigation'));
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor();
}

/** An administrator on a phone sees that the device is well, finds the newcomer and pays in what was transferred. */
async function topUp(way: Way, say: Say): Promise<void> {
  const look = { ...way, width: 390, colorScheme: otherColour(way.colorScheme) };
  const page = await openSignedIn(browser, test, await createAdmin(test), '/admin/system', look);
  await goTo(page, say, say('Device', 'Devices'));
  await page.getByRole('link', { name: 'gateway', exact: true }).click();
  await page.getByRole('button', { name: say('Uji koneksi', 'Test the connection') }).click();
  await page.getByText(say('Gateway merespons dalam', 'The gateway responded in')).waitFor();
  await goTo(page, say, say('Pengguna', 'Users'));
  await page.getByRole('link', { name: say('Toko Baru', 'New Shop') }).click();
  await page.getByRole('button', { name: say('Ubah saldo', 'Change the balance') }).click();
  await fillIn(page, {
    [say('Jumlah (rupiah)', 'Amount (rupiah)')]: '10000',
    [say('Catatan', 'Note')]: 'Transfer bank',
  });
  await page.getByRole('button', { name: say('Periksa', 'Review') }).click();
  await page.getByRole('button', { name: say('Top up sekarang', 'Top up now') }).click();
  await page.getByText(say(/kini Rp\s10\.000/, /is now (Rp|IDR)\s10,000/)).waitFor();
}

async function makeLiveKey(page: Page, say: Say): Promise<void> {
  await press(page, say('API key', 'API keys'));
  await press(page, say('Buat API key', 'Create API key'));
  await dialog(page).waitFor();
  await page.keyboard.type('Toko online');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText(/^sandi_live_\w{38}$/).waitFor();
  await press(page, say('Sudah saya simpan', 'I have stored it'));
  await dialog(page).waitFor({ state: 'hidden' });
}

/** Answers with the secret that signs what comes. */
async function addWebhook(page: Page, say: Say): Promise<string> {
  await press(page, say('Webhook', 'Webhooks'));
  await press(page, say('Tambah webhook', 'Add webhook'));
  await dialog(page).waitFor();
  await page.keyboard.type(receiver.url('/toko'));
  await page.keyboard.press('Enter');
  const secret = await page.getByText(/^whsec_/).textContent();
  await press(page, say('Sudah saya simpan', 'I have stored it'));
  await dialog(page).waitFor({ state: 'hidden' });
  return secret ?? '';
}

async function sendOtp(page: Page, say: Say): Promise<void> {
  await press(page, say('Kirim', 'Send'));
  await typeIn(page, { [say('Nomor WhatsApp penerima', "Recipient's WhatsApp number")]: newPhone() });
  await page.keyboard.press('Enter');
  const price = say(
    /Biaya Rp\s200 dipotong dari saldo Rp\s10\.000,/,
    /(Rp|IDR)\s200 is charged from your balance of (Rp|IDR)\s10,000,/,
  );
  await dialog(page).getByText(price).waitFor();
  await press(page, dialog(page).getByRole('button', { name: say(/^Kirim, Rp/, /^Send, /) }));
  await arrival(page, say).waitFor();
}

const arrival = (page: Page, say: Say) =>
  page.getByText(say('Sampai di ponsel penerima', "Delivered to the recipient's phone"));

const message = (page: Page, say: Say) => heading(page, say(/^Pesan ke 62/, /^Message to 62/));

const balance = (page: Page, thousands: number, rest: number) =>
  page.getByText(new RegExp(`^(Rp|IDR)\\s${thousands}[.,]${rest}$`)).first();

it.each(waysOf({ language: 'id', colorScheme: 'light' }))(
  'a newcomer gets from the address alone to a delivered OTP and its webhook, by keyboard and in under two minutes ($language, $colorScheme)',
  async (way) => {
    const say = sayIn(way.language);
    const start = performance.now();
    // In Indonesian of its own accord.
    const { colorScheme } = way;
    const page = await browser.open('/', way.language === 'id' ? { colorScheme } : way);
    await register(page, say);
    await topUp(way, say);
    await makeLiveKey(page, say);
    const secret = await addWebhook(page, say);
    await sendOtp(page, say);
    expect(performance.now() - start).toBeLessThan(JOURNEY_MS);

    await press(page, say('Lihat di riwayat', 'View in the history'));
    await message(page, say).waitFor();
    await expect.poll(() => receiver.at('/toko').map((event) => verifies(secret, event))).toContain(true);
    await press(page, say('Kredit', 'Credit'));
    await balance(page, 9, 800).waitFor();
  },
  PATIENCE_MS,
);

/** By the search, which is there on every page. */
async function findMessage(page: Page, say: Say, phone: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: say('Pencarian', 'Search') }).waitFor();
  await page.keyboard.type(phone);
  await page.getByRole('option', { name: /Toko Melati/ }).waitFor();
  await page.keyboard.press('Enter');
  await message(page, say).waitFor();
}

async function tellHowToPay(desk: Page, say: Say): Promise<void> {
  await press(desk, say('Top up', 'Top-ups'));
  await heading(desk, say('Top up', 'Top-ups')).waitFor();
  await typeIn(desk, { [say('Petunjuk', 'Instructions')]: 'Transfer to us.' });
  await press(desk, say('Simpan', 'Save'));
  await desk.getByText(say('Cara top up disimpan.', 'Top-up instructions saved.')).waitFor();
}

async function askForTopUp(page: Page, say: Say): Promise<void> {
  await press(page, say('Kredit', 'Credit'));
  await page.getByText('Transfer to us.').waitFor();
  await press(page, say('Saya sudah transfer', 'I have transferred'));
  await dialog(page).waitFor();
  await page.keyboard.type('50000');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Budi Santoso');
  await page.keyboard.press('Enter');
  await page.getByText(say('Menunggu', 'Waiting')).waitFor();
}

async function confirmIt(desk: Page, say: Say): Promise<void> {
  const name = say(/^Konfirmasi permintaan/, /^Confirm request/);
  await press(desk, desk.getByRole('button', { name }));
  await dialog(desk).getByText('Budi Santoso').waitFor();
  await desk.keyboard.press('Enter');
  await desk.getByText(say('Saldo Akun Uji bertambah.', 'The balance of Akun Uji has increased.')).waitFor();
}

async function testDevice(desk: Page, say: Say): Promise<void> {
  await press(desk, say('Device', 'Devices'));
  await press(desk, 'gateway');
  await press(desk, say('Uji koneksi', 'Test the connection'));
  await desk.getByText(say('Gateway merespons dalam', 'The gateway responded in')).waitFor();
}

it.each(waysOf({ language: 'en', colorScheme: 'light' }))(
  'a customer asks for a top-up, and an operator confirms it, both by keyboard ($language, $colorScheme)',
  async (way) => {
    const say = sayIn(way.language);
    const phone = newPhone();
    const account = await createAccount(test);
    await sendOtps(test, account, 1, { phone, company_name: 'Toko Melati' });

    const desk = await openSignedIn(browser, test, await createAdmin(test), '/admin/system', way);
    await tellHowToPay(desk, say);

    const look = { ...way, colorScheme: otherColour(way.colorScheme) };
    const page = await openSignedIn(browser, test, account, '/', look);
    await findMessage(page, say, phone);
    await arrival(page, say).waitFor();
    const analytics = say('Analitik', 'Analytics');
    await press(page, page.getByRole('link', { name: analytics, exact: true }));
    await heading(page, analytics).waitFor();
    await askForTopUp(page, say);

    await desk.reload();
    await confirmIt(desk, say);
    await testDevice(desk, say);

    await page.reload();
    await page.getByText(say('Dikonfirmasi', 'Confirmed')).waitFor();
    await balance(page, 59, 800).waitFor();
  },
);

it.each(waysOf({ language: 'id', colorScheme: 'light' }))(
  'a customer sends on a phone, and sees what came of it and what it cost ($language, $colorScheme)',
  async (way) => {
    const say = sayIn(way.language);
    const look = { ...way, width: 390 };
    const page = await openSignedIn(browser, test, await createAccount(test), '/', look);
    await openMenu(page, say('Buka navigasi', 'Open navigation'));
    const send = page.getByRole('navigation').getByRole('link', { name: say('Kirim', 'Send'), exact: true });
    await send.click();
    await fillIn(page, { [say('Nomor WhatsApp penerima', "Recipient's WhatsApp number")]: newPhone() });
    await sendLive(page);
    await arrival(page, say).waitFor();
    await goTo(page, say, say('Riwayat', 'History'));
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await message(page, say).waitFor();
    await goTo(page, say, say('Kredit', 'Credit'));
    await balance(page, 9, 800).waitFor();
  },
);
