import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { Message, ScheduledStatus } from '../../src/otp/message.entities.js';
import { Sandbox } from '../../src/otp/sandbox/sandbox.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { field, fillIn, hasFocus } from './forms.js';
import { DIALOG_LOOKS, flawsAtEachLook, lookAt } from './looks.js';
import { sendLive } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard({
    switches: { timeline: 'delivered', callbackDelayMs: 50 },
    // The tests take the steps themselves; and nobody looks after an unknown outcome meanwhile.
    env: { TEST_STEP_SECONDS: '3600', LEASE_MARGIN_SECONDS: '3600' },
  });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const PHONE = 'Nomor WhatsApp penerima';
const open = (account: Account, look?: Parameters<typeof openSignedIn>[4]) =>
  openSignedIn(browser, test, account, '/send', look);

async function testKeyOf({ userId }: Account): Promise<string> {
  return (await test.app.get(ApiKeysService).create(userId, { name: 'coba', mode: 'test' })).key;
}

/** Takes the next step of the newest message with a test key. */
async function takeStep(): Promise<void> {
  const order = { messageId: 'DESC', dueAt: 'ASC' } as const;
  const [step] = await test.database.read.find(ScheduledStatus, { order, take: 1 });
  await test.database.tx((tx) => tx.update(ScheduledStatus, { id: step?.id }, { dueAt: test.clock.now() }));
  await test.app.get(Sandbox).sweep();
}

const messagesOf = ({ userId }: Account) => test.database.read.countBy(Message, { userId });

