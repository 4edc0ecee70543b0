import type { Page } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { userToken } from '../support/tokens.js';
import type { TestBrowser, Visitor } from './browser.js';

/** A visitor at `path` with a session of this account, as a login leaves it. */
export async function openSignedIn(
  browser: TestBrowser,
  test: TestApp,
  { userId }: { userId: number },
  path: string,
  visitor?: Visitor,
): Promise<Page> {
  const session = await userToken(test, userId);
  return browser.open(path, { ...visitor, session });
}
