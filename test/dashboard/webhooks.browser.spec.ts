import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '../../src/platform/time/clock.js';
import { WebhookDelivery } from '../../src/webhook/webhook.entities.js';
import { type Person, register } from '../auth/people.js';
import { keepBooks } from '../support/app.js';
import type { TestService } from '../support/service.js';
import { Receiver } from '../webhook/receiver.js';
import { ROOT, verifies, WEBHOOK_ENV } from '../webhook/support.js';
import { useBrowser } from './browser.js';
import { fillIn, hasFocus } from './forms.js';
import { holdCall } from './hold.js';
import { layoutShiftsOf } from './layout-shifts.js';
import { DIALOG_LOOKS, flawsAtEachLook, lookAt } from './looks.js';
import { button, dialog } from './parts.js';
import { startDashboard } from './service.js';

let test: TestService;
let receiver: Receiver;
let person: Person;
beforeAll(async () => {
  test = await startDashboard({ env: WEBHOOK_ENV });
  receiver = await Receiver.start();
});
beforeEach(async () => {
  person = await register(test);
});
afterAll(async () => {
  await receiver.close();
  await test.close();
});
keepBooks(() => test);
const browser = useBrowser(() => test.url);

/** A line of the log. */
const delivery = (page: Page, text: string) => page.getByRole('button', { name: new RegExp(text) });

const open = (path: string) => browser.open(path, { session: person.token });

async function newWebhook(path: string, events?: string[]): Promise<number> {
  const body = { url: receiver.url(path), events };
  const answer = await test.api.post(ROOT, body, { token: person.token });
  return (answer.body.data as { id: number }).id;
}

/** Sends test events and has each tried once: what fails is due tomorrow, since a retry would race the page. */
async function sendTests(id: number, count: number): Promise<void> {
  const pending = { endpointId: id, state: 'pending' as const };
  const untried = () => test.database.read.countBy(WebhookDelivery, { ...pending, attempts: 0 });
  for (let sent = 0; sent < count; sent++) {
    await test.api.post(`${ROOT}/${id}/test`, undefined, { token: person.token });
    await expect.poll(untried).toBe(0);
    const dueAt = addSeconds(test.clock.now(), 86_400);
    await test.database.tx((tx) => tx.update(WebhookDelivery, pending, { dueAt }));
  }
}

async function filterBy(page: Page, status: string): Promise<void> {
  const filter = page.getByRole('radiogroup', { name: 'Filter status' });
  await filter.getByText(status, { exact: true }).click();
  await expect.poll(() => filter.getByRole('radio', { name: status }).isChecked()).toBe(true);
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^Tindakan untuk/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await dialog(page).waitFor();
}

describe('a new webhook', () => {
  it('shows its secret once, then what a test event said and was answered', async () => {
    receiver.behave('/toko', { status: 200, body: 'diterima' });
    const page = await open('/webhooks');
    await page.getByText('Belum ada webhook').waitFor();
    await button(page, 'Tambah webhook').click();
    await fillIn(page, { URL: receiver.url('/toko') });
    await dialog(page).getByRole('button', { name: 'Tambah webhook' }).click();
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';
    await page.keyboard.press('Escape');
    await button(page, 'Sudah saya simpan').click();

    await page.getByText('Belum ada pengiriman').waitFor();
    await button(page, 'Kirim event percobaan').click();
    await page.getByText('"type": "webhook.test"').waitFor();
    await page.getByText('diterima', { exact: true }).waitFor();
    await delivery(page, 'Sampai.*webhook.test.*HTTP 200').waitFor();
    expect(receiver.at('/toko').map((delivered) => verifies(secret, delivered))).toEqual([true]);
    expect(await page.content()).not.toContain(secret);
  });

  it('is refused at its URL when that is none', async () => {
    const page = await open('/webhooks');
    await button(page, 'Tambah webhook').click();
    await fillIn(page, { URL: 'bukan alamat' });
    await dialog(page).getByRole('button', { name: 'Tambah webhook' }).click();
    const url = page.getByLabel(/^URL/);
    await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true');
    expect(await hasFocus(url)).toBe(true);
  });

  it('is told only of the events that were chosen', async () => {
    const page = await open('/webhooks');
    await button(page, 'Tambah webhook').click();
    await fillIn(page, { URL: receiver.url('/pilih') });
    await page.getByLabel('Pilih event').check();
    await page.getByLabel('otp.failed').check();
    await dialog(page).getByRole('button', { name: 'Tambah webhook' }).click();
    await button(page, 'Sudah saya simpan').click();
    await page.getByRole('heading', { name: 'Catatan pengiriman' }).waitFor();
    const { body } = await test.api.get(ROOT, { token: person.token });
    expect(body.data).toMatchObject([{ events: ['otp.failed'] }]);
  });
});

