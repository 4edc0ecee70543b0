import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalyticsDay, AnalyticsHour } from '../../src/analytics/analytics.entities.js';
import { RollupJob } from '../../src/analytics/rollup-job.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { reportStatus } from '../callbacks/report-status.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { totalsIn } from './charts.js';
import { flawsAtEachLook, lookAt } from './looks.js';
import { button, heading } from './parts.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let account: Account;
let keyId: number;
beforeAll(async () => {
  test = await startDashboard();
  test.clock.toMorning();
  account = await createAccount(test);
  const token = await userToken(test, account.userId);
  const capped = { name: 'Aplikasi kasir', daily_cap: 50 };
  const { body } = await test.api.post('/api/account/api-keys', capped, { token });
  const { key, id } = body.data as { key: string; id: number };
  keyId = id;
  const code = { phone: `085${newPhone().slice(3)}`, otp_code: '482913' };
  await sendDelivered(key, 2, code);
  await test.api.post('/api/otp/check', code, { token: key });
  const phone = () => `081${newPhone().slice(3)}`;
  await sendDelivered(key, 40, { phone: phone() });
  await test.api.post('/api/otp/send', sendBody({ phone: phone() }), { token: key });
  test.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
  await test.api.post('/api/otp/send', sendBody({ phone: phone() }), { token: account.key });
  test.clock.advance(60);
  await test.app.get(RollupJob).rollUpChanges();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

async function sendDelivered(key: string, afterSeconds: number, body: object = {}): Promise<void> {
  const answer = await test.api.post('/api/otp/send', sendBody({ ...body }), { token: key });
  const { message_id: id } = answer.body.data as { message_id: string };
  test.clock.advance(afterSeconds);
  await reportStatus(test, id, 'delivered');
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Today, and the first of so many days. */
function lastDays(count: number): [string | undefined, string | undefined] {
  const days = test.app.get(Calendar).lastDays(test.clock.now(), count);
  return [days.at(-1), days[0]];
}

/** Whether an address is of a page and says at least this. */
const leadsTo = (path: string, search: Record<string, string | undefined>) => (url: URL) =>
  url.pathname === path &&
  Object.entries(search).every(([name, value]) => url.searchParams.get(name) === value);

describe('the analytics of an account', () => {
  it('tell what became of its messages, and those that wait apart from those that failed', async () => {
    const page = await openSignedIn(browser, test, account, '/analytics');
    const funnel = card(page, 'Dari pengiriman hingga verifikasi');
    await funnel.getByText('Semua OTP yang hasilnya diketahui').waitFor();
    expect(await funnel.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Semua OTP yang hasilnya diketahui\s+4\s+100%/),
      expect.stringMatching(/Sampai di ponsel\s+2\s+50%/),
      expect.stringMatching(/Kode diverifikasi\s+1\s+25%/),
    ]);
    expect(
      (await funnel.locator('dl > div').allInnerTexts()).map((text) => text.split(/\s*\n\s*/).slice(0, 2)),
    ).toEqual([
      ['Menunggu laporan', '1'],
      ['Diproses', '0'],
      ['Gagal', '1'],
    ]);
    await page.getByText(/^Dihitung sampai \d\d\.\d\d WIB\.$/).waitFor();
    expect(await totalsIn(card(page, 'Per hari'))).toEqual([
      ['Semua', '4'],
      ['Sampai', '2 50%'],
      ['Terkirim', '1 25%'],
      ['Gagal', '1 25%'],
    ]);
    const keys = card(page, 'Per API key').getByRole('row', { name: /Aplikasi kasir/ });
    expect(await keys.innerText()).toMatch(/Hari ini 3 dari 50\s+3\s+66,7%\s+0/);
  });

  it('are of the range that is chosen, which stands in the address', async () => {
    const page = await openSignedIn(browser, test, account, '/analytics');
    await heading(page, 'Analitik').waitFor();
    await page.getByText('24 jam', { exact: true }).click();
    await page.waitForURL('**/analytics?window=24h');
    await card(page, '24 jam terakhir, per jam').waitFor();
    await page.getByText('Uji', { exact: true }).click();
    await page.waitForURL('**/analytics?window=24h&mode=test');
    await page.getByText('Tidak ada yang gagal dalam rentang ini.').waitFor();
  });

  it('are gone through by keyboard, read as a table, and lead to the messages', async () => {
    const page = await openSignedIn(browser, test, account, '/analytics');
    const days = card(page, 'Per hari');
    const columns = days.getByRole('link', { name: /sampai, \d+ terkirim, \d+ gagal$/ });
    await columns.last().waitFor();
    expect(await columns.count()).toBe(7);
    await columns.last().focus();
    const today = await page.locator(':focus').getAttribute('aria-label');
    expect(today).toContain('2 sampai, 1 terkirim, 1 gagal');
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator(':focus').getAttribute('aria-label')).toContain(
      '0 sampai, 0 terkirim, 0 gagal',
    );
    await button(page, 'Tampilkan sebagai tabel: Per hari').click();
    const rows = page.getByRole('table', { name: 'Per hari' }).getByRole('row');
    expect(await rows.nth(1).getByRole('cell').allTextContents()).toEqual([
      today?.split(':')[0],
      '2',
      '1',
      '1',
      '4',
    ]);
    await button(page, 'Tampilkan sebagai grafik: Per hari').click();
    await columns.last().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/history\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
    await page.goBack();
    await page.getByRole('table', { name: 'Jam ramai' }).getByRole('link').click();
    await page.waitForURL(/\/history\?from=(\d{4}-\d\d-\d\d)&to=\1$/);
    await page.goBack();
    await card(page, 'Penyebab gagal').getByRole('link').click();
    await page.waitForURL(/\/history\?.*status=failed/);
  });

  it('lead to the messages of a key and of a prefix, of the last 24 hours by their two days', async () => {
    const page = await openSignedIn(browser, test, account, '/analytics');
    const [today = '', sixAgo] = lastDays(7);
    await card(page, 'Per API key')
      .getByRole('link', { name: /Aplikasi kasir/ })
      .click();
    await page.waitForURL(leadsTo('/history', { from: sixAgo, to: today, key: String(keyId) }));
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await page.goto('/analytics?window=24h');
    const [, yesterday] = lastDays(2);
    await page.getByText('tautan di sini membuka pesan kemarin dan hari ini').waitFor();
    await card(page, 'Per awalan nomor').getByRole('link', { name: '085…' }).click();
    await page.waitForURL(leadsTo('/history', { from: yesterday, to: today, prefix: '085' }));
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(await page.getByRole('cell', { name: /^6285\*{4}/ }).count()).toBe(1);
  });
});

