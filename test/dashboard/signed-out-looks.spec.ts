import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { keepScreenshot, useBrowser } from './browser.js';
import { flawsOf, LOOKS, nameOf } from './looks.js';
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

describe.each(Object.entries(PAGES))('the page %s', (name, path) => {
  it.each(LOOKS.map((look) => [nameOf(look), look] as const))(
    'is well to see at %s',
    async (lookName, look) => {
      const page = await browser.open(path, look);
      expect(await flawsOf(page)).toEqual([]);
      await keepScreenshot(page, `${name}-${lookName}`);
    },
  );
});
