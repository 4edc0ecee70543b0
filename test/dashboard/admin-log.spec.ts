import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sendBody, type Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
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

async function send({ key }: Account, times = 1): Promise<void> {
  for (let sent = 0; sent < times; sent++)
    expect((await test.api.post('/api/otp/send', sendBody(), { token: key })).status).toBe(200);
}

describe('the messages of all accounts', () => {
  it('are narrowed and paged by the address, which a reload keeps', async () => {
    const account = await createAccount(test);
    await send(account, 21);
    await send(await createAccount(test));
    const page = await open('/admin/messages');
    await field(page, 'ID pengguna').fill(String(account.userId));
    await field(page, 'Status').selectOption('sent');
    await page.getByRole('button', { name: 'Terapkan' }).click();
    await page.getByRole('button', { name: 'Berikutnya' }).click();
    await page.getByText('Halaman 2 dari 2').waitFor();
    const { search } = new URL(page.url());
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      user_id: String(account.userId),
      status: 'sent',
      page: '2',
    });
    await page.reload();
    await page.getByText('Halaman 2 dari 2').waitFor();

    await field(page, 'Status').selectOption('failed');
    await page.getByRole('button', { name: 'Terapkan' }).click();
    await page.getByText('Tidak ada yang cocok').waitFor();
    await page.getByRole('button', { name: 'Hapus filter' }).click();
    await page.waitForURL((url) => url.search === '');
  });

  it('tell their story, and which device was tried', async () => {
    const account = await createAccount(test);
    await send(account);
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
    await line.getByText('note: Transfer bank').waitFor();
    await line.getByRole('link', { name: `Pengguna ${account.userId}` }).click();
    await page.waitForURL(`**/admin/users/${account.userId}`);
  });
});

describe('the system page', () => {
  it('tells how the service is, and what wants attention', async () => {
    const page = await open('/admin/system');
    await page.getByText('Semua berjalan baik').waitFor();
    await page.route('**/api/admin/system', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({
        json: { success: true, data: { ...data, redis: { configured: true, state: 'down' } } },
      });
    });
    await page.reload();
    await page.getByText('Perlu perhatian').waitFor();
    await page.getByText('Redis tidak terjangkau').waitFor();
  });

  it('says when it cannot be refreshed, and tries again', async () => {
    const page = await open('/admin/users');
    await page.route('**/api/admin/system', (route) =>
      route.fulfill({
        status: 404,
        json: { success: false, code: 'not_found', message: 'Sumber daya tidak ditemukan.' },
      }),
    );
    await page.getByRole('link', { name: 'Sistem' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/api/admin/system');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await page.getByText('Semua berjalan baik').waitFor();
  });
});
