import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, newPhone } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { createAdmin } from './admins.js';
import { useBrowser } from './browser.js';
import { fillIn } from './forms.js';
import { button, dialog } from './parts.js';
import { sendLive, sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

let test: TestService;
let admin: Account;
beforeAll(async () => {
  test = await startDashboard();
  admin = await createAdmin(test);
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

/** Where a page leads to the documents, once a link with one of these texts is there, but for the frame's own link. */
async function docsLinksOf(page: Page, text: string): Promise<string[]> {
  await page.getByRole('link', { name: text }).first().waitFor();
  const links = await page.locator(':is(main, [role=dialog]) a[href^="/docs"]').all();
  for (const link of links) expect(await link.getAttribute('target')).toBe('_blank');
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
}

interface Operation {
  tags?: string[];
  operationId?: string;
}

/** Whether there is a page, and on it the place, operation or group of operations that is meant. */
async function isThere(href: string): Promise<boolean> {
  const { pathname, hash } = new URL(href, test.url);
  const html = await (await fetch(test.url + pathname)).text();
  // Any address of no page is answered with the dashboard.
  if (html.includes('<div id="root">')) return false;
  if (hash === '') return true;
  if (!hash.startsWith('#/')) return html.includes(` id="${hash.slice(1)}"`);
  const [tag, operationId] = hash.slice(2).split('/');
  const { paths, webhooks } = (await (await fetch(`${test.url}${pathname}/openapi.json`)).json()) as Record<
    'paths' | 'webhooks',
    Record<string, Record<string, Operation>>
  >;
  return Object.values({ ...paths, ...webhooks })
    .flatMap((item) => Object.values(item))
    .some((one) => one.tags?.includes(tag ?? '') && (!operationId || one.operationId === operationId));
}

/** By what is looked at: how to get there, and what the link there is called. */
const PLACES: Record<string, (page: Page) => Promise<string>> = {
  'the list of webhooks': async (page) => {
    await page.goto('/webhooks');
    return 'Isi setiap event';
  },
  'the secret of a webhook': async (page) => {
    await page.goto('/webhooks');
    await button(page, 'Tambah webhook').click();
    await fillIn(page, { URL: 'https://toko.example.com/sandi' });
    await dialog(page).getByRole('button', { name: 'Tambah webhook' }).click();
    return 'Cara memeriksa tanda tangan';
  },
  'the list of keys': async (page) => {
    await page.goto('/keys');
    return 'Panduan integrasi';
  },
  'the secret of a hook': async (page) => {
    await page.goto('/keys');
    await page.getByRole('button', { name: /^Tindakan untuk/ }).click();
    await page.getByRole('menuitem', { name: 'Secret hook' }).click();
    return 'Cara memasangnya di tiap server login';
  },
  'the samples of a send': async (page) => {
    await page.goto('/send');
    return 'Arti semua kegagalan';
  },
  'the check of a code': async (page) => {
    await page.goto('/send');
    await fillIn(page, { 'Nomor WhatsApp penerima': newPhone() });
    await sendLive(page);
    return 'Memeriksa kode dari aplikasi Anda';
  },
  'a message': async (page) => {
    await page.goto(`/history/${await sendOtps(test, admin)}`);
    return 'Arti setiap status';
  },
  'refused requests': async (page) => {
    await page.goto('/requests');
    return 'Arti semua kode';
  },
  'the set-up of a device': async (page) => {
    await page.goto('/admin/devices/1/setup');
    return 'Panduan Protokol native';
  },
};

it.each(Object.entries(PLACES))('%s leads to what the documents say about it', async (_, go) => {
  const page = await openSignedIn(browser, test, admin, '/account');
  const links = await docsLinksOf(page, await go(page));
  for (const link of links) expect(await isThere(link), link).toBe(true);
});

it('the form of a device leads to the chapter of its gateway', async () => {
  const page = await openSignedIn(browser, test, admin, '/admin/devices/new');
  const chapters = new Set<string>();
  const gateways = page.getByRole('radiogroup', { name: 'Gateway' });
  const drivers = await gateways.getByRole('radio').all();
  for (const driver of drivers) {
    await driver.click();
    for (const link of await docsLinksOf(page, 'Panduan')) {
      expect(await isThere(link), link).toBe(true);
      chapters.add(link);
    }
  }
  expect(chapters.size).toBe(drivers.length);
});
