import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { useBrowser } from './browser.js';
import { flawsAtEachLook } from './looks.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

describe('the security page', () => {
  it('tells its owner what happened to the account, in words and with the address', async () => {
    const account = await createAccount(test);
    const agent = { headers: { 'user-agent': 'Peramban/1.0' } };
    for (let nth = 0; nth < 2; nth++)
      await test.api.post('/api/auth/login', { username: account.username, password: 'salah' }, agent);
    const token = await userToken(test, account.userId);
    const made = await test.api.post('/api/account/api-keys', { name: 'Kasir' }, { token });
    const { id } = made.body.data as { id: number };
    const page = await openSignedIn(browser, test, account, '/');
    await page.getByRole('link', { name: 'Keamanan' }).click();
    await page.waitForURL('**/security');
    const line = (text: string) => page.getByRole('row').filter({ hasText: text });
    await line('API key dibuat').getByText(`API key ${id}`).waitFor();
    const refused = line('Login ditolak');
    await refused.getByText('Password: password salah').waitFor();
    await refused.getByText('2 kali').waitFor();
    await refused.getByText('127.0.0.1').waitFor();
    await refused.getByText('Peramban/1.0').waitFor();
    expect(await flawsAtEachLook(page, 'security')).toEqual([]);
  });

  it('tells what an administrator did, and not from where', async () => {
    const account = await createAccount(test);
    const admin = await userToken(test, 1);
    await test.api.put(
      `/api/admin/users/${account.userId}/brands`,
      { brands: ['Blibli.com'] },
      { token: admin },
    );
    const page = await openSignedIn(browser, test, account, '/security');
    const row = page.getByRole('row').filter({ hasText: 'Brand disetujui' });
    await row.getByText('oleh administrator').waitFor();
    expect(await row.getByText('127.0.0.1').count()).toBe(0);
  });
});
