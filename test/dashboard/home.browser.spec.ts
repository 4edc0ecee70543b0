import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { MessageCounter } from '../../src/otp/message.entities.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { WebhookEndpoint } from '../../src/webhook/webhook.entities.js';
import { reportStatus } from '../callbacks/report-status.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { register, WEBHOOK_ENV } from '../webhook/support.js';
import { useBrowser } from './browser.js';
import { totalsIn } from './charts.js';
import { field } from './forms.js';
import { DIALOG_LOOKS, flawsAtEachLook, lookAt } from './looks.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard({ env: WEBHOOK_ENV });
  test.clock.toMorning();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const WEBHOOK = 'https://toko.example.com/webhooks/sandi';

async function newOwner(credit?: number) {
  const account = await createAccount(test, credit);
  return { ...account, token: await userToken(test, account.userId) };
}

describe('the way to the first OTP', () => {
  it('shows what is done, and goes when all is', async () => {
    const owner = await newOwner();
    const page = await openSignedIn(browser, test, owner, '/');
    const steps = page.getByRole('listitem').filter({ hasText: /API key|OTP|webhook/ });
    await page.getByText('1 dari 4 selesai').waitFor();
    expect(await steps.filter({ hasText: 'Selesai' }).allTextContents()).toEqual(['Buat API key (Selesai)']);
    await page.getByRole('link', { name: 'Daftarkan' }).click();
    await page.waitForURL('**/webhooks');

    // An account that has sent a live message needs no guide to its first one.
    await test.api.post('/api/otp/send', sendBody(), { token: owner.key });
    await page.goto('/');
    await page.getByText('OTP hari ini').waitFor();
    expect(await page.getByText('OTP pertama Anda').count()).toBe(0);
  });

  it('stays away once it is not wanted', async () => {
    const page = await openSignedIn(browser, test, await newOwner(), '/');
    await page.getByRole('button', { name: 'Sembunyikan daftar ini' }).click();
    await page.reload();
    await page.getByText('OTP hari ini').waitFor();
    expect(await page.getByText('OTP pertama Anda').count()).toBe(0);
  });
});

describe('the alerts', () => {
  it('tell of credit below the threshold, and of credit for not one send', async () => {
    const [low, empty] = [await newOwner(1_000), await newOwner(100)];
    await test.api.patch('/api/account/credit', { low_threshold: 2_000 }, low);
    const page = await openSignedIn(browser, test, low, '/');
    await page.getByText('Saldo Rp 1.000 ada di bawah batas Rp 2.000.').waitFor();
    const other = await openSignedIn(browser, test, empty, '/');
    await other.getByText('Saldo Rp 100 tidak cukup untuk satu OTP (Rp 200).').waitFor();
  });

  it('tell of credit that lasts few days, unless the account wants to hear nothing', async () => {
    const owner = await newOwner(10_000);
    await spendDaily(owner, 5_000);
    const page = await openSignedIn(browser, test, owner, '/');
    await page.getByText('Saldo Rp 10.000 kira-kira cukup untuk 2 hari lagi').waitFor();
    await page.getByRole('link', { name: 'Lihat kredit' }).click();
    await field(page, 'Cukup untuk kurang dari (hari)').fill('');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await page.getByText('Batas saldo disimpan.').waitFor();
    await page.goto('/');
    await figure(page, 'Saldo').getByText('Rp 10.000').waitFor();
    expect(await page.getByText('Saldo rendah').count()).toBe(0);
  });

  it('tell of a webhook that was switched off, and of one that fails', async () => {
    const owner = await newOwner();
    const [gone, failing] = [
      await register(test, owner, WEBHOOK),
      await register(test, owner, `${WEBHOOK}/2`),
    ];
    await test.database.tx(async (tx) => {
      await tx.update(WebhookEndpoint, { id: gone.id }, { active: false, disabledReason: 'gone' });
      await tx.update(WebhookEndpoint, { id: failing.id }, { failingSince: test.clock.now(), failures: 3 });
    });
    const page = await openSignedIn(browser, test, owner, '/');
    await page.getByText(`${WEBHOOK} merespons 410`).waitFor();
    await page.getByText(`${WEBHOOK}/2 tidak menerima apa pun sejak`).waitFor();
    await page.getByRole('link', { name: 'Lihat webhook' }).first().waitFor();
  });
});

describe('what could not be loaded', () => {
  it('is told, leaves the rest to be read, and comes with the next try', async () => {
    const page = await openSignedIn(browser, test, await newOwner(), '/send');
    const failure = { success: false, code: 'rate_limited', message: 'Terlalu sering.', request_id: 'r-1' };
    await page.route('**/api/account/webhooks', (route) => route.fulfill({ status: 429, json: failure }));
    await page.goto('/');
    await page.getByText('Terlalu sering.').waitFor();
    await figure(page, 'Saldo').getByText('Rp 10.000').waitFor();
    expect(await page.getByText('OTP pertama Anda').count()).toBe(0);
    await page.unroute('**/api/account/webhooks');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await page.getByText('1 dari 4 selesai').waitFor();
  });
});

