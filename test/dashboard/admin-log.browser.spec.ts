import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { CreditThresholds } from '../../src/credit/index.js';
import { AlertWatch } from '../../src/operations/alerts/operator/alert-watch.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { newDelivery, WebhookDelivery, WebhookEndpoint } from '../../src/webhook/webhook.entities.js';
import { type Account, addWebhook, createAccount, newPhone, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { overflowOf } from './flaws.js';
import { field, hasFocus } from './forms.js';
import { linesIn } from './lines.js';
import { sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let admin: Account;
beforeAll(async () => {
  test = await startDashboard({ env: { SEND_RATE_PER_MINUTE: '1000' } });
  admin = await createAdmin(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const open = (path: string) => openSignedIn(browser, test, admin, path);

describe('the messages of all accounts', () => {
  it('are narrowed and paged by the address, which a reload keeps', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account, 21);
    await sendOtps(test, await createAccount(test));
    const page = await open('/admin/messages');
    await field(page, 'Akun').fill(String(account.userId));
    await field(page, 'Status').selectOption('sent');
    const apply = page.getByRole('button', { name: 'Terapkan' });
    await apply.click();
    await page.waitForURL((url) => url.searchParams.has('user_id'));
    expect(await hasFocus(apply)).toBe(true);
    await field(page, 'Status').selectOption('failed');
    await page.getByRole('button', { name: 'Berikutnya' }).click();
    await page.getByText('Halaman 2 dari 2').waitFor();
    // Chosen, but not applied yet.
    expect(await field(page, 'Status').inputValue()).toBe('failed');
    const { search } = new URL(page.url());
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      user_id: String(account.userId),
      status: 'sent',
      page: '2',
    });
    await page.reload();
    await page.getByText('Halaman 2 dari 2').waitFor();

    expect(await field(page, 'Status').inputValue()).toBe('sent');
    await field(page, 'Status').selectOption('failed');
    await apply.click();
    await page.getByText('Tidak ada yang cocok').waitFor();
    await page.getByRole('button', { name: 'Hapus filter' }).click();
    await page.waitForURL((url) => url.search === '');
    expect(await hasFocus(field(page, 'Status'))).toBe(true);
    expect(await field(page, 'Akun').inputValue()).toBe('');

    await page.goto(`/admin/messages?user_id=${account.userId}&page=9`);
    await page.getByText('Halaman ini kosong').waitFor();
    await page.getByRole('button', { name: 'Ke halaman pertama' }).click();
    await page.getByText('Halaman 1 dari 2').waitFor();
  });

  it('name accounts and devices, are narrowed by them, and an account is known by its name', async () => {
    const [account, other] = [await createAccount(test), await createAccount(test)];
    await sendOtps(test, account, 1, { company_name: 'Toko Melati' });
    await sendOtps(test, other);
    const page = await open('/admin/messages');
    await field(page, 'Akun').fill('tidak-ada-akun-ini');
    await page.keyboard.press('Enter');
    await page.getByText('Tidak ada akun dengan nama ini.').waitFor();
    await field(page, 'Akun').fill(` ${account.username.toUpperCase()} `);
    await field(page, 'Device').selectOption('gateway');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Terapkan' }).click();
    await page.waitForURL((url) => url.searchParams.get('user_id') === String(account.userId));
    const row = page.getByRole('row').filter({ hasText: 'Toko Melati' });
    await row.getByRole('link', { name: account.username }).waitFor();
    await row.getByRole('link', { name: 'gateway' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await expect.poll(() => field(page, 'Akun').inputValue()).toBe(account.username);
    await field(page, 'Penyebab gagal').selectOption('expired');
    await page.getByRole('button', { name: 'Terapkan' }).click();
    await page.getByText('Tidak ada yang cocok').waitFor();
  });

  it('are narrowed by prefix, and by a key of the account that is chosen', async () => {
    const [account, other] = [await createAccount(test), await createAccount(test)];
    const keys = test.app.get(ApiKeysService);
    const second = await keys.create(account.userId, { name: 'Kasir', mode: 'live' });
    await sendOtps(test, account, 1, { phone: `081${newPhone().slice(3)}` });
    await sendOtps(test, second, 1, { phone: `085${newPhone().slice(3)}`, company_name: 'Toko Kasir' });
    const page = await open(`/admin/messages?user_id=${account.userId}`);
    const apply = page.getByRole('button', { name: 'Terapkan' });
    await field(page, 'API key').selectOption(`Kasir (…${second.key.slice(-4)})`);
    await apply.click();
    await page.waitForURL((url) => url.searchParams.get('key') === String(second.id));
    await page.getByRole('cell', { name: 'Toko Kasir' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await field(page, 'Awalan nomor').selectOption('081');
    await apply.click();
    await page.getByText('Tidak ada yang cocok').waitFor();
    // Of another account the key means nothing.
    await field(page, 'Awalan nomor').selectOption('');
    await field(page, 'Akun').fill(other.username);
    await apply.click();
    await page.waitForURL((url) => url.search === `?user_id=${other.userId}`);
    await page.goto('/admin/messages');
    await field(page, 'Akun').waitFor();
    expect(await field(page, 'API key').count()).toBe(0);
  });

  it('have pages of another size where nobody counts them', async () => {
    await sendOtps(test, await createAccount(test), 21);
    const page = await open('/admin/messages?mode=live');
    await page.getByLabel('Baris per halaman').selectOption('50 baris');
    await page.waitForURL(
      (url) => url.search === '?mode=live&limit=50' || url.search === '?limit=50&mode=live',
    );
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(21);
  });

  it('open wherever their row is clicked, but at the account and the device', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account);
    const page = await open(`/admin/messages?user_id=${account.userId}`);
    const cell = (name: string | RegExp) => page.getByRole('cell', { name });
    // What is hit is the link, which lies over its row.
    await cell(/^62/).click({ force: true });
    await page.waitForURL(/\/admin\/messages\/\d+/);
    await page.goBack();
    await cell('gateway').getByRole('link').click();
    await page.waitForURL('**/admin/devices/1');
    await page.goBack();
    await cell(account.username).getByRole('link').click();
    await page.waitForURL(`**/admin/users/${account.userId}`);
  });

  it.each(['id', 'en'] as const)('are three lines each on a phone at most (%s)', async (language) => {
    const account = await createAccount(test);
    test.gateway.script([{ refuse: 400, reason: 'not_on_whatsapp' }]);
    const body = sendBody({ company_name: 'Koperasi Melati Jaya' });
    await test.api.post('/api/otp/send', body, { token: account.key });
    const path = `/admin/messages?user_id=${account.userId}`;
    const page = await openSignedIn(browser, test, admin, path, { width: 390, language });
    const row = page.getByRole('row').filter({ hasText: 'Koperasi' });
    await row.waitFor();
    expect(await linesIn(row)).toBeLessThanOrEqual(3);
    expect(await overflowOf(page)).toEqual([]);
  });

  it('tell their story, and which device was tried', async () => {
    const account = await createAccount(test);
    await sendOtps(test, account);
    const page = await open(`/admin/messages?user_id=${account.userId}`);
    await page
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click();
    await page.getByText('Kredit dipotong Rp 200').waitFor();
    await page.getByRole('link', { name: 'gateway', exact: true }).waitFor();
  });
});

describe('the audit log', () => {
  it('tells in words what an administrator did, and leads to whom', async () => {
    const account = await createAccount(test);
    const token = await userToken(test, admin.userId);
    const body = { amount: 5_000, note: 'Transfer bank' };
    await test.api.post(`/api/admin/users/${account.userId}/credit`, body, { token });
    const page = await open('/admin/audit');
    const line = page.getByRole('row').filter({ hasText: 'Top up saldo' }).first();
    await line.getByText('Jumlah: Rp 5.000 · Catatan: Transfer bank').waitFor();
    // By the name, which the service knows for the number that is noted.
    await line.getByRole('link', { name: account.username }).click();
    await page.waitForURL(`**/admin/users/${account.userId}`);
  });

  it('names what is no account and no device in words, too', async () => {
    const token = await userToken(test, admin.userId);
    const guide = {
      instructions: 'Lewat bank.',
      accounts: [],
      operator_name: 'PT Toko',
      operator_address: 'Bandung',
    };
    const done = [
      await test.api.post('/api/admin/messages/search', { last4: '1234' }, { token }),
      await test.api.put('/api/admin/top-up', guide, { token }),
      await test.api.post('/api/account/api-keys', { name: 'Kasir', mode: 'test' }, { token }),
      await test.api.post('/api/account/webhooks', { url: 'https://toko.example.com/' }, { token }),
      await test.api.post('/api/auth/login', { username: 'tidak-ada', password: 'salah' }),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200, 201, 201, 401]);
    const page = await open('/admin/audit');
    const line = (text: string) => page.getByRole('row').filter({ hasText: text }).first();
    await line('Pesan dicari').getByText('Pesan semua akun').waitFor();
    await line('Cara top up diubah').getByText('Cara top up', { exact: true }).waitFor();
    await line('API key dibuat')
      .getByText(/^API key \d+$/)
      .waitFor();
    await line('Webhook dibuat')
      .getByText(/^Webhook \d+$/)
      .waitFor();
    const table = await page.getByRole('table').innerText();
    expect(table).not.toMatch(/\b[a-z_]+:\w|\bmessages\b|\btop_up\b/);
  });

  it('is narrowed by action, target and administrator', async () => {
    const account = await createAccount(test);
    const token = await userToken(test, admin.userId);
    const path = `/api/admin/users/${account.userId}`;
    for (const amount of [5_000, -1_000])
      expect(await test.api.post(`${path}/credit`, { amount, note: 'Uji' }, { token })).toAnswer(200);
    const page = await open('/admin/audit');
    await field(page, 'Tindakan').selectOption('Penyesuaian saldo');
    await field(page, 'Sasaran, misalnya user:7').fill(` user:${account.userId} `);
    await field(page, 'Pelaku').fill(String(admin.userId));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.has('action'));
    expect(await hasFocus(field(page, 'Pelaku'))).toBe(true);
    const lines = page.getByRole('row').filter({ hasText: 'Catatan: Uji' });
    await lines.filter({ hasText: 'Top up saldo' }).waitFor({ state: 'detached' });
    expect(await lines.count()).toBe(1);
    await lines.getByText('Jumlah: -Rp 1.000').waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      action: 'credit.adjust',
      target: `user:${account.userId}`,
      actor_id: String(admin.userId),
    });
    await field(page, 'Tindakan').selectOption('Peran diubah');
    await page.getByRole('button', { name: 'Terapkan' }).click();
    await page.getByText('Tidak ada catatan dengan filter ini.').waitFor();
    const address = page.url();
    await field(page, 'Sasaran, misalnya user:7').fill('user 7');
    await page.keyboard.press('Enter');
    await page.getByText('Tidak dapat dipakai sebagai filter.').waitFor();
    expect(page.url()).toBe(address);
  });
});

