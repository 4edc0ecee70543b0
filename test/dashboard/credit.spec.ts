import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sendBody, type Account } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { useBrowser } from './browser.js';
import { field } from './forms.js';
import { flawsAtEachLook, lookAt } from './looks.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
beforeAll(async () => {
  test = await startDashboard();
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

async function send(account: Account, times = 1): Promise<void> {
  for (let sent = 0; sent < times; sent++)
    expect((await test.api.post('/api/otp/send', sendBody(), { token: account.key })).status).toBe(200);
}

async function thresholdOf({ userId }: Account): Promise<number | null> {
  const { body } = await test.api.get('/api/account/credit', { token: await userToken(test, userId) });
  return (body.data as { low_threshold: number | null }).low_threshold;
}

describe('the ledger', () => {
  it('tells each line with its kind and the balance after it, and leads to its message', async () => {
    const account = await createAccount(test);
    await send(account);
    const page = await openSignedIn(browser, test, account, '/credit');
    const rows = page.getByRole('table', { name: 'Buku besar' }).getByRole('row');
    const cells = await rows.nth(1).getByRole('cell').allInnerTexts();
    // Intl puts a no-break space after Rp.
    const [, kind, , amount, balance] = cells.map((cell) => cell.replaceAll('\u00a0', ' '));
    expect([kind, amount, balance]).toEqual(['Pengiriman', '-Rp 200', 'Rp 9.800']);
    await page.getByRole('link', { name: /^Pesan \d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Pesan ke 62/ }).waitFor();
    await page.getByText('Kredit dipotong Rp 200').waitFor();
  });

  it('is on the same page after a reload', async () => {
    const account = await createAccount(test);
    await send(account, 21);
    const page = await openSignedIn(browser, test, account, '/credit');
    await page.getByRole('button', { name: 'Berikutnya' }).click();
    await page.getByText('Halaman 2 dari 2').waitFor();
    await page.reload();
    await page.getByText('Halaman 2 dari 2').waitFor();
    await page.getByText('Penyesuaian').or(page.getByText('Top up')).first().waitFor();
  });
});

describe('the threshold', () => {
  it('is saved, and taken back by an empty field', async () => {
    const account = await createAccount(test);
    const page = await openSignedIn(browser, test, account, '/credit');
    await field(page, 'Batas saldo (rupiah)').fill('20000');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await page.getByText('Batas saldo disimpan.').waitFor();
    await page.getByText('Di bawah batas Rp 20.000').waitFor();
    expect(await thresholdOf(account)).toBe(20_000);

    await page.reload();
    await field(page, 'Batas saldo (rupiah)').fill('');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await page.getByText('Batas saldo disimpan.').waitFor();
    expect(await thresholdOf(account)).toBeNull();
  });

  it('that the API refuses keeps its error at the field', async () => {
    const account = await createAccount(test);
    const page = await openSignedIn(browser, test, account, '/credit');
    await field(page, 'Batas saldo (rupiah)').fill('9000000000000');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await page.locator('input[aria-invalid=true]').waitFor();
    expect(await thresholdOf(account)).toBeNull();
  });
});

it('the credit page is well to see at every look', async () => {
  const account = await createAccount(test);
  await send(account, 2);
  const page = await openSignedIn(browser, test, account, '/credit', lookAt(0));
  await page.getByRole('table').waitFor();
  expect(await flawsAtEachLook(page, 'credit')).toEqual([]);
});