describe('without a key', () => {
  it('one is made here, and sends a test that arrives', async () => {
    const account = await createAccount(test);
    await test.database.tx((tx) => tx.delete(ApiKey, { userId: account.userId }));
    const page = await open(account);
    await page.getByRole('button', { name: 'Buat key uji' }).waitFor();
    expect(await flawsAtEachLook(page, 'send-first-key', DIALOG_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Buat key uji' }).click();
    await page.getByText(/^sandi_test_/).waitFor();
    await page.getByRole('button', { name: 'Sampai belakangan' }).click();
    await page.getByRole('button', { name: 'Kirim uji, gratis' }).click();
    await page.getByText('Simulasi masih berjalan…').waitFor();
    await takeStep();
    await page.getByText('Simulasi: sampai (tidak ada pesan ke ponsel)').waitFor();
    // Its ticks are drawn as they come: somebody has watched it arrive.
    await page.getByRole('status').filter({ hasText: 'Sampai' }).locator('svg[data-new]').waitFor();
    await page.getByText('Gratis, karena ini key uji.').waitFor();
  });
});

describe('an inbound verification', () => {
  it('shows link and QR code, and that the text has come', async () => {
    const page = await open(await createAccount(test));
    const phone = newPhone();
    await fillIn(page, { [PHONE]: phone });
    await page.getByRole('button', { name: 'Buat tautan' }).click();
    await page.getByRole('img', { name: 'Kode QR yang membuka WhatsApp dengan pesan ini' }).waitFor();
    await page.getByText('Menunggu pesan').waitFor();
    const link = page.getByRole('link', { name: 'Buka WhatsApp ke 6281100000001' });
    const text = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
    await test.gateway.receive(`62${phone.slice(1)}`, text);
    await page.getByText('Disetujui').waitFor();
    expect(await flawsAtEachLook(page, 'send-inbound', DIALOG_LOOKS)).toEqual([]);
  });
});

describe('a live send', () => {
  it('tells its price first, and costs nothing when it is not wanted', async () => {
    const account = await createAccount(test);
    const page = await open(account);
    await fillIn(page, { [PHONE]: newPhone() });
    await page.locator('button[type=submit]', { hasText: 'Rp 200' }).click();
    await page.getByText('Biaya Rp 200 dipotong dari saldo Rp 10.000,').waitFor();
    expect(await flawsAtEachLook(page, 'send-confirm', DIALOG_LOOKS)).toEqual([]);
    await page.getByRole('button', { name: 'Batal' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await messagesOf(account)).toBe(0);
  });

  it('is not made while its price is unknown', async () => {
    const page = await open(await createAccount(test));
    const failure = { success: false, code: 'rate_limited', message: 'Terlalu sering.', request_id: 'r-1' };
    await page.route('**/api/account/prices', (route) => route.fulfill({ status: 429, json: failure }));
    await page.reload();
    await page.getByText('Terlalu sering.').waitFor();
    expect(await page.getByRole('button', { name: 'Kirim', exact: true }).isDisabled()).toBe(true);
    await page.unroute('**/api/account/prices');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await page.getByRole('button', { name: 'Kirim, Rp 200' }).waitFor();
  });

  it('is sent once, however fast it is agreed to twice, and followed until it is delivered', async () => {
    const page = await open(await createAccount(test));
    let requests = 0;
    page.on('request', (request) => (requests += Number(request.url().endsWith('/api/account/otp/send'))));
    await fillIn(page, { [PHONE]: newPhone() });
    await page.getByRole('button', { name: 'Kirim, Rp 200' }).click();
    const agree = page.getByRole('dialog').getByRole('button', { name: 'Kirim, Rp 200' });
    await agree.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.getByText('Sampai di ponsel penerima').waitFor();
    await page.getByText('Biaya Rp 200. Sisa saldo Rp 9.800.').waitFor();
    expect(requests).toBe(1);
    await page.getByRole('link', { name: 'Lihat di riwayat' }).click();
    await page.getByRole('heading', { level: 1, name: /^Pesan ke 62/ }).waitFor();
  });

  it('that fails tells the balance with its refund', async () => {
    const page = await open(await createAccount(test));
    test.gateway.script([{ timeline: 'failed' }]);
    await fillIn(page, { [PHONE]: newPhone() });
    await sendLive(page);
    await page.getByText('Biaya Rp 0. Sisa saldo Rp 10.000.').waitFor();
  });

  it('whose outcome is unknown shows what it has made, and stands in the history as pending', async () => {
    const page = await open(await createAccount(test));
    test.gateway.script([{ dropAnswer: 'after', timeline: 'none' }]);
    await fillIn(page, { [PHONE]: newPhone() });
    await sendLive(page);
    await page.getByText('Pesan mungkin sudah sampai.').waitFor();
    const story = page.getByRole('list', { name: 'Perjalanan pesan' });
    await story.getByText('Hasil pengiriman sedang dipastikan…').waitFor();
    await page.getByText('Biaya Rp 200. Sisa saldo Rp 9.800.').waitFor();
    expect(await page.getByText('Belum ada yang dikirim').count()).toBe(0);

    await page.getByRole('link', { name: 'Lihat riwayat' }).click();
    await page.getByText('1 pesan').waitFor();
    const status = page.getByRole('row').getByText('Diproses', { exact: true });
    expect(await status.getAttribute('data-color')).toBe('yellow');
    await field(page, 'Status').selectOption('sent');
    await page.getByText('Tidak ada yang cocok').waitFor();
    await field(page, 'Status').selectOption('pending');
    await page.getByRole('row').filter({ hasText: 'Diproses' }).waitFor();
  });

  it('whose answer is lost is asked for again, and neither sent nor charged twice', async () => {
    const account = await createAccount(test);
    const page = await open(account);
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Time-out</h1>' });
    };
    await page.route('**/api/account/otp/send', loseAnswer, { times: 1 });
    await fillIn(page, { [PHONE]: newPhone() });
    await sendLive(page);
    await page.getByText('Terjadi kesalahan yang tidak terduga.').waitFor();
    await sendLive(page);
    await page.getByText('Sisa saldo Rp 9.800.').waitFor();
    expect(await messagesOf(account)).toBe(1);
  });
});

describe('a send with a test key', () => {
  it('is followed past a failure that a late report proves wrong', async () => {
    const account = await createAccount(test);
    await testKeyOf(account);
    const page = await open(account);
    await page.getByRole('button', { name: 'Gagal, lalu sampai' }).click();
    await page.getByRole('button', { name: 'Kirim uji, gratis' }).click();
    const story = page.getByRole('list', { name: 'Perjalanan pesan' });
    await page.getByText('Simulasi masih berjalan…').waitFor();
    await takeStep();
    await story.getByText('Simulasi: gagal').waitFor();
    await takeStep();
    await story.getByText('Simulasi: sampai (tidak ada pesan ke ponsel)').waitFor();
  });

  it('that is refused says why once, when to try again, and where its story is', async () => {
    const account = await createAccount(test);
    await testKeyOf(account);
    const page = await open(account);
    const send = async (story: string) => {
      await page.getByRole('button', { name: story }).click();
      await page.getByRole('button', { name: 'Kirim uji, gratis' }).click();
    };
    await send('Terlalu sering');
    await page.getByText(/^Coba lagi dalam \d/).waitFor();
    await send('Ditolak gateway');
    const history = page.getByRole('link', { name: 'Lihat riwayat' });
    await history.waitFor();
    expect(await history.getAttribute('href')).toBe('/history?mode=test');
    expect(await page.getByText('number is not on WhatsApp').count()).toBe(1);
  });

  it('goes on with another key when its own is gone, and is asked about again if that one is live', async () => {
    const account = await createAccount(test);
    await testKeyOf(account);
    const page = await open(account);
    await test.database.tx((tx) =>
      tx.update(ApiKey, { userId: account.userId, mode: 'test' }, { active: false }),
    );
    await page.getByRole('button', { name: 'Langsung sampai' }).click();
    await page.getByRole('button', { name: 'Kirim uji, gratis' }).click();
    await page.getByText('Key yang dipilih tidak aktif lagi.').waitFor();
    await page.getByRole('button', { name: 'Kirim, Rp 200' }).click();
    await page.getByRole('dialog').getByText('Ini key live').waitFor();
    expect(await messagesOf(account)).toBe(0);
  });
});

describe('what the API refuses', () => {
  it('stands at its field, which gets the focus', async () => {
    const page = await open(await createAccount(test));
    await fillIn(page, { [PHONE]: '12', 'Nama brand': 'Toko Budi' });
    await sendLive(page);
    await page.getByText('Nomor telepon tidak valid.').waitFor();
    await expect.poll(() => hasFocus(field(page, PHONE))).toBe(true);
  });

  it('is told in the words of the page, also where the API promises others', async () => {
    const page = await open(await createAccount(test));
    await fillIn(page, { [PHONE]: newPhone(), 'Nama brand': 'Toko Budi dan Anak-anaknya' });
    await sendLive(page);
    await page.getByText('Nama brand maksimal 20 karakter.').waitFor();
    expect(await page.getByText('Nama perusahaan').count()).toBe(0);
  });

  it('leads to where it can be mended', async () => {
    const poor = await createAccount(test, 100);
    const page = await open(poor);
    await fillIn(page, { [PHONE]: newPhone() });
    await sendLive(page);
    await page.getByRole('link', { name: 'Lihat kredit' }).waitFor();

    const second = await open(await createAccount(test));
    await fillIn(second, { [PHONE]: newPhone() });
    await sendLive(second);
    await second.getByText('Sampai di ponsel penerima').waitFor();
    await sendLive(second);
    await second.getByText('Belum ada yang dikirim').waitFor();
    await second.getByRole('link', { name: 'Lihat pesan sebelumnya' }).click();
    await second.getByText('Perjalanan pesan', { exact: true }).waitFor();
  });
});

describe('what stands beside the form', () => {
  it('is what the recipient reads, as it is typed, in the language of the message', async () => {
    const page = await open(await createAccount(test));
    const bubble = page.getByRole('figure', { name: 'Pesan seperti yang dilihat penerima' });
    await fillIn(page, { 'Kode OTP': '482913', 'Nama brand': '*Toko* Budi' });
    await expect
      .poll(() => bubble.innerText())
      .toBe('482913 adalah kode OTP Toko Budi Anda. Jangan berikan kode ini kepada siapa pun.');
    expect(await bubble.locator('strong').innerText()).toBe('482913');
    await page.getByRole('main').getByText('English', { exact: true }).click();
    await bubble.getByText('is your Toko Budi OTP.').waitFor();
  });

  it('is the send and the check in each language, with the name of the key and never the key', async () => {
    const account = await createAccount(test);
    const key = await testKeyOf(account);
    const page = await open(account);
    await fillIn(page, { [PHONE]: '081234567899', 'Nama brand': `O'Neil "x"` });
    for (const name of ['cURL', 'Node', 'PHP', 'Laravel', 'Python', 'Go']) {
      await page.getByRole('tab', { name, exact: true }).click();
      const sample = await page.getByRole('group', { name: `Contoh ${name}` }).innerText();
      expect(sample).toContain(`“coba” (sandi_test_…${key.slice(-4)})`);
      expect(sample).toContain('081234567899');
      expect(sample).not.toContain(key);
      expect(sample).toMatch(/login-[0-9a-f]{8}/);
    }
  });

  it('says of a code whether it is the one that arrived, once', async () => {
    const account = await createAccount(test);
    await testKeyOf(account);
    const page = await open(account);
    await fillIn(page, { 'Kode OTP': '482913' });
    await page.getByRole('button', { name: 'Langsung sampai' }).click();
    await page.getByRole('button', { name: 'Kirim uji, gratis' }).click();
    const check = page.getByRole('form', { name: 'Periksa kode' });
    const answerTo = async (code: string) => {
      await check.getByLabel('Kode yang masuk').fill(code);
      await page.keyboard.press('Enter');
    };
    await answerTo('482914');
    await check.getByText('Kode salah').waitFor();
    await answerTo('482913');
    await check.getByText('Kode benar').waitFor();
    await answerTo('482913');
    await check.getByText('sudah dipakai').waitFor();
    await answerTo('x');
    await check.getByText('Kode OTP harus 4-10 digit angka.').waitFor();
  });
});

it('the playground is well to see at every look, before a send and after', async () => {
  const account = await createAccount(test);
  await testKeyOf(account);
  const page = await open(account, lookAt(0));
  await page.getByRole('tab', { name: 'cURL' }).waitFor();
  expect(await flawsAtEachLook(page, 'send')).toEqual([]);
  await page.getByRole('button', { name: /^(Langsung sampai|Delivered at once)$/ }).click();
  await page.locator('button[type=submit]').click();
  await page.getByText(/^(Simulasi: sampai|Simulated: delivered)/).waitFor();
  expect(await flawsAtEachLook(page, 'sent')).toEqual([]);
});
