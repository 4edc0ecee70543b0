import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Device } from '../../src/gateway/device.entities.js';
import { DeviceScorer } from '../../src/gateway/pool/device-scorer.js';
import { ROLE } from '../../src/platform/access/principal.js';
import { addSeconds, DAY_SECONDS } from '../../src/platform/time/clock.js';
import { User } from '../../src/users/index.js';
import { type Person, register } from '../auth/people.js';
import { enrol } from '../auth/second-factor/authenticator.js';
import { reportStatus } from '../callbacks/report-status.js';
import { createAccount, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { useBrowser } from './browser.js';
import { startDashboard } from './service.js';

/** All that a new service is asked to have, but for what is done on a page. */
const SET_UP = {
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:9',
  ALERT_MAIL_TO: 'operator@example.test',
};

let test: TestService;
let operator: Person;
beforeAll(async () => {
  test = await startDashboard({ env: SET_UP });
  // At an hour that is followed by others of the same day, with a device of the day before.
  test.clock.toMorning();
  const yesterday = addSeconds(test.clock.now(), -DAY_SECONDS);
  operator = await register(test);
  await test.database.tx(async (tx) => {
    await tx.update(User, { username: operator.username }, { roleId: ROLE.admin });
    await tx.update(Device, { id: 1 }, { createdAt: yesterday });
  });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const open = () => browser.open('/admin/system', { session: operator.token });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

it('a device’s tile tells the share delivered, what is left today, and the day of the warm-up', async () => {
  const limits = { per_day: 10, new_per_day: 8, warmup_first_day: 6 };
  const token = await userToken(test, 1);
  expect(await test.api.patch('/api/admin/devices/1', { limits }, { token })).toAnswer(200);
  const { key } = await createAccount(test);
  for (const outcome of ['delivered', 'delivered', 'delivered', 'failed'] as const) {
    const { body } = await test.api.post('/api/otp/send', sendBody(), { token: key });
    // By the service's clock, which the gateway does not have.
    await reportStatus(test, (body.data as { message_id: string }).message_id, outcome);
  }
  await test.app.get(DeviceScorer).scoreDevices();
  const page = await open();
  const tile = region(page, 'Device').getByRole('listitem').filter({ hasText: 'gateway' });
  await tile.getByText('Sehat', { exact: true }).waitFor();
  const facts = (await tile.locator('dl').innerText()).split(/\s*\n\s*/);
  expect(facts.slice(0, -1)).toEqual([
    ...['Sampai', '75%'],
    ...['Sisa hari ini', '6 dari 10 pesan', '3 dari 7 penerima baru'],
    ...['Pemanasan', 'hari 2 dari 2'],
    ...['Laporan terakhir'],
  ]);
});

it('the list of what a new service lacks is gone once nothing on it is open', async () => {
  const page = await open();
  const list = page.getByRole('heading', { name: 'Menyiapkan layanan' });
  await list.waitFor();
  await page.getByText('4 dari 5 selesai').waitFor();
  await enrol(test, operator);
  await page.reload();
  await region(page, 'Layanan').waitFor();
  await region(page, 'Device').getByRole('listitem').first().waitFor();
  expect(await list.count()).toBe(0);
  // Nobody has put it away.
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringContaining('first-run'),
  );
});
