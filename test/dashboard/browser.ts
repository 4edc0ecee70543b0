import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { requireProgram } from '../support/services/find-program.js';
import { answered, watchRequests } from './at-rest.js';
import { countLayoutShifts } from './layout-shifts.js';
import { HEIGHT, type Look } from './looks.js';

/** No sandbox: the tests may run as root. The rest keeps Chromium from calling home. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const TIMEOUT_MS = 30_000;

/** One for all test files of a worker, which takes it along when it ends. */
let shared: Promise<Browser> | undefined;

export interface TestBrowser {
  /** A visitor with a profile of their own, at `path`, once the page has a heading and its answers. */
  open(path: string, visitor?: Visitor): Promise<Page>;
}

export interface Visitor extends Partial<Look> {
  /** The token of whoever is logged in already. */
  session?: string;
  /** Is about to leave for another origin, as the login with Google does. */
  leaves?: boolean;
  /** Runs before the page is asked for, to meet its very first requests. */
  before?: (page: Page) => Promise<unknown>;
  /** What the console may tell of a page that the test makes fail. */
  fails?: RegExp;
}

/**
 * A Chromium for the tests. After each test its visitors leave, and the test fails when one of them met an
 * error in the console, a breach of the Content-Security-Policy, or anything of another origin.
 */
export function useBrowser(serviceUrl: () => string): TestBrowser {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const failure = inject('buildFailure');
    if (failure !== null && !process.env['TEST_DASHBOARD'])
      throw new Error(`dist could not be built:\n${failure}`);
    browser = await (shared ??= launch());
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  return {
    async open(path, visitor = {}) {
      const { width = 1440, colorScheme = 'light', language, session, before } = visitor;
      if (browser === undefined) throw new Error('The browser starts before the tests do.');
      const context = await browser.newContext({
        baseURL: serviceUrl(),
        viewport: { width, height: HEIGHT },
        colorScheme,
        reducedMotion: 'reduce',
        locale: 'en-US', // So that the dashboard is in Indonesian of its own accord.
      });
      contexts.push(context);
      context.setDefaultTimeout(TIMEOUT_MS);
      if (language !== undefined) await context.addInitScript(preferLanguage, language);
      await context.addInitScript(countLayoutShifts);
      if (session !== undefined) await logInto(context, serviceUrl(), session);
      const page = await context.newPage();
      watchRequests(page);
      listenForErrors(page, complaints, visitor.fails);
      if (!visitor.leaves) listenForOthers(page, serviceUrl(), complaints);
      await before?.(page);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await answered(page);
      return page;
    },
  };
}

async function launch(): Promise<Browser> {
  const found = requireProgram('chromium');
  if (found.kind === 'missing') throw new Error(found.reason);
  return chromium.launch({ executablePath: found.path, args: FLAGS });
}

/** Runs in the page before its own scripts: a choice of an earlier visit, unless this one has made another. */
function preferLanguage(language: string): void {
  if (localStorage.getItem('sandi.language') === null) localStorage.setItem('sandi.language', language);
}

/** What a login leaves behind. */
async function logInto(context: BrowserContext, serviceUrl: string, token: string): Promise<void> {
  const { hostname } = new URL(serviceUrl);
  const cookie = { name: 'sandi_session', value: token, domain: hostname, path: '/api' };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
  await context.addInitScript(() => {
    // Once only: a logout takes the mark away.
    if (sessionStorage.getItem('test.logged-in') !== null) return;
    sessionStorage.setItem('test.logged-in', '1');
    localStorage.setItem('sandi.signed-in', '1');
  });
}

function listenForErrors(page: Page, complaints: string[], expected?: RegExp): void {
  page.on('pageerror', (error) => complaints.push(`page error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (isRefusal(message.text(), url) || expected?.test(message.text())) return;
    complaints.push(`console: ${message.text()} (${url})`);
  });
}

function listenForOthers(page: Page, serviceUrl: string, complaints: string[]): void {
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOwn = origin === serviceUrl || protocol === 'data:' || protocol === 'blob:';
    if (!isOwn) complaints.push(`request to ${request.url()}`);
  });
}

/** Chromium writes to the console what the API refuses; the page tells the person. A failure of the service's own is none. */
function isRefusal(text: string, url: string): boolean {
  return (
    /^Failed to load resource: .*status of (?!500)[45]\d\d/.test(text) &&
    new URL(url).pathname.startsWith('/api/')
  );
}