const NOT_FOUND = {
  status: 404,
  json: { success: false, code: 'not_found', message: 'Sumber daya tidak ditemukan.' },
};

const QUEUES = {
  pending_messages: 41,
  callbacks: 42,
  webhook_events: 43,
  webhook_deliveries: 44,
  webhook_deliveries_held: 40,
};

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

describe('the system page', () => {
  it('does not say that all is well before the books were checked, while devices are out or webhooks fail', async () => {
    const page = await open('/admin/system');
    await page.getByText('Berjalan, ada yang masih menunggu').waitFor();
    await page
      .getByText(
        /^Audit pembukuan belum berjalan sejak instance ini dimulai\. Audit pertama pukul \d\d\.\d\d/,
      )
      .waitFor();
    await test.app.get(Sweepers).runOnce('the check of the books');
    await page.reload();
    await page.getByText('Semua berjalan baik').waitFor();

    const token = await userToken(test, admin.userId);
    const unlinked = {
      name: 'belum',
      driver: 'http',
      base_url: 'http://127.0.0.1:9',
      token: 'rahasia',
      state: 'active',
    };
    const { body } = await test.api.post('/api/admin/devices', unlinked, { token });
    await page.reload();
    await page.getByText('Perlu perhatian').waitFor();
    await page.getByText('1 device tidak tersedia.').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Device' }).click();
    await page.getByRole('row').filter({ hasText: 'belum' }).getByText('Belum tertaut').waitFor();
    await test.api.delete(`/api/admin/devices/${(body.data as { id: number }).id}`, { token });

    const { userId } = await createAccount(test);
    await addWebhook(test, userId);
    await test.database.tx(async (tx) => {
      const endpoint = await tx.findOneByOrFail(WebhookEndpoint, { userId });
      const at = test.clock.now();
      await tx.update(WebhookEndpoint, { id: endpoint.id }, { failingSince: at });
      const dueAt = addSeconds(at, 3600);
      const event = { id: 1_000_000, userId, messageId: null };
      await tx.insert(WebhookDelivery, { ...newDelivery(event, endpoint, at), attempts: 1, dueAt });
    });
    await page.goto('/admin/system');
    await page.getByText('1 pengiriman webhook menunggu karena webhook-nya gagal atau dihentikan.').waitFor();
    expect(await page.getByText('Semua berjalan baik').count()).toBe(0);
    await test.database.tx((tx) => tx.delete(WebhookDelivery, { userId }));
  });

  it('tells how the service is, and what wants attention', async () => {
    const page = await open('/admin/system');
    await page.getByText('Semua berjalan baik').waitFor();
    const { body } = await test.api.get('/api/admin/system', { token: await userToken(test, admin.userId) });
    const { version, database } = body.data as { version: string; database: { version: string } };
    await card(page, 'Layanan').getByText(version, { exact: true }).waitFor();
    await card(page, 'Database').getByText('SQLite', { exact: true }).waitFor();
    await card(page, 'Database').getByText(database.version, { exact: true }).waitFor();
    await page.route('**/api/admin/system', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({
        json: {
          success: true,
          data: { ...data, redis: { configured: true, state: 'down' }, queues: QUEUES },
        },
      });
    });
    await page.reload();
    await page.getByText('Perlu perhatian').waitFor();
    await page.getByText('Redis tidak terjangkau').waitFor();
    const queues = await card(page, 'Antrean').innerText();
    expect(queues.split(/\s*\n\s*/).slice(1)).toEqual([
      ...['41', 'Pesan tanpa hasil', '42', 'Callback menunggu pesannya'],
      ...['43', 'Event webhook', '44', 'Pengiriman webhook'],
      ...['40', 'Di antaranya, ditahan oleh webhook-nya'],
    ]);
  });

  it('shows how it goes: the devices, the sends, why some fail, and who is low on credit', async () => {
    const account = await createAccount(test, 400);
    await test.app.get(CreditThresholds).set(account.userId, { lowThreshold: 5_000 });
    await sendOtps(test, account);
    test.gateway.script([{ refuse: { status: 404, error: 'not on whatsapp' } }]);
    await test.api.post('/api/otp/send', sendBody(), { token: account.key });
    await test.app.get(Sweepers).runOnce('tallies');
    const page = await open('/admin/system');
    const tile = card(page, 'Device').getByRole('listitem').filter({ hasText: 'gateway' });
    await tile.getByText('Sehat', { exact: true }).waitFor();
    await tile.getByText('Laporan terakhir').waitFor();
    await card(page, 'Pengiriman')
      .getByRole('img', { name: /^Pengiriman per menit selama satu jam: [1-9]/ })
      .waitFor();
    await card(page, 'Penyebab gagal').getByRole('row').nth(1).waitFor();
    const low = card(page, 'Saldo menipis')
      .getByRole('row')
      .filter({ hasText: `@${account.username}` });
    expect(await low.getByRole('link').count()).toBe(1);
    await low.getByRole('cell').last().click({ force: true });
    await page.waitForURL(`**/admin/users/${account.userId}`);
  });

  it('lists what a new service lacks, until it is told not to', async () => {
    const page = await open('/admin/system');
    const list = page.getByRole('heading', { name: 'Menyiapkan layanan' });
    await list.waitFor();
    await page.getByText('1 dari 5 selesai').waitFor();
    await page.getByText('Tetapkan alamat layanan (PUBLIC_URL)').waitFor();
    await page.getByRole('button', { name: 'Sembunyikan daftar ini' }).click();
    await list.waitFor({ state: 'detached' });
    await page.reload();
    await card(page, 'Layanan').waitFor();
    expect(await list.count()).toBe(0);
  });

  it('lists what the operator is told of now, with the device that it is about', async () => {
    const page = await open('/admin/system');
    await card(page, 'Peringatan').getByText('Tidak ada peringatan.').waitFor();
    const token = await userToken(test, admin.userId);
    /** The phone is off, or on again, and that for longer than an alert must hold. */
    const phone = async (isOn: boolean) => {
      test.gateway.behave({ disconnected: !isOn });
      await test.api.post('/api/admin/devices/1/test', {}, { token });
      for (let round = 0; round < 6; round++) {
        await test.app.get(AlertWatch).observeSources();
        test.clock.advance(15);
      }
    };
    await phone(false);
    await page.reload();
    const alert = card(page, 'Peringatan').getByRole('row').filter({ hasText: 'Device terputus' });
    await alert.getByText('Pindai ulang kodenya jika ponselnya keluar').waitFor();
    // Whoever acknowledges it is named, and it asks for nobody any more.
    await page.getByText('1 peringatan belum ditandai dilihat.').waitFor();
    await page.getByRole('button', { name: 'Tandai dilihat: Device terputus' }).click();
    await card(page, 'Peringatan').getByText(admin.username, { exact: true }).waitFor();
    await page.getByText('1 peringatan belum ditandai dilihat.').waitFor({ state: 'detached' });
    await card(page, 'Device').getByRole('listitem').filter({ hasText: 'Terputus' }).waitFor();
    await card(page, 'Peringatan').getByRole('link', { name: 'gateway' }).click();
    await page.waitForURL('**/admin/devices/1');
    await page.goto('/admin/audit');
    const noted = page.getByRole('row').filter({ hasText: 'Peringatan ditandai dilihat' }).first();
    await noted.getByText(/^Peringatan \d+$/).waitFor();
    await noted.getByText('Jenis: Device terputus · Tentang: Device 1').waitFor();
    await phone(true);
    test.clock.reset();
    await page.goto('/admin/system');
    await card(page, 'Peringatan').getByText('Tidak ada peringatan.').waitFor();
  });

  it('says that it does not know of alerts and what to do about it, and asks again by itself', async () => {
    const before = (visited: Page) => visited.clock.install();
    const page = await openSignedIn(browser, test, admin, '/admin/users', { before });
    const alerts = '**/api/admin/alerts*';
    await page.route(alerts, (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('link', { name: 'Sistem' }).click();
    const finding = page.getByText(/^Peringatan tidak dapat dimuat.+lihat log layanan/);
    await finding.waitFor();
    await page.unroute(alerts);
    await page.clock.fastForward(11_000);
    await finding.waitFor({ state: 'detached' });
  });

  it('says when it cannot be refreshed, and tries again', async () => {
    const page = await open('/admin/users');
    await page.clock.install();
    await page.route('**/api/admin/system', (route) => route.fulfill(NOT_FOUND));
    await page.getByRole('link', { name: 'Sistem' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/api/admin/system');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await page.getByText('Semua berjalan baik').waitFor();

    await page.route('**/api/admin/system', (route) => route.fulfill(NOT_FOUND));
    await page.clock.fastForward(11_000);
    await page.getByRole('alert').waitFor();
    expect(await page.getByText('Semua berjalan baik').count()).toBe(0);
    await card(page, 'Layanan').waitFor();
  });
});
