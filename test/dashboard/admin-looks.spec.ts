import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, sendBody, type Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { flawsAtEachLook, lookAt } from './looks.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let admin: Account;
beforeAll(async () => {
  test = await startDashboard({ switches: { timeline: 'delivered' } });
  admin = await createAdmin(test);
  const { key } = await createAccount(test);
  for (let sent = 0; sent < 3; sent++) await test.api.post('/api/otp/send', sendBody(), { token: key });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

/** The first device and the first message are those of the service's start and of the sends above. */
const PAGES = {
  users: '/admin/users',
  user: '/admin/users/1',
  devices: '/admin/devices',
  'devices-new': '/admin/devices/new',
  device: '/admin/devices/1',
  'device-edit': '/admin/devices/1/edit',
  messages: '/admin/messages',
  message: '/admin/messages/1',
  audit: '/admin/audit',
  system: '/admin/system',
};

it.each(Object.entries(PAGES).map(([name, path], index) => [name, path, index] as const))(
  'the administrator’s page %s is well to see at every look',
  async (name, path, index) => {
    const page = await openSignedIn(browser, test, admin, path, lookAt(index));
    expect(await flawsAtEachLook(page, `admin-${name}`)).toEqual([]);
  },
);
