import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID, GoogleKeys } from '../auth/google-keys.js';
import { mailsTo } from '../auth/mails.js';
import { mailsDone, register } from '../auth/people.js';
import type { TestService } from '../support/service.js';
import { useBrowser } from './browser.js';
import { field, fillIn, hasFocus, logIn, tabTo, typeIn } from './forms.js';
import { startDashboard } from './service.js';

let test: TestService;
let google: GoogleKeys;
beforeAll(async () => {
  google = await GoogleKeys.start();
  const env = { GOOGLE_AUTH: 'verified', GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: google.url };
  test = await startDashboard({ env });
});
afterAll(async () => {
  await test.close();
  await google.stop();
});
const browser = useBrowser(() => test.url);

const PASSWORD = 'kata sandi yang panjang';
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Beranda' });

describe('by keyboard alone', () => {
  it('registers, logs out, and logs in again', async () => {
    const page = await browser.open('/register');
    await typeIn(page, {
      Nama: 'Toko Papan Ketik',
      Username: 'papanketik',
      Email: 'papan@example.test',
      Password: PASSWORD,
    });
    await page.keyboard.press('Enter');
    await home(page).waitFor();

    await tabTo(page, 'Menu akun Toko Papan Ketik');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Keluar');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Masuk' }).waitFor();

    await typeIn(page, { 'Username atau email': 'papanketik', Password: PASSWORD });
    await page.keyboard.press('Enter');
    await home(page).waitFor();
  });
});

describe('what the API refuses', () => {
  it('stands at its field, which gets the focus', async () => {
    const { username } = await register(test);
    const page = await browser.open('/register');
    await fillIn(page, {
      Nama: 'Orang Lain',
      Username: username,
      Email: 'lain@example.test',
      Password: PASSWORD,
    });
    await page.keyboard.press('Enter');
    const refused = field(page, 'Username');
    await page.getByText('Username sudah digunakan.').waitFor();
    expect(await refused.getAttribute('aria-invalid')).toBe('true');
    expect(await hasFocus(refused)).toBe(true);
    expect(await refused.evaluate(descriptionOf)).toContain('Username sudah digunakan.');
  });

  it('stands at the email that is taken, and at a reset token that is not valid', async () => {
    const { email } = await register(test);
    const page = await browser.open('/register');
    await fillIn(page, { Nama: 'Orang', Username: 'orang-lain', Email: email, Password: PASSWORD });
    await page.keyboard.press('Enter');
    await page.getByText('Email sudah terdaftar.').waitFor();
    expect(await field(page, 'Email').getAttribute('aria-invalid')).toBe('true');

    await page.goto('/reset-password?token=salah');
    await page.getByText('Minimal 8 karakter.').waitFor();
    await fillIn(page, { Password: PASSWORD });
    await page.keyboard.press('Enter');
    await page.getByText(/^Token reset/).waitFor();
    expect(await hasFocus(field(page, 'Token dari email'))).toBe(true);
  });

  it('stands at every field that is missing', async () => {
    const page = await browser.open('/login');
    await page.getByRole('button', { name: 'Masuk', exact: true }).click();
    await page.getByText('Wajib diisi.').first().waitFor();
    expect(await page.getByText('Wajib diisi.').count()).toBe(2);
  });

  it('is told in English to an English reader', async () => {
    const page = await browser.open('/login', { language: 'en' });
    await fillIn(page, { 'Username or email': 'nobody', Password: 'wrong password' });
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('The username or the password is wrong.').waitFor();
  });
});

