import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterEach, expect } from 'vitest';
import { createApp } from '../../src/app.js';
import { type Config, loadConfig } from '../../src/config/index.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { Database } from '../../src/platform/database/index.js';
import { createLogger } from '../../src/platform/observability/index.js';
import { PASSWORD_COST } from '../../src/platform/security/password.js';
import { Api } from './api.js';
import { newDatabase } from './databases.js';
import { TestClock } from './test-clock.js';

export interface TestApp {
  app: NestFastifyApplication;
  url: string;
  api: Api;
  config: Config;
  clock: TestClock;
  database: Database;
  /** All that was logged, debug level included. */
  logs: string[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Environment variables on top of the tests' own. */
  env?: Record<string, string>;
  /** An existing database, for a second app beside or after the first. */
  databaseUrl?: string;
  clock?: TestClock;
  /** A free one unless told. */
  port?: number;
  /** Where the dashboard was built; the project's own unless told. */
  dashboardFolder?: string;
  /** Responses are checked against the OpenAPI document unless this is false. */
  checkResponses?: boolean;
}

const DEFAULTS = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'debug',
  JWT_SECRET: 'test-jwt-secret-9Qm4vTz7Rk2Wp8XbL5cN',
  DATA_KEY: 'test-data-key-Zs6hYd3Gf9Ju1Ke7Ma0Vt',
  GATEWAY_WEBHOOK_SECRET: 'test-webhook-7cWq2Lx9',
  ADMIN_PASSWORD: 'admin-password',
  SIGNUP_CREDIT: '10000',
  // High enough not to be met by chance; the tests of the caps set their own.
  SEND_RATE_PER_MINUTE: '100000',
  AUTH_RATE_PER_MINUTE: '100000',
  CALLBACK_RATE_PER_MINUTE: '100000',
  CALLBACK_FAILURES_PER_MINUTE: '100000',
  READ_RATE_PER_MINUTE: '100000',
  WRITE_RATE_PER_MINUTE: '100000',
  CREATION_RATE_PER_HOUR: '100000',
  PHONE_SEARCHES_PER_MINUTE: '100000',
  PHONE_SEARCHES_PER_DAY: '100000',
  DATABASE_POOL_SIZE: '8',
  // The tests check the books themselves.
  BOOKS_FIRST_SECONDS: '3600',
  // The tests of the analytics add up themselves.
  ANALYTICS_SECONDS: '0',
  // Nothing in front of them has to be told.
  SHUTDOWN_DELAY_MS: '0',
  // A busy machine is no lost database.
  DATABASE_ACQUIRE_TIMEOUT_MS: '30000',
  DATABASE_QUERY_TIMEOUT_MS: '60000',
};

const FULL_PASSWORD_COST = { ...PASSWORD_COST };
/** Nobody guesses them, and each account of a test has one. */
const CHEAP_PASSWORD_COST = { memoryCost: 64, timeCost: 1 };
Object.assign(PASSWORD_COST, CHEAP_PASSWORD_COST);

/** With passwords hashed as in production. */
export async function atFullPasswordCost(work: () => Promise<void>): Promise<void> {
  Object.assign(PASSWORD_COST, FULL_PASSWORD_COST);
  await work().finally(() => Object.assign(PASSWORD_COST, CHEAP_PASSWORD_COST));
}

/** Starts the service on a port of its own and a database of its own, on the engine of the running project. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'sandi-app-'));
  const database = options.databaseUrl ? undefined : await newDatabase(folder);
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const config = loadConfig({ ...DEFAULTS, DATA_DIR: folder, DATABASE_URL: databaseUrl, ...options.env });
  const clock = options.clock ?? new TestClock();
  const logs: string[] = [];
  const logger = createLogger(config.LOG_LEVEL, { write: (line: string) => void logs.push(line) });
  const app = await createApp({ config, clock, logger, dashboardFolder: options.dashboardFolder });
  await app.listen(options.port ?? 0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    app,
    url,
    api: new Api(url, options.checkResponses ?? true),
    config,
    clock,
    database: app.get(Database),
    logs,
    async close() {
      await app.close();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Checks the books of an app after every test of the file. */
export function keepBooks(running: () => TestApp | undefined): void {
  afterEach(async () => {
    const test = running();
    if (test) expect(await auditLedger(test.database.read.dataSource, new Date())).toEqual([]);
  });
}
