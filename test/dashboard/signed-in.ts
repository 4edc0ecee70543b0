import type { Page } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { userToken } from '../support/tokens.js';
import type { TestBrowser } from './browser.js';
import type { Look } from './looks.js';

/** A visitor at `path` with a session of this account, as a login leaves it. */
export async function openSignedIn(
  browser: TestBrowser,
  test: TestApp,
  { userId }: { userId: number },
  path: string,
  look?: Partial<Look>,
): Promise<Page> {
  const token = await userToken(test, userId);
  return browser.open(path, { ...look, session: token });
}