describe('the session', () => {
  it('leads to the login and back to where one was going', async () => {
    const person = await register(test);
    const page = await browser.open('/keys?x=1');
    await logIn(page, person);
    await page.waitForURL('**/keys?x=1');
    await page.getByRole('heading', { level: 1, name: 'API key' }).waitFor();
  });

  it('leads a newcomer there too', async () => {
    const page = await browser.open('/login?next=/credit');
    await page.getByRole('link', { name: 'Daftar' }).click();
    const name = 'sampai-kredit';
    await fillIn(page, { Nama: name, Username: name, Email: `${name}@example.test`, Password: PASSWORD });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/credit');
  });

  it('leaves no token where a script could read it', async () => {
    const person = await register(test);
    const page = await browser.open('/login');
    await logIn(page, person);
    await home(page).waitFor();
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(readable).not.toContain('eyJ');
    const [cookie] = await page.context().cookies(`${test.url}/api`);
    expect(cookie).toMatchObject({ name: 'sandi_session', httpOnly: true, sameSite: 'Strict' });
  });

  it('never goes to another site after the login', async () => {
    const person = await register(test);
    const page = await browser.open('/login?next=//evil.example');
    await logIn(page, person);
    await home(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('a forgotten password', () => {
  it('is replaced through the link of the mail', async () => {
    const { email, username } = await register(test);
    const page = await browser.open('/forgot-password');
    await fillIn(page, { Email: email });
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Jika email terdaftar' }).waitFor();

    const link = new URL(await newestLink(email, 'reset-password'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().split('#', 1)[0] ?? ''));
    await page.goto(link.pathname + link.hash);
    await page
      .getByRole('alert')
      .filter({ hasText: 'mengakhiri semua sesi, API key, dan webhook' })
      .waitFor();
    await fillIn(page, { Password: 'password yang baru sekali' });
    await page.keyboard.press('Enter');
    await page.getByText('Password berhasil diganti.').waitFor();
    const token = link.hash.slice('#token='.length);
    expect(token).toHaveLength(43);
    expect(asked.length).toBeGreaterThan(0);
    expect(
      asked.filter((url) => url.includes(token)),
      'no server sees the token in an address',
    ).toEqual([]);

    await page.goto('/login');
    await logIn(page, { username, password: 'password yang baru sekali' });
    await home(page).waitFor();
  });
});

describe('the token of a mailed link', () => {
  it.each(['#', '?'])('leaves the address bar at once, where it came after %s', async (mark) => {
    const page = await browser.open(`/reset-password${mark}token=dari-email`);
    expect(page.url()).toBe(`${test.url}/reset-password`);
    expect(await field(page, 'Token dari email').inputValue()).toBe('dari-email');
    await page.reload();
    expect(await field(page, 'Token dari email').inputValue(), 'and a reload keeps it').toBe('dari-email');
  });

  it('is taken from a second link that is pasted into the same page', async () => {
    const page = await browser.open('/reset-password#token=pertama');
    await page.evaluate(() => (window.location.hash = '#token=kedua'));
    await page.locator('input[value="kedua"]').waitFor();
    expect(page.url()).toBe(`${test.url}/reset-password`);
  });

  it('is not in the address of the login that comes first', async () => {
    const page = await browser.open('/verify-email#token=dari-email');
    expect(page.url()).toBe(`${test.url}/login?next=%2Fverify-email`);
  });
});

describe('the link that verifies an address', () => {
  it('asks for the login of its account first, and for a word of its owner', async () => {
    const person = await register(test);
    const link = new URL(await newestLink(person.email, 'verify-email'));
    const page = await browser.open(link.pathname + link.hash);
    await logIn(page, person);
    await page.getByText(`Anda masuk sebagai ${person.username}.`).waitFor();
    await page.getByRole('button', { name: 'Verifikasi' }).click();
    await page.getByText(/^Email \S+ untuk akun \S+ sudah terverifikasi\./).waitFor();
    await page.getByRole('link', { name: 'Ke beranda' }).click();
    await home(page).waitFor();
    expect(await page.getByText('Email Anda belum diverifikasi').count()).toBe(0);
  });

  it('is sent again from the overview', async () => {
    const person = await register(test);
    const first = await newestLink(person.email, 'verify-email');
    const page = await browser.open('/login');
    await logIn(page, person);
    await page.getByRole('button', { name: 'Kirim ulang tautan' }).click();
    await page.getByText('Tautan verifikasi dikirim.').waitFor();
    expect(await newestLink(person.email, 'verify-email')).not.toBe(first);
  });
});

describe('the login with Google', () => {
  it('comes back with a token that the service verifies', async () => {
    const page = await browser.open('/login', { leaves: true });
    await answerAsGoogle(page, (asked) => ({ state: asked.state, nonce: asked.nonce }));
    await page.getByRole('button', { name: 'Masuk dengan Google' }).click();
    await home(page).waitFor();
  });

  it.each([
    ['state', (asked: Asked) => ({ state: 'another', nonce: asked.nonce })],
    ['nonce', (asked: Asked) => ({ state: asked.state, nonce: 'another' })],
  ])('is refused when the %s is not the one that was asked with', async (_, answer) => {
    const page = await browser.open('/login', { leaves: true });
    await answerAsGoogle(page, answer);
    await page.getByRole('button', { name: 'Masuk dengan Google' }).click();
    await page.getByText('Login Google tidak berhasil').waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });
});

describe('the button for Google', () => {
  const SETTINGS = '**/api/settings';

  it('moves nothing when it comes late', async () => {
    const page = await browser.open('/register');
    const placeOfLinks = () =>
      page.getByRole('link').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().y));
    const held = new Promise<Route>((hold) => void page.route(SETTINGS, hold, { times: 1 }));
    await page.goto('/login');
    await field(page, 'Password').waitFor();
    const before = await placeOfLinks();
    await (await held).continue();
    await page.getByRole('button', { name: 'Masuk dengan Google' }).waitFor();
    // Those that were there already, if any.
    expect((await placeOfLinks()).slice(0, before.length)).toEqual(before);
  });

  it('is not there when the operator has not set it up', async () => {
    const page = await browser.open('/register');
    await page.route(SETTINGS, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({ json: { ...answer, data: { ...answer.data, google_client_id: null } } });
    });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Lupa password?' }).waitFor();
    expect(await page.getByRole('button', { name: 'Masuk dengan Google' }).count()).toBe(0);
  });
});

interface Asked {
  state: string;
  nonce: string;
}

/** Google's page, which asks nothing and comes back at once. */
async function answerAsGoogle(page: Page, answer: (asked: Asked) => Asked): Promise<void> {
  await page.route('https://accounts.google.com/**', async (route) => {
    const asked = Object.fromEntries(new URL(route.request().url()).searchParams) as unknown as Asked & {
      redirect_uri: string;
    };
    const { state, nonce } = answer(asked);
    const idToken = await google.token({ sub: '1184', email: 'dewi@example.test', name: 'Dewi', nonce });
    const location = `${asked.redirect_uri}#${new URLSearchParams({ state, id_token: idToken })}`;
    await route.fulfill({ status: 302, headers: { location } });
  });
}

function descriptionOf(element: Element): string {
  const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** The newest link to this page in mails to this address: mails to others may be written at the same moment. */
async function newestLink(email: string, to: 'verify-email' | 'reset-password'): Promise<string> {
  await mailsDone(test);
  const link = new RegExp(`https?:\\S+/${to}#\\S+`);
  const links = (await mailsTo(test, email)).flatMap(({ text }) => link.exec(text ?? '') ?? []);
  return links.at(-1) ?? '';
}
