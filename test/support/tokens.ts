import { Tokens } from '../../src/auth/tokens.js';
import { UsersService } from '../../src/users/index.js';
import type { TestApp } from './app.js';

/** A user token as login would issue it. */
export async function userToken(test: TestApp, userId: number): Promise<string> {
  const user = await test.app.get(UsersService).find(userId);
  if (!user) throw new Error(`no user ${userId}`);
  return test.app.get(Tokens).issue(user);
}
