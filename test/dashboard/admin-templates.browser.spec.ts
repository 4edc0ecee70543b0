import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonIn } from '../gateway/drivers/fakes/fake.js';
import { META, startMeta } from '../gateway/drivers/fakes/meta.js';
import type { Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
import { flawsAtEachLook, lookAt } from './looks.js';
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

/** A number of a portfolio with this limit. */
async function openDevice(limit: string) {
  const meta = await startMeta(undefined, limit);
  const { token: key, secret, settings } = META;
  const body = {
    name: `meta-${limit}`,
    driver: 'meta',
    base_url: meta.url,
    token: key,
    webhook_secret: secret,
    settings,
  };
  const token = await userToken(test, admin.userId);
  const { id } = (await test.api.post('/api/admin/devices', body, { token })).body.data as { id: number };
  return { meta, page: await openSignedIn(browser, test, admin, `/admin/devices/${id}`) };
}

describe('the templates of a Meta device', () => {
  it('are shown with the requirements of Meta, and made with each button', async () => {
    const { meta, page } = await openDevice('TIER_250');
    await page.getByRole('link', { name: 'Template pesan' }).click();
    await page.getByText('Belum ada template').waitFor();
    await page.getByText('batas 2.000 penerima').waitFor();
    await page.getByRole('button', { name: 'Buat template' }).click();
    const rows = page.getByRole('table', { name: 'Template di Meta' }).getByRole('row');
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/otp_id \(id\)[^]*Dipakai[^]*APPROVED/);

    await field(page, 'Nama').fill('otp_zero');
    await page.getByLabel('Isi otomatis, tanpa ketukan').check();
    await field(page, 'Aplikasi Android').fill('com.example.app K8a/AINcGX7');
    await page.getByLabel('Saya menyetujui ketentuan zero-tap').check();
    await field(page, 'Masa kirim dalam detik').fill('60');
    expect(await flawsAtEachLook(page, 'admin-templates', [lookAt(0), lookAt(1)])).toEqual([]);
    await page.getByRole('button', { name: 'Buat template' }).click();
    await expect.poll(() => rows.count()).toBe(3);
    const [, zero] = meta.requests.filter(({ method }) => method === 'POST').map(jsonIn);
    expect(zero).toMatchObject({
      name: 'otp_zero',
      message_send_ttl_seconds: 60,
      components: [{}, { code_expiration_minutes: 5 }, { buttons: [{ otp_type: 'ZERO_TAP' }] }],
    });
  });

  it('say why Meta refuses one, at the form', async () => {
    const { page } = await openDevice('TIER_2K');
    await page.getByRole('link', { name: 'Template pesan' }).click();
    await page.getByText('Terverifikasi').waitFor();
    expect(await page.getByText('batas 2.000 penerima').count()).toBe(0);
    const submit = page.getByRole('button', { name: 'Buat template' });
    await submit.click();
    await page.getByText('Template dibuat.').waitFor();
    await submit.click();
    await page.getByText('There is already Indonesian content').waitFor();
  });
});
