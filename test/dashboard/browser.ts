import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { answered, watchRequests } from './at-rest.js';
import { HEIGHT, type Look } from './looks.js';
import { type Profile, Profiles } from './profiles.js';

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
  let profiles: Profiles | undefined;
  const complaints: string[] = [];

  beforeAll(() => {
    const failure = inject('buildFailure');
    if (failure !== null && !process.env['TEST_DASHBOARD'])
      throw new Error(`dist could not be built:\n${failure}`);
  });
  afterEach(async () => {
    await profiles?.clear();
    expect(complaints.splice(0)).toEqual([]);
  });

  return {
    async open(path, visitor = {}) {
      const { width = 1440, colorScheme = 'light', before } = visitor;
      const profile = await (profiles = Profiles.at(serviceUrl())).take();
      await settleIn(profile, serviceUrl(), visitor);
      const { page } = profile;
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
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

/** What an earlier visit leaves: a choice of language, a login. */
async function settleIn(
  { context, page }: Profile,
  serviceUrl: string,
  { language, session }: Visitor,
): Promise<void> {
  const kept: Record<string, string> = {};
  if (language !== undefined) kept['sandi.language'] = language;
  if (session !== undefined) {
    kept['sandi.signed-in'] = '1';
    const { hostname } = new URL(serviceUrl);
    const cookie = { name: 'sandi_session', value: session, domain: hostname, path: '/api' };
    await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
  }
  await page.evaluate((entries) => Object.assign(localStorage, entries), kept);
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
