import { readFileSync } from 'node:fs';
import { projectPath } from '../../src/common/project.js';
import { randomToken } from '../../src/common/random.js';
import type { Service } from '../../test/support/services/launch.js';
import { call, startProgram } from './programs.js';

/** What every server of a run is given. */
export interface Setting {
  gatewayUrl: string;
  gatewayToken: string;
  dataKey: string;
  poolSize: number;
}

/** A million sends for each account and more. */
const CREDIT = '1000000000';
const RATE = '1000000';

/**
 * The service as an operator starts it in production, but for its caps, which are as high as they go, and its log: only
 * warnings. Its one device is the gateway's, and is not judged by callbacks, since none come.
 */
export function startSandi(
  setting: Setting,
  databaseUrl: string,
  own: NodeJS.ProcessEnv = {},
): Promise<Service> {
  const secrets = { JWT_SECRET: randomToken(), GATEWAY_WEBHOOK_SECRET: randomToken() };
  const env = (folder: string, port: number) => ({
    ...secrets,
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    DATA_KEY: setting.dataKey,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(setting.poolSize),
    GATEWAY_URL: setting.gatewayUrl,
    GATEWAY_TOKEN: setting.gatewayToken,
    SIGNUP_CREDIT: CREDIT,
    SEND_RATE_PER_MINUTE: RATE,
    AUTH_RATE_PER_MINUTE: RATE,
    ACK_EXPECTED_SECONDS: '2000000',
    BOOKS_SECONDS: '0',
    ...own,
  });
  return startProgram('src/main.js', env, { nodeOptions: heapOptions() });
}

/** Those of `npm run start:prod`. */
function heapOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts['start:prod']?.match(/--\S+-space-size=\d+/g) ?? [];
}

/** Makes accounts with much credit through the service's own API; returns a live key of each. */
export function makeAccounts(url: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => makeAccount(url, `bench-${i + 1}`)));
}

async function makeAccount(url: string, username: string): Promise<string> {
  const person = { username, email: `${username}@example.test`, name: 'Bench', password: randomToken() };
  const session = await post<{ token: string }>(`${url}/api/auth/register`, person);
  const live = { name: 'bench', mode: 'live' };
  return (await post<{ key: string }>(`${url}/api/account/api-keys`, live, session.token)).key;
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  return (await call<{ data: T }>(url, { method: 'POST', body, token })).data;
}
