import { randomToken } from '../../src/common/random.js';
import { call } from '../harness/programs.js';
import { startSandi, type Setting } from '../harness/sandi.js';
import type { Service } from '../../test/support/services/launch.js';

/** The same at every start, so that a token lives through one. */
const OWN = { JWT_SECRET: randomToken(), ADMIN_PASSWORD: randomToken(), SIGNUP_CREDIT: '0' };

/** The built service as an operator starts it, on a database that is filled or about to be. */
export const startService = (setting: Setting, databaseUrl: string): Promise<Service> =>
  startSandi(setting, databaseUrl, OWN);

/** Who asks: an account, with a live key. */
export interface Account {
  userId: number;
  /** Of its owner, for the dashboard's routes. */
  token: string;
  key: string;
}

/** Registers an account by HTTP. */
export async function register(url: string, username: string): Promise<Account> {
  const person = { username, email: `${username}@example.test`, password: randomToken(), name: 'Toko Besar' };
  const { user, token } = await post<{ user: { id: number }; token: string }>(
    `${url}/api/auth/register`,
    person,
  );
  const live = { name: 'growth', mode: 'live' };
  const { key } = await post<{ key: string }>(`${url}/api/account/api-keys`, live, token);
  return { userId: user.id, token, key };
}

/** A token of the first administrator's. */
export async function loginAdmin(url: string): Promise<string> {
  const login = { username: 'admin', password: OWN.ADMIN_PASSWORD };
  return (await post<{ token: string }>(`${url}/api/auth/login`, login)).token;
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  return (await call<{ data: T }>(url, { method: 'POST', body, token })).data;
}
