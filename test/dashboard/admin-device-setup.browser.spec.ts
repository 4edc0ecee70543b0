import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callBack, type FakeCallback } from '../gateway/drivers/fakes/fake.js';
import { ack, hmac, sessionStatus, startWaha, WAHA } from '../gateway/drivers/fakes/waha.js';
import type { Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { tabTo, typeIn } from './forms.js';
import { waysOf } from './looks.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';
import { type Say, sayIn } from './words.js';

let test: TestService;
let admin: Account;
beforeAll(async () => {
  test = await startDashboard();
  admin = await createAdmin(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

async function press(page: Page, goal: string | Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}

/** Fills in the form of a device, and answers with the id of the one that is made. */
async function addWaha(page: Page, say: Say, address: string): Promise<number> {
  await press(page, say('Tambah device', 'Add device'));
  const gateways = page.getByRole('radio');
  await tabTo(page, gateways.first());
  const waha = page.getByRole('radio', { name: /^WAHA/ });
  while (!(await waha.isChecked())) await page.keyboard.press('ArrowDown');
  const { token, secret, settings } = WAHA;
  await typeIn(page, {
    [say('Nama', 'Name')]: say('waha-papan-ketik', 'waha-keyboard'),
    [say('Alamat gateway', 'Gateway address')]: address,
    Token: token,
    [say('Kunci tanda tangan callback', 'Callback signing key')]: secret,
    Session: settings.session,
  });
  await page.keyboard.press('Enter');
  await page.getByText(say('Alamat dan token benar.', 'Address and token are correct.')).waitFor();
  return Number(/devices\/(\d+)\/setup/.exec(page.url())?.[1]);
}

/** Has the key made anew, and answers with it as it stands in the command for the gateway. */
async function renewKey(page: Page, say: Say): Promise<string> {
  await press(page, say('Ganti dengan kunci baru', 'Replace it with a new key'));
  await page.getByText(say(/^Kunci sudah dibuat/, /^A key was made/)).waitFor();
  const name = say('Perintah untuk terminal', 'Command for a terminal');
  return /"key": "([\w-]{43})"/.exec(await page.getByRole('group', { name }).innerText())?.[1] ?? '';
}

it.each(waysOf({ language: 'id', colorScheme: 'light' }))(
  'an operator sets up a device by keyboard, from the list to the message that arrived ($language, $colorScheme)',
  async (way) => {
    const say = sayIn(way.language);
    const gateway = await startWaha();
    gateway.isConnected = false;
    const page = await openSignedIn(browser, test, admin, '/admin/devices', way);
    const id = await addWaha(page, say, gateway.url);
    await press(page, say('Tampilkan kode QR', 'Show the QR code'));
    await page.getByRole('img', { name: say(/^Kode QR/, /^QR code/) }).waitFor();

    // Somebody scans it.
    gateway.isConnected = true;
    await test.api.post(`/api/admin/devices/${id}/test`, {}, { token: await userToken(test, admin.userId) });
    await page.getByText(say('Ponsel tertaut.', 'The phone is linked.')).waitFor();
    const key = await renewKey(page, say);
    const call = ({ body }: FakeCallback) =>
      callBack(`${test.url}/api/webhook/gateway/${id}`, {
        headers: { 'x-webhook-hmac': hmac(body, key) },
        body,
      });
    expect(await call(sessionStatus('WORKING', test.clock.now()))).toAnswer(200);
    await page.getByText(say('Gateway sudah memanggil', 'The gateway has called')).waitFor();

    await typeIn(page, { [say('Nomor ponsel Anda', 'Your phone number')]: '081234567890' });
    await page.keyboard.press('Enter');
    await page.getByText(say('Kode yang tiba seharusnya', 'The code that arrives must be')).waitFor();
    expect(await call(ack(gateway.taken[0]?.id ?? '', 'DEVICE', test.clock.now()))).toAnswer(200);
    await press(page, say('Mulai pakai', 'Start using'));
    await page.getByText(say('Device ini sudah dipakai', 'This device is in use')).waitFor();
    await press(page, say('Ke halaman device', 'Open the device page'));
    await page.getByRole('heading', { level: 1, name: say('waha-papan-ketik', 'waha-keyboard') }).waitFor();
  },
);