describe('the figures', () => {
  it('are those of what was sent', async () => {
    const owner = await newOwner();
    for (const seconds of [2, 40, 4]) await sendDelivered(owner, seconds);
    await sendRefused(owner);
    // It waits for its receipt: its outcome is known, and the share counts it.
    await test.api.post('/api/otp/send', sendBody(), { token: owner.key });
    const page = await openSignedIn(browser, test, owner, '/');
    await figure(page, 'Saldo').getByText('Rp 9.200').waitFor();
    await figure(page, 'Saldo').getByText('Cukup untuk 46 OTP').waitFor();
    await figure(page, 'OTP hari ini').getByText('5', { exact: true }).waitFor();
    await figure(page, 'Tingkat keberhasilan').getByText('60%').waitFor();
    await figure(page, 'Lama pengiriman')
      .getByText(/^[45](,\d)? detik$/)
      .waitFor();
    await page.getByRole('img', { name: /3 sampai, 1 terkirim, 1 gagal$/ }).waitFor();
    expect(await totalsIn(page.getByRole('main'))).toEqual([
      ['Semua', '5'],
      ['Sampai', '3 60%'],
      ['Terkirim', '1 20%'],
      ['Gagal', '1 20%'],
    ]);
  });
});

describe('the chart', () => {
  it('tells each day by keyboard, and as a table', async () => {
    const owner = await newOwner();
    await test.api.post('/api/otp/send', sendBody(), { token: owner.key });
    const page = await openSignedIn(browser, test, owner, '/');
    const days = page.getByRole('img', { name: /sampai, \d+ terkirim, \d+ gagal$/ });
    await days.last().waitFor();
    expect(await days.count()).toBe(30);
    await days.last().focus();
    const today = await page.locator(':focus').getAttribute('aria-label');
    expect(today).toContain('0 sampai, 1 terkirim, 0 gagal');
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator(':focus').getAttribute('aria-label')).toContain(
      '0 sampai, 0 terkirim, 0 gagal',
    );
    await page.keyboard.press('End');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(today);

    await page.getByRole('button', { name: 'Tampilkan tabel' }).click();
    const rows = page.getByRole('table', { name: '30 hari terakhir' }).getByRole('row');
    expect(await rows.count()).toBe(31);
    expect(await rows.nth(1).getByRole('cell').allTextContents()).toEqual([
      today?.split(':')[0],
      '0',
      '1',
      '0',
      '1',
    ]);
  });
});

it('the home page is well to see at every look, before the first send and after many', async () => {
  const fresh = await openSignedIn(browser, test, await newOwner(100), '/', lookAt(0));
  await fresh.getByRole('img').first().waitFor();
  expect(await flawsAtEachLook(fresh, 'home-fresh', DIALOG_LOOKS)).toEqual([]);

  const owner = await newOwner();
  await sendDelivered(owner, 3);
  await fillDays(owner);
  await test.api.patch('/api/account/credit', { low_threshold: 20_000 }, owner);
  const { id } = await register(test, owner, WEBHOOK);
  await test.database.tx((tx) =>
    tx.update(WebhookEndpoint, { id }, { failingSince: test.clock.now(), failures: 3 }),
  );
  const page = await openSignedIn(browser, test, owner, '/', lookAt(0));
  await page.getByRole('img').first().waitFor();
  expect(await flawsAtEachLook(page, 'home')).toEqual([]);
  await page.getByRole('button', { name: /^(Tampilkan tabel|Show as a table)$/ }).click();
  await page.getByRole('table').waitFor();
  expect(await flawsAtEachLook(page, 'home-table', DIALOG_LOOKS)).toEqual([]);
});

const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });

async function sendDelivered({ key }: Account, afterSeconds: number): Promise<void> {
  const answer = await test.api.post('/api/otp/send', sendBody(), { token: key });
  const { message_id: id } = answer.body.data as { message_id: string };
  test.clock.advance(afterSeconds);
  await reportStatus(test, id, 'delivered');
}

async function sendRefused({ key }: Account): Promise<void> {
  test.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
  expect(await test.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(502);
}

/** Charges of the last nine days and of today, as the ledger and the counters have them. */
async function spendDaily({ userId }: Account, amount: number): Promise<void> {
  await test.database.tx(async (tx) => {
    for (let ago = 9; ago >= 0; ago--) {
      const createdAt = addSeconds(test.clock.now(), -ago * 86_400);
      const day = test.app.get(Calendar).day(createdAt);
      const balanceAfter = 10_000 + ago * amount;
      await tx.insert(MessageCounter, { userId, livemode: 1, day, delivered: 5 });
      await tx.insert(CreditEntry, { userId, kind: 'charge', amount: -amount, balanceAfter, createdAt });
    }
  });
}

/** Days before today as a busy month leaves them: only counters, which is all that the page reads. */
async function fillDays({ userId }: Account): Promise<void> {
  const days = Array.from({ length: 28 }, (_, ago) => {
    const day = test.app.get(Calendar).day(addSeconds(test.clock.now(), -(ago + 1) * 86_400));
    const [delivered, sent, failed] = [900 + ((ago * 137) % 400), (ago * 31) % 90, (ago * 53) % 120];
    return { userId, livemode: 1, day, sent, delivered, failed };
  });
  await test.database.tx((tx) => tx.insert(MessageCounter, days));
}
