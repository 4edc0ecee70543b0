import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { flawsAtEachLook, lookAt } from './looks.js';
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
  'reset-password': '/reset-password?token=abc',
};

it.each(Object.entries(PAGES).map(([name, path], index) => [name, path, index] as const))(
  'the page %s is well to see at every look',
  async (name, path, index) => {
    const page = await browser.open(path, lookAt(index));
    expect(await flawsAtEachLook(page, name)).toEqual([]);
  },
);
