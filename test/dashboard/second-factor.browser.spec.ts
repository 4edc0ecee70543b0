import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { login, register, sessionOf, standing } from '../auth/people.js';
import { Authenticator, enrolled } from '../auth/second-factor/authenticator.js';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { field, fillIn, hasFocus, logIn } from './forms.js';
import { startDashboard } from './service.js';

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Beranda' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Turns it on from the page, with the app that reads what is shown; returns the app and the codes for when it is lost. */
async function enrolAt(page: Page, test: TestService, password: string) {
  await button(page, 'Aktifkan').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'Kode QR untuk aplikasi autentikator' }).waitFor();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const app = new Authenticator(test.clock, secret);
  await fillIn(page, { 'Kode verifikasi': app.code(), 'Password saat ini': password });
  await dialog.getByRole('button', { name: 'Aktifkan', exact: true }).click();
  const shown = dialog.locator('pre');
  await shown.waitFor();
  const codes = ((await shown.textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);
  await button(page, 'Sudah saya simpan').click();
  await page.getByText(/^Aktif sejak/).waitFor();
  return { app, codes };
}

/** The first half of a login, up to the question for the code. */
async function firstStep(page: Page, { username, password }: { username: string; password: string }) {
  await fillIn(page, { 'Username atau email': username, Password: password });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Verifikasi dua langkah' }).waitFor();
}

describe('the second factor', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startDashboard();
  });
  afterEach(() => test.clock.reset());
  afterAll(() => test.close());
  const browser = useBrowser(() => test.url);

  it('is turned on from the page, and the next login asks for a code of the app', async () => {
    const person = await register(test);
    const page = await browser.open('/login?next=/account');
    await logIn(page, person);
    const { app } = await enrolAt(page, test, person.password);

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await firstStep(page, person);
    await fillIn(page, { 'Kode verifikasi': app.wrong() });
    await page.keyboard.press('Enter');
    await page.getByText('Kode salah, sudah dipakai, atau sudah kedaluwarsa.').waitFor();
    expect(await hasFocus(field(page, 'Kode verifikasi'))).toBe(true);
    await fillIn(page, { 'Kode verifikasi': app.next() });
    await page.keyboard.press('Enter');
    await home(page).waitFor();
  });

  it('lets in by a recovery code, and is turned off with the password and another', async () => {
    const person = await enrolled(test);
    const page = await browser.open('/login?next=/account');
    await firstStep(page, person);
    await fillIn(page, { 'Kode verifikasi': person.recoveryCodes[0] ?? '' });
    await page.keyboard.press('Enter');
    await page.getByText('Sisa kode pemulihan: 9').waitFor();
    await button(page, 'Matikan').click();
    const dialog = page.getByRole('dialog');
    await fillIn(page, {
      'Kode verifikasi': person.recoveryCodes[1] ?? '',
      'Password saat ini': person.password,
    });
    await dialog.getByRole('button', { name: 'Matikan', exact: true }).click();
    await button(page, 'Aktifkan').waitFor();
    expect(await login(test, person.username, person.password)).toAnswer(200);
  });

  it('stands beside the sessions, of which each is ended', async () => {
    const person = await register(test);
    const stolen = sessionOf(await login(test, person.username, person.password)).token;
    const page = await browser.open('/account', { session: person.token });
    const rows = page.getByRole('table', { name: 'Sesi' }).getByRole('row');
    await rows.filter({ hasText: 'Sesi ini' }).waitFor();
    expect(await rows.count()).toBe(3);
    await button(page, 'Akhiri').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Akhiri', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(2);
    expect(await standing(test, stolen)).toBe('token_invalid');
    expect(await standing(test, person.token)).toBe('ok');
  });
});

describe('where administrators must have a second factor', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startDashboard({ env: { ADMIN_MFA: 'required' } });
  });
  afterAll(() => test.close());
  const browser = useBrowser(() => test.url);

  it('one without it is led to it, and goes on from there', async () => {
    const admin = { username: 'admin', password: 'admin-password' };
    const page = await browser.open('/login');
    const loaded: string[] = [];
    page.on(
      'request',
      (request) => request.isNavigationRequest() && loaded.push(new URL(request.url()).pathname),
    );
    await fillIn(page, { 'Username atau email': admin.username, Password: admin.password });
    await page.keyboard.press('Enter');
    await page.getByText(/^Operator layanan mewajibkan/).waitFor();
    // However many answers of the first page asked for it.
    expect(loaded).toEqual(['/account']);
    await enrolAt(page, test, admin.password);
    await page.goto('/admin/users');
    await page.getByRole('heading', { level: 1, name: 'Pengguna' }).waitFor();
    await page.getByText('admin@localhost').first().waitFor();
  });
});
