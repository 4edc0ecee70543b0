import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.js';
import { type Account, createAccount } from '../../support/factories.js';

export interface TwoAccounts {
  test: TestApp;
  one: Account;
  other: Account;
}

/** An app for all tests of a file, and for each of them two accounts with nothing on them. */
export function useTwoAccounts(): TwoAccounts {
  const world = {} as TwoAccounts;
  beforeAll(async () => {
    world.test = await startTestApp();
  });
  afterAll(() => world.test.close());
  beforeEach(async () => {
    world.one = await createAccount(world.test, 0);
    world.other = await createAccount(world.test, 0);
  });
  return world;
}
