import { Sessions } from '../../src/auth/sessions/sessions.service.js';
import { Tokens } from '../../src/auth/tokens.js';
import { UsersService } from '../../src/users/index.js';
import type { TestApp } from './app.js';

const CALLER = { requestId: 'uji', address: '127.0.0.1', userAgent: null };

/** A user token as login would issue it. */
export async function userToken(test: TestApp, userId: number): Promise<string> {
  const user = await test.app.get(UsersService).find(userId);
  if (!user) throw new Error(`no user ${userId}`);
  const session = await test.database.tx((tx) => test.app.get(Sessions).begin(tx, user, CALLER));
  return test.app.get(Tokens).issue(user, session);
}

/** The first administrator's, of a login. */
export async function adminToken({ api }: TestApp): Promise<string> {
  const { body } = await api.post('/api/auth/login', { username: 'admin', password: 'admin-password' });
  return (body.data as { token: string }).token;
}
