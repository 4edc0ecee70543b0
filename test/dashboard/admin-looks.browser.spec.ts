import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreditThresholds } from '../../src/credit/index.js';
import { Device, DeviceAllowance } from '../../src/gateway/device.entities.js';
import { OperatorAlert } from '../../src/operations/alerts/operator/operator-alert.entity.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { flawsAtEachLook, lookAt } from './looks.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let admin: Account;
let account: Account;
beforeAll(async () => {
  test = await startDashboard({ switches: { timeline: 'delivered' } });
  admin = await createAdmin(test);
  account = await createAccount(test);
  for (let sent = 0; sent < 3; sent++)
    expect(await test.api.post('/api/otp/send', sendBody(), { token: account.key })).toAnswer(200);
  const path = `/api/admin/users/${account.userId}/credit`;
  const topUp = { amount: 50_000, note: 'Transfer bank' };
  expect(await test.api.post(path, topUp, { token: await userToken(test, admin.userId) })).toAnswer(200);
  await raiseAlert();
  await haveSomethingToShow();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

async function raiseAlert(): Promise<void> {
  const since = test.clock.now();
  const about = { kind: 'device_degraded', subject: 'device:1' } as const;
  const detail = { device: 'gateway', since: since.toISOString(), messages: 20 };
  const open = { openKey: 'device_degraded:device:1', since, seenAt: since, begunAt: since };
  await test.database.tx((tx) => tx.insert(OperatorAlert, { ...about, detail, ...open }));
}

/** On the operator's home: an alert, a failure, an account that is low on credit, devices that want somebody. */
async function haveSomethingToShow(): Promise<void> {
  const { app, database, clock, gateway } = test;
  const since = clock.now();
  const open = { openKey: 'books_broken:service', since, seenAt: since, begunAt: since };
  const alert = { kind: 'books_broken', subject: 'service', detail: { rules: 'uji' }, ...open } as const;
  await database.tx((tx) => tx.insert(OperatorAlert, alert));
  await app.get(CreditThresholds).set(account.userId, { lowThreshold: 100_000 });
  gateway.script([{ refuse: { status: 404, error: 'not on whatsapp' } }]);
  await test.api.post('/api/otp/send', sendBody(), { token: account.key });
  await app.get(Sweepers).runOnce('tallies');
  const token = await userToken(test, admin.userId);
  for (const limits of [null, { per_day: 1 }]) {
    const name = limits ? 'otp-penuh' : 'otp-baru';
    const device = {
      name,
      driver: 'waha',
      base_url: 'http://127.0.0.1:9',
      token: 'rahasia',
      limits,
      state: 'active',
    };
    expect(await test.api.post('/api/admin/devices', device, { token })).toAnswer(201);
  }
  await database.tx(async (tx) => {
    const { id: deviceId } = await tx.findOneByOrFail(Device, { name: 'otp-penuh' });
    await tx.update(Device, { id: deviceId }, { linkedAt: since });
    const period = app.get(Calendar).day(since);
    await tx.insert(DeviceAllowance, { deviceId, allowance: 'day', period, taken: 1 });
  });
}

interface Page {
  path: string;
  /** In Indonesian and in English. */
  heading: { id: string; en: string };
  /** What it shows of the above, in any language. */
  shows?: string | RegExp;
}

/** The first device and the first message are those of the service's start and of the sends above. */
const PAGES: Record<string, () => Page> = {
  users: () => ({
    path: '/admin/users',
    heading: { id: 'Pengguna', en: 'Users' },
    shows: `@${account.username}`,
  }),
  user: () => ({
    path: `/admin/users/${account.userId}`,
    heading: { id: 'Akun Uji', en: 'Akun Uji' },
    shows: 'Transfer bank',
  }),
  devices: () => ({
    path: '/admin/devices',
    heading: { id: 'Device', en: 'Devices' },
    shows: /^20 (pesan tanpa laporan|messages without a report)$/,
  }),
  'devices-new': () => ({
    path: '/admin/devices/new',
    heading: { id: 'Tambah device', en: 'Add a device' },
    shows: 'WAHA',
  }),
  device: () => ({ path: '/admin/devices/1', heading: { id: 'gateway', en: 'gateway' } }),
  'device-edit': () => ({
    path: '/admin/devices/1/edit',
    heading: { id: 'Ubah gateway', en: 'Edit gateway' },
  }),
  messages: () => ({
    path: '/admin/messages',
    heading: { id: 'Pesan', en: 'Messages' },
    shows: '#3',
  }),
  message: () => ({ path: '/admin/messages/1', heading: { id: 'Pesan 1', en: 'Message 1' } }),
  audit: () => ({
    path: '/admin/audit',
    heading: { id: 'Log audit', en: 'Audit log' },
    shows: /^(Jumlah|Amount): (Rp|IDR)\s50[.,]000 · (Catatan|Note): Transfer bank$/,
  }),
  system: () => ({ path: '/admin/system', heading: { id: 'Sistem', en: 'System' }, shows: 'otp-penuh' }),
};

it.each(Object.entries(PAGES).map(([name, pageOf], index) => [name, pageOf, index] as const))(
  'the administrator’s page %s is well to see at every look',
  async (name, pageOf, index) => {
    const { path, heading, shows } = pageOf();
    const look = lookAt(index);
    const page = await openSignedIn(browser, test, admin, path, look);
    await page.getByRole('heading', { level: 1, name: heading[look.language], exact: true }).waitFor();
    if (shows !== undefined) await page.getByText(shows, { exact: true }).first().waitFor();
    expect(await flawsAtEachLook(page, `admin-${name}`)).toEqual([]);
  },
);
