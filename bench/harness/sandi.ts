import { randomToken } from '../../src/platform/ids/random.js';
import { V8_OPTIONS } from '../../src/platform/process/project.js';
import type { Service } from '../../test/support/services/launch.js';
import { call, startProgram } from './programs.js';

/** The settings that all servers of a run share. */
export interface Setting {
  gatewayUrl: string;
  gatewayToken: string;
  dataKey: string;
  poolSize: number;
  /** Path of the Node that it runs on. */
  node: string;
  /** Another checkout, whose build is started. */
  root?: string | undefined;
}

/** The credit of each account, for more than a million sends. */
export const CREDIT = '1000000000';
const RATE = '1000000';

/**
 * Starts the service as an operator does in production, with two differences: its limits are as high as possible, and
 * it logs only warnings. Its one device is that of the gateway. It does not expect callbacks, since none come.
 * @param databaseUrl makes the address of the database, given the service's own folder
 */
export function startSandi(
  setting: Setting,
  databaseUrl: (folder: string) => string,
  own: NodeJS.ProcessEnv = {},
): Promise<Service> {
  const secrets = { JWT_SECRET: randomToken(), GATEWAY_WEBHOOK_SECRET: randomToken() };
  const env = (folder: string, port: number) => ({
    ...secrets,
    NODE_ENV: 'production',
    REGISTRATION: 'open',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    DATA_KEY: setting.dataKey,
    DATABASE_URL: databaseUrl(folder),
    DATABASE_POOL_SIZE: String(setting.poolSize),
    GATEWAY_URL: setting.gatewayUrl,
    GATEWAY_TOKEN: setting.gatewayToken,
    SIGNUP_CREDIT: CREDIT,
    SEND_RATE_PER_MINUTE: RATE,
    AUTH_RATE_PER_MINUTE: RATE,
    READ_RATE_PER_MINUTE: RATE,
    WRITE_RATE_PER_MINUTE: RATE,
    CALLBACK_RATE_PER_MINUTE: RATE,
    ACK_EXPECTED_SECONDS: '2000000',
    BOOKS_SECONDS: '0',
    ...own,
  });
  return startProgram('src/main.js', env, {
    node: setting.node,
    nodeOptions: V8_OPTIONS,
    root: setting.root,
  });
}

/** An account with a live key, created through the API of the service. */
export interface Account {
  userId: number;
  /** The user token of its owner, for the dashboard's routes. */
  token: string;
  key: string;
}

/** Registers an account and creates its key. The account has the credit of a registration. */
export async function makeAccount(url: string, username: string): Promise<Account> {
  const person = { username, email: `${username}@example.test`, name: 'Bench', password: randomToken() };
  const { user, token } = await post<Session>(`${url}/api/auth/register`, person);
  const live = { name: 'bench', mode: 'live' };
  const { key } = await post<{ key: string }>(`${url}/api/account/api-keys`, live, token);
  return { userId: user.id, token, key };
}

/** Logs in and returns the user token. */
export async function logIn(url: string, username: string, password: string): Promise<string> {
  return (await post<Session>(`${url}/api/auth/login`, { username, password })).token;
}

interface Session {
  user: { id: number };
  token: string;
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  return (await call<{ data: T }>(url, { method: 'POST', body, token })).data;
}