it('administrators see all accounts, and by device', async () => {
  const page = await openSignedIn(browser, test, await createAdmin(test), '/admin/analytics');
  const devices = card(page, 'Per device').getByRole('row', { name: /gateway/ });
  expect(await devices.innerText()).toMatch(/gateway\s+\d+\s+[\d,]+%\s+\d+/);
  expect(await card(page, 'Per API key').count()).toBe(0);
  const [to = '', from] = lastDays(7);
  await devices.getByRole('link').click();
  const ofDevice = (url: URL) => /^\d+$/.test(url.searchParams.get('device') ?? '');
  await page.waitForURL(
    (url) => ofDevice(url) && leadsTo('/admin/messages', { from, to, mode: 'live' })(url),
  );
  await page.getByRole('row').nth(1).waitFor();
  await page.goBack();
  await card(page, 'Per awalan nomor').getByRole('link', { name: '085…' }).click();
  await page.waitForURL(leadsTo('/admin/messages', { from, to, mode: 'live', prefix: '085' }));
  await page.goBack();
  await card(page, 'Per hari').getByRole('link').last().press('Enter');
  await page.waitForURL(/\/admin\/messages\?from=([\d-]{10})&to=\1&mode=live$/);
});

it('the analytics are well to see at every look, before the first message and after many', async () => {
  const fresh = await openSignedIn(browser, test, await createAccount(test), '/analytics', lookAt(0));
  await fresh.getByRole('img').first().waitFor();
  expect(await flawsAtEachLook(fresh, 'analytics-fresh')).toEqual([]);

  const owner = await createAccount(test);
  for (const userId of [owner.userId, 0]) await fill(userId);
  const page = await openSignedIn(browser, test, owner, '/analytics?window=30d', lookAt(0));
  await page.getByRole('table').first().waitFor();
  expect(await flawsAtEachLook(page, 'analytics')).toEqual([]);
  const admin = await openSignedIn(
    browser,
    test,
    await createAdmin(test),
    '/admin/analytics?window=30d',
    lookAt(0),
  );
  await admin.getByRole('table').first().waitFor();
  expect(await flawsAtEachLook(admin, 'analytics-all')).toEqual([]);
});

/** A busy month, as it is left when it is added up: all that the page reads. */
async function fill(userId: number): Promise<void> {
  const days = test.app.get(Calendar).lastDays(test.clock.now(), 30).slice(0, -1);
  const hours = days.flatMap((day, at) =>
    Array.from({ length: 24 }, (_, hour) => {
      const busy = Math.max(
        0,
        Math.round(90 * Math.sin(((hour - 5) / 19) * Math.PI)) + ((at * 37 + hour * 11) % 23) - 8,
      );
      const [sent, failed] = [Math.round(busy / 14), Math.round(busy / 19)];
      const tally = { sent, failed, delivered: busy, converted: Math.round(busy * 0.8) };
      return { userId, livemode: 1, part: 'all' as const, day, hour, value: '', ...tally };
    }),
  );
  const one = (part: 'key' | 'prefix' | 'reason' | 'latency' | 'device', value: string, busy: number) => ({
    ...{ userId, livemode: 1, part, day: days[3] ?? '', value },
    ...(part === 'reason'
      ? { sent: 0, delivered: 0, failed: busy, converted: 0 }
      : { sent: Math.round(busy / 14), delivered: busy, failed: Math.round(busy / 19), converted: busy }),
  });
  const keyIds = ['900001', '900002', ''];
  const rows = [
    ...keyIds.map((value, at) => one('key', value, 9000 / (at + 1))),
    ...['081', '085', '082', '089', '083'].map((value, at) =>
      one('prefix', value, Math.round(8000 / (at + 1))),
    ),
    ...['not_on_whatsapp', 'gateway_timeout', 'recipient_limit'].map((value, at) =>
      one('reason', value, 300 - 90 * at),
    ),
    ...['1', '2', '3', '5', '10', '30', '120'].map((value, at) =>
      one('latency', value, [90, 900, 2400, 1900, 700, 90, 12][at] ?? 0),
    ),
    ...(userId === 0
      ? ['1', '77', ''].map((value, at) => one('device', value, Math.round(7000 / (at + 1))))
      : []),
  ];
  await test.database.tx(async (tx) => {
    if (userId === 0) {
      await tx.delete(AnalyticsHour, { userId });
      await tx.delete(AnalyticsDay, { userId });
    }
    for (let at = 0; at < hours.length; at += 100) await tx.insert(AnalyticsHour, hours.slice(at, at + 100));
    await tx.insert(AnalyticsDay, rows);
  });
}
