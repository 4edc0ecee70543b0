import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { fillIn } from './forms.js';
import { DIALOG_LOOKS, flawsAtEachLook, lookAt } from './looks.js';
import { startDashboard } from './service.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard({ env: { GOOGLE_CLIENT_ID: 'sandi-test.apps.googleusercontent.com' } });
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

const PAGES = {
  login: '/login',
  register: '/register',
  'login-google': '/login/google',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password#token=abc',
};

it.each(Object.entries(PAGES).map(([name, path], index) => [name, path, index] as const))(
  'the page %s is well to see at every look',
  async (name, path, index) => {
    const page = await browser.open(path, lookAt(index));
    expect(await flawsAtEachLook(page, name)).toEqual([]);
  },
);

it.each([
  ['forgot-sent', '/forgot-password', { Email: 'siapa@example.test' }],
  ['reset-done', '/reset-password#token=abc', { Password: 'password yang baru' }],
])('the page %s is well to see at two looks', async (name, path, fields) => {
  const page = await browser.open(path);
  // No mail, no token: what the page says afterwards is the same.
  await page.route(`**/api/auth/${path.split(/[/?#]/)[1]}`, (route) =>
    route.fulfill({ json: { success: true, message: '', data: null } }),
  );
  await fillIn(page, fields);
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .filter({ hasText: /email terdaftar|berhasil diganti/ })
    .waitFor();
  expect(await flawsAtEachLook(page, name, DIALOG_LOOKS)).toEqual([]);
});