describe('a test event', () => {
  it('that is refused is never said to have been sent', async () => {
    receiver.behave('/tolak', { status: 500 });
    const page = await open(`/webhooks/${await newWebhook('/tolak')}`);
    await button(page, 'Kirim event percobaan').click();
    await page.getByText('Event percobaan tidak diterima: server Anda merespons HTTP 500.').waitFor();
    receiver.behave('/tolak', { status: 200 });
    await button(page, 'Kirim event percobaan').click();
    await page.getByText('Event percobaan sampai: server Anda merespons HTTP 200.').waitFor();
  });

  it('of just now is not told as to come, by whatever clock', async () => {
    const id = await newWebhook('/jam');
    await sendTests(id, 1);
    const page = await open('/webhooks');
    await page.clock.setFixedTime(Date.now() - 60_000);
    await page.goto(`/webhooks/${id}`);
    await delivery(page, 'webhook.test.*sekarang').waitFor();
  });
});

describe('the log of a webhook', () => {
  it('follows a delivery that is replayed, without being loaded again', async () => {
    receiver.behave('/mogok', { status: 500, body: 'mogok' });
    const id = await newWebhook('/mogok');
    await sendTests(id, 1);
    const page = await open(`/webhooks/${id}`);
    await page.getByText('1 percobaan terakhir gagal').waitFor();
    await delivery(page, 'Gagal, dicoba lagi.*HTTP 500').click();
    await page.getByText('mogok', { exact: true }).waitFor();

    receiver.behave('/mogok', { status: 204 });
    await button(page, 'Kirim ulang').click();
    await delivery(page, 'Sampai.*HTTP 204.*2 percobaan').waitFor();
    await page.getByText('1 percobaan terakhir gagal').waitFor({ state: 'hidden' });
  });

  it('replays all that failed', async () => {
    receiver.behave('/banyak', { status: 500 });
    const id = await newWebhook('/banyak');
    await sendTests(id, 3);
    const page = await open(`/webhooks/${id}`);
    await delivery(page, 'Gagal, dicoba lagi.*HTTP 500').nth(2).waitFor();
    receiver.behave('/banyak', { status: 200 });
    // More than one call may repeat.
    const some = { success: true, data: { replayed: 10_000, has_more: true } };
    await page.route('**/replay', (route) => route.fulfill({ status: 202, json: some }), { times: 1 });
    await button(page, 'Kirim ulang yang gagal').click();
    await dialog(page).waitFor();
    expect(await flawsAtEachLook(page, 'webhook-replay', DIALOG_LOOKS)).toEqual([]);
    await button(page, 'Kirim ulang').click();
    await page.getByText('10.000 event dikirim ulang, dan masih ada lagi.').waitFor();
    await button(page, 'Lanjutkan').click();
    await page.getByText('10.003 event dikirim ulang.').waitFor();
    await delivery(page, 'Sampai.*HTTP 200').nth(2).waitFor();
  });

  it('keeps filter and page in its address', async () => {
    const id = await newWebhook('/halaman');
    await sendTests(id, 21);
    const page = await open(`/webhooks/${id}`);
    await filterBy(page, 'Sampai');
    await page.waitForURL('**?status=delivered');
    await page.getByRole('link', { name: 'Lebih lama' }).click();
    await page.waitForURL(/status=delivered&cursor=\d+$/);
    await expect.poll(() => delivery(page, 'webhook.test').count()).toBe(1);
    await page.reload();
    await page.getByRole('link', { name: 'Terbaru' }).click();
    await expect.poll(() => delivery(page, 'webhook.test').count()).toBe(20);
    await filterBy(page, 'Tidak dicoba lagi');
    await page.getByText('Tidak ada pengiriman dengan status ini').waitFor();
  });
});

