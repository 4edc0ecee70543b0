import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drivers } from '../../dashboard/src/i18n/messages/admin-drivers.id.js';
import { DEFAULT_ADDRESS, EXAMPLE_ADDRESS } from '../../dashboard/src/pages/admin/devices/addresses.rules.js';
import { callBack, type FakeCallback } from '../gateway/drivers/fakes/fake.js';
import { ack, hmac, sessionStatus, startWaha, WAHA } from '../gateway/drivers/fakes/waha.js';
import { type Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field, fillIn } from './forms.js';
import { DIALOG_LOOKS, flawsAtEachLook, lookAt } from './looks.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let admin: Account;
beforeAll(async () => {
  test = await startDashboard();
  admin = await createAdmin(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

interface Device {
  id: number;
  name: string;
  driver: string;
  state: string;
  settings: Record<string, string>;
  limits: Record<string, number | null>;
}

async function deviceNamed(name: string): Promise<Device | undefined> {
  const token = await userToken(test, admin.userId);
  const { body } = await test.api.get('/api/admin/devices?limit=100', { token });
  return (body.data as { items: Device[] }).items.find((device) => device.name === name);
}

/** A device of the simulator, so that it can be asked for its connection. */
async function addDevice(name: string): Promise<number> {
  const token = await userToken(test, admin.userId);
  const { url: base_url, token: key } = test.gateway;
  const body = { name, driver: 'http', base_url, token: key, state: 'active' };
  const answer = await test.api.post('/api/admin/devices', body, { token });
  return (answer.body.data as Device).id;
}

const openDevice = (id: number) => openSignedIn(browser, test, admin, `/admin/devices/${id}`);

async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Tindakan lain' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
}

interface Driver {
  name: string;
  title: string;
  settings: { name: string; example: string; default: string | null }[];
}

/** What a setting is called in the form; a test of all drivers asks that each is called something. */
function labelOf({ name }: Driver, setting: string): string {
  const words: Record<string, unknown> = drivers;
  return (words[name] as Record<string, { label: string }>)[setting]?.label ?? setting;
}

const labelOfMeta = (setting: keyof typeof drivers.meta) => drivers.meta[setting].label;

/** Settings in JSON come back as objects. */
const shown = (example: string): unknown => (example.startsWith('{') ? JSON.parse(example) : example);

async function allDrivers(): Promise<Driver[]> {
  const { body } = await test.api.get('/api/admin/drivers', { token: await userToken(test, admin.userId) });
  return body.data;
}

describe('adding a device', () => {
  it('has a form for every driver, which is well to see and makes one', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/devices/new');
    for (const [index, driver] of (await allDrivers()).entries()) {
      const { name, title } = driver;
      await page.getByRole('radio', { name: new RegExp(`^${title.split(' (')[0]}`) }).click();
      const address = field(page, 'Alamat gateway');
      expect(await address.inputValue()).toBe(DEFAULT_ADDRESS[name] ?? '');
      expect(await address.getAttribute('placeholder')).toBe(EXAMPLE_ADDRESS[name] ?? null);
      const required = driver.settings.filter((setting) => setting.default === null);
      const settings = Object.fromEntries(required.map((setting) => [setting.name, shown(setting.example)]));
      const labels = required.map((setting) => [labelOf(driver, setting.name), setting.example] as const);
      await fillIn(page, {
        Nama: `uji-${name}`,
        'Alamat gateway': 'http://127.0.0.1:3999',
        Token: 'rahasia',
      });
      await fillIn(page, Object.fromEntries(labels));
      const look = { ...lookAt(index), language: 'id' as const };
      expect(await flawsAtEachLook(page, `admin-devices-new-${name}`, [look])).toEqual([]);
      await page.getByRole('button', { name: 'Tambah device' }).click();
      await page.getByRole('heading', { level: 1, name: `Siapkan uji-${name}` }).waitFor();
      expect(await deviceNamed(`uji-${name}`)).toMatchObject({ driver: name, settings });
      await page.goto('/admin/devices/new');
    }
  });

  it('asks for what its driver needs, then tells where the gateway shall call', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/devices/new');
    await page.getByRole('radio', { name: /^WAHA/ }).click();
    await page.getByText(/WAHA 2024\.11\.5 atau lebih baru/).waitFor();
    await fillIn(page, {
      Nama: 'waha-baru',
      'Alamat gateway': 'http://127.0.0.1:3999',
      Token: 'rahasia-waha',
      Session: 'otp-09',
    });
    const bubbles = page.getByRole('figure', { name: 'Pesan seperti yang dilihat penerima' });
    const inBoth = (id: string, en: string) => expect.poll(() => bubbles.allInnerTexts()).toEqual([id, en]);
    await inBoth(
      '482913 adalah kode OTP Toko Budi Anda. Jangan berikan kode ini kepada siapa pun.',
      '482913 is your Toko Budi OTP. Do not share this code with anyone.',
    );
    await field(page, 'Teks pesan').fill('Kode Anda dari {brand}');
    await page.getByText('Teks harus memuat {code} tepat satu kali').waitFor();
    await field(page, 'Teks pesan').fill('{code}: kode Anda dari {brand}');
    await inBoth('482913: kode Anda dari Toko Budi', '482913: kode Anda dari Toko Budi');
    await page.getByText('Atur sendiri').click();
    await field(page, 'Pesan per menit').fill('7');
    await page.getByRole('button', { name: 'Tambah device' }).click();

    await page.getByRole('heading', { level: 1, name: 'Siapkan waha-baru' }).waitFor();
    const device = await deviceNamed('waha-baru');
    expect(device).toMatchObject({
      template: '{code}: kode Anda dari {brand}',
      settings: { session: 'otp-09' },
      limits: { per_minute: 7 },
      check_number: true,
    });
    // Nobody listens there: it says so, and where to mend it, and goes no further.
    await page.getByRole('alert').getByText('ECONNREFUSED').waitFor();
    await page.getByRole('link', { name: 'Ubah alamat atau token' }).waitFor();
    expect(await page.getByText('Menunggu langkah sebelumnya.').count()).toBe(4);
    expect(await flawsAtEachLook(page, 'admin-device-setup-failed', DIALOG_LOOKS)).toEqual([]);
    await page.goto(`/admin/devices/${device?.id}`);
    await page.getByText(`/api/webhook/gateway/${device?.id}`).waitFor();
    await page.getByRole('link', { name: 'Lanjutkan penyiapan' }).waitFor();
  });

  it('shows at Meta the text that is Meta’s, with its button, in each language that we know it in', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/devices/new');
    await page.getByRole('radio', { name: /^Meta/ }).click();
    const bubbles = page.getByRole('figure', { name: 'Pesan seperti yang dilihat penerima' });
    const shown = (...texts: string[]) =>
      expect
        .poll(async () => (await bubbles.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()))
        .toEqual(texts);
    const indonesian =
      '482913 adalah kode verifikasi Anda. Demi keamanan, jangan bagikan kode ini. Salin kode';
    const english = '482913 is your verification code. For your security, do not share this code. Copy code';
    await shown(indonesian, english);
    const unknown = page.getByText('Pratinjau teks Meta dalam bahasa ini tidak tersedia.');
    expect(await unknown.count()).toBe(0);
    const language = field(page, labelOfMeta('template_language_en'));
    await language.fill('fr');
    await unknown.waitFor();
    await shown(indonesian);
    await language.fill('en_GB');
    await shown(indonesian, english);
    // It has no field for a text of its own.
    expect(await field(page, 'Teks pesan').count()).toBe(0);
  });

  it('is led through its set-up, each step proven before the next, wherever it is taken up again', async () => {
    const gateway = await startWaha();
    gateway.isConnected = false;
    const page = await openSignedIn(browser, test, admin, '/admin/devices/new');
    await page.getByRole('radio', { name: /^WAHA/ }).click();
    const { token, secret, settings } = WAHA;
    await fillIn(page, {
      Nama: 'waha-siap',
      'Alamat gateway': gateway.url,
      Token: token,
      'Kunci tanda tangan callback': secret,
      Session: settings.session,
    });
    await page.getByRole('button', { name: 'Tambah device' }).click();
    await page.getByText('Alamat dan token benar.').waitFor();
    expect(await page.locator('[aria-current=step]').innerText()).toContain('Tautkan ponsel');
    await page.getByRole('button', { name: 'Tampilkan kode QR' }).click();
    await page.getByAltText('Kode QR untuk menautkan device ke WhatsApp').waitFor();
    expect(await flawsAtEachLook(page, 'admin-device-setup-link', [lookAt(0)])).toEqual([]);

    // The phone is linked while nobody looks; another page goes on where that one was.
    const { id } = (await deviceNamed('waha-siap')) as Device;
    gateway.isConnected = true;
    await test.api.post(`/api/admin/devices/${id}/test`, {}, { token: await userToken(test, admin.userId) });
    const other = await openSignedIn(browser, test, admin, `/admin/devices/${id}/setup`);
    await other.getByText('Ponsel tertaut.').waitFor();
    // The message may be sent before a callback is seen, and says why.
    await other.getByText('Sebagian gateway baru memanggil setelah ada pesan').waitFor();
    const commandOn = (there: Page) =>
      there.getByRole('group', { name: 'Perintah untuk terminal' }).innerText();
    const command = await commandOn(other);
    expect(command).toContain(`-X PUT '${gateway.url}/api/sessions/otp-01'`);
    expect(command).toContain(`/api/webhook/gateway/${id}"`);
    expect(command).not.toContain(secret);
    await other.getByRole('button', { name: 'Ganti dengan kunci baru' }).click();
    await other.getByText(/^Kunci sudah dibuat/).waitFor();
    const key = /"key": "([\w-]{43})"/.exec(await commandOn(other))?.[1] ?? '';
    await other.getByText('Menunggu laporan pertama…').waitFor();
    expect(await flawsAtEachLook(other, 'admin-device-setup', [lookAt(1)])).toEqual([]);
    // Whatever a callback tells, it shows that address and key are right.
    const call = ({ body }: FakeCallback) =>
      callBack(`${test.url}/api/webhook/gateway/${id}`, {
        headers: { 'x-webhook-hmac': hmac(body, key) },
        body,
      });
    expect(await call(sessionStatus('WORKING', test.clock.now()))).toAnswer(200);
    await other.getByText(/Gateway sudah memanggil|The gateway has called/).waitFor();

    await other.getByLabel(/Nomor ponsel Anda|Your phone number/).fill('081234567890');
    await other.getByRole('button', { name: /^Kirim, Rp|^Send, / }).click();
    await other.getByText(/Kode yang tiba seharusnya|The code that arrives must be/).waitFor();
    expect(await call(ack(gateway.taken[0]?.id ?? '', 'DEVICE', test.clock.now()))).toAnswer(200);
    await other.getByText(/Pesan sampai dan laporannya masuk|A message and its report arrived/).waitFor();
    expect(await deviceNamed('waha-siap')).toMatchObject({ state: 'setup' });
    await other.getByRole('button', { name: /^(?:Mulai pakai|Start using)$/ }).click();
    await other.getByText(/Device ini sudah dipakai|This device is in use/).waitFor();
    expect(await deviceNamed('waha-siap')).toMatchObject({ state: 'active' });
    expect(await other.locator('[aria-current=step]').count()).toBe(0);
  });

  it('tells what the API refuses at its field', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/devices/new');
    await page.getByRole('radio', { name: /^WAHA/ }).click();
    await fillIn(page, {
      Nama: 'waha-salah',
      'Alamat gateway': 'http://127.0.0.1:3999',
      Token: 'rahasia-waha',
      Session: 'tidak boleh',
    });
    await page.getByRole('button', { name: 'Tambah device' }).click();
    await page.getByText('Parameter tidak valid.').waitFor();
    expect(await field(page, 'Session').getAttribute('aria-invalid')).toBe('true');
    expect(await deviceNamed('waha-salah')).toBeUndefined();
  });
});

