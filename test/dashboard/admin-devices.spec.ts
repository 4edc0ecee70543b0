import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { startWaha, WAHA } from '../gateway/fakes/waha.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field, fillIn } from './forms.js';
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
  const body = { name, driver: 'http', base_url: test.gateway.url, token: test.gateway.token };
  const answer = await test.api.post('/api/admin/devices', body, { token });
  return (answer.body.data as Device).id;
}

const openDevice = (id: number) => openSignedIn(browser, test, admin, `/admin/devices/${id}`);

async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Tindakan lain' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
}

describe('adding a device', () => {
  it('asks for what its driver needs, then tells where the gateway shall call', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/devices/new');
    await page.getByRole('radio', { name: /^WAHA/ }).click();
    await fillIn(page, {
      Nama: 'waha-baru',
      'Alamat gateway': 'http://127.0.0.1:3999',
      Token: 'rahasia-waha',
      session: 'otp-09',
    });
    await page.getByText('Atur sendiri').click();
    await field(page, 'Pesan per menit').fill('7');
    await page.getByRole('button', { name: 'Tambah device' }).click();

    await page.getByRole('heading', { level: 1, name: 'waha-baru' }).waitFor();
    const device = await deviceNamed('waha-baru');
    expect(device).toMatchObject({ settings: { session: 'otp-09' }, limits: { per_minute: 7 } });
    await page.getByText(`/api/webhook/gateway/${device?.id}`).waitFor();
  });

  it('tells what the API refuses at its field', async () => {
    const page = await openSignedIn(browser, test, admin, '/admin/devices/new');
    await page.getByRole('radio', { name: /^WAHA/ }).click();
    await fillIn(page, {
      Nama: 'waha-salah',
      'Alamat gateway': 'http://127.0.0.1:3999',
      Token: 'rahasia-waha',
      session: 'tidak boleh',
    });
    await page.getByRole('button', { name: 'Tambah device' }).click();
    await page.getByText('Parameter tidak valid.').waitFor();
    expect(await field(page, 'session').getAttribute('aria-invalid')).toBe('true');
    expect(await deviceNamed('waha-salah')).toBeUndefined();
  });
});

describe('a device', () => {
  it('is tested, drained, used again and deleted', async () => {
    const page = await openDevice(await addDevice('uji-siklus'));
    await page.getByRole('button', { name: 'Uji koneksi' }).click();
    await page.getByText('Terhubung, dijawab dalam').waitFor();

    await act(page, 'Kosongkan');
    await page.getByText('Sedang dikosongkan').waitFor();
    await act(page, 'Pakai lagi');
    await page.getByText('Menerima pesan.').waitFor();

    await act(page, 'Hapus');
    await page.getByRole('heading', { level: 1, name: 'Device' }).waitFor();
    expect(await deviceNamed('uji-siklus')).toBeUndefined();
  });

  it('keeps its secrets and its limits when something else is edited', async () => {
    const id = await addDevice('uji-ubah');
    const page = await openSignedIn(browser, test, admin, `/admin/devices/${id}/edit`);
    await field(page, 'Nama').fill('uji-diubah');
    await page.getByRole('button', { name: 'Simpan perubahan' }).click();
    await page.getByRole('heading', { level: 1, name: 'uji-diubah' }).waitFor();
    await page.getByRole('button', { name: 'Uji koneksi' }).click();
    await page.getByText('Terhubung, dijawab dalam').waitFor();
  });

  it('shows the code that links it to WhatsApp when asked to, until that is done', async () => {
    const gateway = await startWaha();
    gateway.isConnected = false;
    const token = await userToken(test, admin.userId);
    const { token: key, settings } = WAHA;
    const body = { name: 'uji-taut', driver: 'waha', base_url: gateway.url, token: key, settings };
    const made = await test.api.post('/api/admin/devices', body, { token });
    const page = await openDevice((made.body.data as Device).id);
    await page.getByRole('button', { name: 'Tampilkan kode QR' }).click();
    await page.getByAltText('Kode QR untuk menautkan device ke WhatsApp').waitFor();
    gateway.isConnected = true;
    await page.reload();
    await page.getByRole('button', { name: 'Tampilkan kode QR' }).click();
    await page.getByText('Tertaut ke WhatsApp.').waitFor();
  });
});