describe('a webhook', () => {
  it('opens wherever its card is clicked, but where its menu is', async () => {
    await newWebhook('/kartu', ['otp.failed']);
    const page = await open('/webhooks');
    const card = page.getByRole('main').getByRole('listitem');
    await card.getByRole('button', { name: /^Tindakan untuk/ }).click();
    await page.getByRole('menuitem', { name: 'Ubah' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Ubah' }).waitFor({ state: 'hidden' });
    // What is hit is the link, which lies over its card.
    await card.getByText('otp.failed', { exact: true }).click({ force: true });
    await page.getByRole('heading', { name: 'Catatan pengiriman' }).waitFor();
  });

  it('is not said to fail all the time for one failure, and neither to wait calmly when all fail', async () => {
    receiver.behave('/lama-lama', { status: 500 });
    const id = await newWebhook('/lama-lama');
    await sendTests(id, 1);
    const page = await open(`/webhooks/${id}`);
    await page.getByText('Sedang dicoba lagi', { exact: true }).waitFor();
    await page.getByText('1 percobaan terakhir gagal').waitFor();
    await sendTests(id, 2);
    await page.getByText('3 percobaan terakhir gagal, dan masih berlanjut').waitFor();
    await page.getByText('Terus gagal', { exact: true }).waitFor();
    await page.getByText('0% percobaan berhasil dalam 24 jam terakhir').waitFor();
    await page
      .getByText(/^Percobaan berikutnya/)
      .first()
      .waitFor();
    await delivery(page, 'Gagal, dicoba lagi.*HTTP 500').nth(2).waitFor();
    await filterBy(page, 'Tidak dicoba lagi');
    await page.getByText('Pengiriman gagal yang masih dicoba lagi ada di “Menunggu”').waitFor();
    receiver.behave('/lama-lama', { status: 200 });
    await sendTests(id, 1);
    await page.goto('/webhooks');
    await page.getByText('Sering gagal', { exact: true }).waitFor();
    await page.getByText('25% percobaan berhasil dalam 24 jam terakhir').waitFor();
    const hours = 'Percobaan per jam selama 24 jam: 1 berhasil, 3 gagal.';
    await page.getByRole('img', { name: hours, exact: true }).waitFor();
  });

  it('that answered 410 says so, and is activated again', async () => {
    receiver.behave('/pergi', { status: 410 });
    const id = await newWebhook('/pergi');
    await sendTests(id, 1);
    await expect
      .poll(async () => (await test.api.get(ROOT, { token: person.token })).body.data)
      .toMatchObject([{ disabled_reason: 'gone' }]);
    const page = await open(`/webhooks/${id}`);
    await page.getByText('Server Anda merespons 410 Gone').waitFor();
    expect(await button(page, 'Kirim event percobaan').isDisabled()).toBe(true);
    await button(page, 'Aktifkan lagi').click();
    await dialog(page).getByRole('button', { name: 'Aktifkan' }).click();
    await page.getByText('Belum diuji', { exact: true }).waitFor();
  });

  it('gets another secret, which a dialog waits for and then forgets', async () => {
    const id = await newWebhook('/rahasia');
    const page = await open(`/webhooks/${id}`);
    await choose(page, 'Ganti secret');
    await page.getByLabel('Langsung berakhir').check();
    const rotation = await holdCall(page, 'POST', '**/rotate-secret');
    const list = await holdCall(page, 'GET', `**${ROOT}`);
    await dialog(page).getByRole('button', { name: 'Ganti secret' }).click();
    await rotation.asked;
    await page.keyboard.press('Escape');
    expect(await button(page, 'Batal').isDisabled()).toBe(true);
    rotation.letGo();
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';
    list.letGo();
    expect(await flawsAtEachLook(page, 'webhook-secret', DIALOG_LOOKS)).toEqual([]);
    await button(page, 'Sudah saya simpan').click();
    await choose(page, 'Ganti secret');
    await page.getByLabel('24 jam').waitFor();
    expect(await page.content()).not.toContain(secret);
    await sendTests(id, 1);
    await expect
      .poll(() => receiver.at('/rahasia').map((delivered) => verifies(secret, delivered)))
      .toEqual([true]);
  });

  it('gets another URL and other events', async () => {
    const id = await newWebhook('/lama');
    const page = await open(`/webhooks/${id}`);
    await choose(page, 'Ubah');
    await fillIn(page, { URL: receiver.url('/baru') });
    await page.getByLabel('Pilih event').check();
    await page.getByLabel('credit.low').check();
    await button(page, 'Simpan').click();
    await dialog(page).waitFor({ state: 'hidden' });
    for (const text of [receiver.url('/baru'), 'credit.low'])
      await page.getByRole('main').getByText(text, { exact: true }).waitFor();
    const { body } = await test.api.get(ROOT, { token: person.token });
    expect(body.data).toMatchObject([{ id, url: receiver.url('/baru'), events: ['credit.low'] }]);
  });

  it('rests until it is activated again', async () => {
    const id = await newWebhook('/istirahat');
    const page = await open(`/webhooks/${id}`);
    await choose(page, 'Nonaktifkan');
    await dialog(page).getByRole('button', { name: 'Nonaktifkan' }).click();
    await page.getByText('Webhook nonaktif', { exact: true }).waitFor();
    const { body } = await test.api.get(ROOT, { token: person.token });
    expect(body.data).toMatchObject([{ id, active: false, disabled_reason: null }]);
    await dialog(page).waitFor({ state: 'hidden' });
    await button(page, 'Aktifkan lagi').click();
    await dialog(page).getByRole('button', { name: 'Aktifkan' }).click();
    await page.getByText('Belum diuji', { exact: true }).waitFor();
  });

  it('is deleted, which leads to those that are left', async () => {
    const id = await newWebhook('/hapus');
    const page = await open(`/webhooks/${id}`);
    await choose(page, 'Hapus');
    expect(await flawsAtEachLook(page, 'webhook-delete', DIALOG_LOOKS)).toEqual([]);
    await button(page, 'Hapus webhook').click();
    await page.getByText('Belum ada webhook').waitFor();
    expect(new URL(page.url()).pathname).toBe('/webhooks');
  });

  it('of another account is not found', async () => {
    const id = await newWebhook('/asing');
    person = await register(test);
    const page = await open(`/webhooks/${id}`);
    await page.getByText('Webhook tidak ditemukan').waitFor();
    expect(await page.title()).toBe('Pengiriman webhook · Sandi');
  });

  it('has the heading of its page before it is there, and when it does not come', async () => {
    const id = await newWebhook('/kepala');
    const page = await open('/webhooks');
    await page.route(`**${ROOT}`, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto(`/webhooks/${id}`);
    await page.getByRole('alert').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Pengiriman webhook' }).waitFor();
    expect(await page.title()).toBe('Pengiriman webhook · Sandi');
    await page.unroute(`**${ROOT}`);
    const list = await holdCall(page, 'GET', `**${ROOT}`);
    await button(page, 'Coba lagi').click();
    await list.asked;
    await page.getByRole('heading', { level: 1, name: 'Pengiriman webhook' }).waitFor();
    list.letGo();
    await page.getByText(receiver.url('/kepala')).waitFor();
  });
});

it('the pages of the webhooks are well to see at every look', async () => {
  receiver.behave('/rusak', { status: 500, body: 'rusak' });
  const id = await newWebhook('/rusak');
  await newWebhook('/alamat/yang/sangat/panjang/untuk/sebuah/webhook/toko', ['otp.delivered', 'otp.failed']);
  await sendTests(id, 2);
  const page = await browser.open('/webhooks', { ...lookAt(0), session: person.token });
  await page.getByRole('link', { name: receiver.url('/rusak') }).waitFor();
  expect(await flawsAtEachLook(page, 'webhooks')).toEqual([]);

  const log = await browser.open(`/webhooks/${id}`, { ...lookAt(1), session: person.token });
  await delivery(log, 'HTTP 500').first().click();
  await log.getByText('"type": "webhook.test"').waitFor();
  // What a press brings may push the rest.
  await layoutShiftsOf(log);
  expect(await flawsAtEachLook(log, 'webhook')).toEqual([]);
});