/** How many are asked for in a row. */
const CODES_MAX = 8;

const UNWELL = {
  score: 0.42,
  why: [
    { factor: 'delivery_share', value: 0.5, effect: 0.9 },
    { factor: 'ack_seconds', value: 12, effect: 0.8 },
    { factor: 'unheard', value: 1, effect: 0.7 },
  ],
  outcomes: { delivered: 11, failed: 12, unacknowledged: 13, waiting: 14 },
  rest: { level: 'demoted', until: null, failures: 2, last: 'unreachable' },
};

describe('a device', () => {
  it('is tested, drained, used again and deleted', async () => {
    const page = await openDevice(await addDevice('uji-siklus'));
    await page.getByRole('button', { name: 'Uji koneksi' }).click();
    await page.getByText('Gateway merespons dalam').waitFor();

    await act(page, 'Hentikan pesan baru');
    await page.getByText('Tidak menerima pesan baru;').waitFor();
    await act(page, 'Pakai lagi');
    await page.getByText('Siap mengirim.').waitFor();

    await page.getByRole('button', { name: 'Tindakan lain' }).click();
    await page.getByRole('menuitem', { name: 'Hapus' }).click();
    expect(await flawsAtEachLook(page, 'admin-device-delete', DIALOG_LOOKS)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click();
    await page.getByRole('heading', { level: 1, name: 'Device' }).waitFor();
    expect(await deviceNamed('uji-siklus')).toBeUndefined();
  });

  it('has its callback key renewed, and shows the new address to enter at the gateway', async () => {
    const id = await addDevice('diperbarui');
    const page = await openDevice(id);
    const keyOf = async () => {
      const { body } = await test.api.get(`/api/admin/devices/${id}`, {
        token: await userToken(test, admin.userId),
      });
      return (body.data as { verify_token: string }).verify_token;
    };
    const before = await keyOf();
    await page.getByText(before).waitFor();
    await act(page, 'Perbarui kunci callback');
    await page.getByText('Alamat dan token sebelumnya masih berlaku sampai').waitFor();
    const after = await keyOf();
    expect(after).not.toBe(before);
    await page.getByText(after).waitFor();
    expect(await page.getByText(before).count()).toBe(0);
  });

  it('keeps its secrets and its limits when something else is edited', async () => {
    const id = await addDevice('uji-ubah');
    const page = await openSignedIn(browser, test, admin, `/admin/devices/${id}/edit`);
    await field(page, 'Nama').fill('uji-diubah');
    await page.getByRole('button', { name: 'Simpan perubahan' }).click();
    await page.getByRole('heading', { level: 1, name: 'uji-diubah' }).waitFor();
    await page.getByRole('button', { name: 'Uji koneksi' }).click();
    await page.getByText('Gateway merespons dalam').waitFor();
  });

  it('shows the code that links it to WhatsApp when asked to, until that is done', async () => {
    const gateway = await startWaha();
    gateway.isConnected = false;
    const token = await userToken(test, admin.userId);
    const { token: key, settings } = WAHA;
    const body = {
      name: 'uji-taut',
      driver: 'waha',
      base_url: gateway.url,
      token: key,
      settings,
      state: 'active',
    };
    const made = await test.api.post('/api/admin/devices', body, { token });
    const { id } = made.body.data as Device;
    const page = await openDevice(id);
    // What the device's driver can do decides about the card, and must not push the others when it comes last.
    await page.route('**/api/admin/drivers', async (route) => {
      await new Promise((later) => setTimeout(later, 300));
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Tampilkan kode QR' }).waitFor();
    await page.getByText('Belum tertaut', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Kesehatan' }).innerText()).toContain('Belum ada');
    expect(await flawsAtEachLook(page, 'admin-device-unlinked', [lookAt(0)])).toEqual([]);

    const codes = () => gateway.requests.filter(({ path }) => path.includes('/auth/qr')).length;
    const code = page.getByAltText('Kode QR untuk menautkan device ke WhatsApp');
    let expires_seconds = 3600;
    await page.route('**/api/admin/devices/*/link', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ json: { success: true, data: { ...data, expires_seconds } } });
    });
    await page.getByRole('button', { name: 'Tampilkan kode QR' }).click();
    await code.waitFor();
    await page.getByRole('button', { name: 'Uji koneksi' }).click();
    await page.getByText(/^Tidak terhubung ke WhatsApp\. Catatan gateway: “SCAN_QR_CODE”$/).waitFor();
    expect(codes()).toBe(1);
    expect(await flawsAtEachLook(page, 'admin-device-qr', DIALOG_LOOKS)).toEqual([]);

    // From here on a code lasts a moment: one that nobody scans is asked for so many times, then by hand.
    expires_seconds = 0.05;
    await page.reload();
    await page.getByRole('button', { name: 'Tampilkan kode QR' }).click();
    await page.getByText('Kode tidak dipindai').waitFor();
    expect(codes()).toBe(1 + CODES_MAX);
    // And now long enough for somebody to scan it, however slow.
    expires_seconds = 3;
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await code.waitFor();
    gateway.isConnected = true;
    await page.getByText('Tertaut ke WhatsApp.').waitFor();
    await page.reload();
    await page.getByText('Sehat', { exact: true }).waitFor();

    await page.goto('/admin/audit?action=device.pair');
    const line = page.getByRole('row').filter({ hasText: body.name }).first();
    await line.getByText('Kode QR device ditampilkan').waitFor();
  });

  it('opens wherever its row is pressed, on a phone too, which shows its name, state and limits', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/devices', { width: 390 });
    const link = page.getByRole('link', { name: 'gateway', exact: true });
    const row = page.getByRole('row').filter({ has: link });
    await row.getByText('Sehat', { exact: true }).waitFor();
    expect(await row.getByRole('cell').count()).toBe(3);
    // What is hit is the link, which lies over its row.
    await row.getByRole('cell').last().click({ force: true });
    await page.getByRole('heading', { level: 1, name: 'gateway' }).waitFor();
  });

  it('tells how well it does, and why', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/devices', { language: 'en' });
    await page.route('**/api/admin/devices/*', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ json: { success: true, data: { ...data, ...UNWELL } } });
    });
    await page.getByRole('link', { name: 'gateway', exact: true }).click();
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByText('42%').waitFor();
    const text = await health.innerText();
    expect(text).toContain('50% of the last messages arrived × 0.9');
    expect(text).toContain('Median time to delivery 12 sec × 0.8');
    expect(text).toContain('1 message without a report since the last report × 0.7');
    expect(text).toContain(
      'Used last · 2 failures in a row · the last one: the gateway could not be reached',
    );
    const outcomes = await page.getByRole('region', { name: 'Last messages' }).innerText();
    expect(outcomes.split(/\s*\n\s*/)).toEqual(
      expect.arrayContaining(['11', 'Delivered', '12', 'Failed', '13', '14']),
    );
  });

  it('that does not exist is said not to, under a heading that names it', async () => {
    const page = await openDevice(999_999);
    await page.getByRole('heading', { level: 1, name: 'Device 999999' }).waitFor();
    await page.getByText('Tidak ditemukan').waitFor();
    expect(await page.title()).toBe('Device 999999 · Sandi');
    await page.goto('/admin/devices/999999/edit');
    await page.getByText('Tidak ditemukan').waitFor();
  });
});
