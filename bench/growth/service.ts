import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child } from './child.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const BOOKS = fileURLToPath(new URL('../../src/books/main.js', import.meta.url));

const ADMIN_PASSWORD = 'admin-password';
/** No cap is to be met: what is measured is the work. */
const NO_CAP = '1000000';

interface Gateway {
  url: string;
  token: string;
}

/** The built service as an operator starts it, on a database of its own. */
export class Service {
  private constructor(
    readonly url: string,
    private readonly child: Child,
    private readonly folder: string,
  ) {}

  static async start(databaseUrl: string, gateway: Gateway): Promise<Service> {
    const folder = mkdtempSync(join(tmpdir(), 'sandi-growth-service-'));
    const child = new Child(process.execPath, [MAIN], {
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      JWT_SECRET: 'growth-jwt-secret-growth-jwt-secret',
      DATA_KEY: 'growth-data-key-growth-data-key-growth',
      GATEWAY_WEBHOOK_SECRET: 'growth-webhook-secret',
      GATEWAY_URL: gateway.url,
      GATEWAY_TOKEN: gateway.token,
      ADMIN_PASSWORD,
      SIGNUP_CREDIT: '0',
      BOOKS_SECONDS: '0',
      SEND_RATE_PER_MINUTE: NO_CAP,
      AUTH_RATE_PER_MINUTE: NO_CAP,
    });
    const url = await child.until((output) => /"msg":"listening on (http:[^"]+)"/.exec(output)?.[1]);
    return new Service(url, child, folder);
  }

  async stop(): Promise<void> {
    await this.child.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Who asks: an account, with a live key. */
export interface Account {
  userId: number;
  /** Of its owner, for the dashboard's routes. */
  token: string;
  key: string;
}

/** Registers an account by HTTP. */
export async function register(url: string, username: string): Promise<Account> {
  const person = {
    username,
    email: `${username}@example.test`,
    password: 'growth-password',
    name: 'Toko Besar',
  };
  const session = await post<{ user: { id: number }; token: string }>(url, '/api/auth/register', person);
  const { token } = session;
  const { key } = await post<{ key: string }>(
    url,
    '/api/account/api-keys',
    { name: 'growth', mode: 'live' },
    token,
  );
  return { userId: session.user.id, token, key };
}

/** A token of the first administrator's. */
export async function loginAdmin(url: string): Promise<string> {
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  return (await post<{ token: string }>(url, '/api/auth/login', login)).token;
}

async function post<T>(url: string, path: string, body: object, token?: string): Promise<T> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return data;
}

/** Fails unless the books of a database balance. */
export async function checkBooks(databaseUrl: string): Promise<void> {
  await new Child(process.execPath, [BOOKS], { DATABASE_URL: databaseUrl }).completes();
}
