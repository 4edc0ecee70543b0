import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConfigError, loadConfig } from './index.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: 'x'.repeat(32),
  DATA_KEY: 'x'.repeat(32),
  GATEWAY_WEBHOOK_SECRET: 'x'.repeat(16),
};

/** What the boot says of a production environment with these variables on top. */
function problems(env: Record<string, string>): string[] {
  try {
    loadConfig({ ...PRODUCTION, ...env });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('a number', () => {
  it.each([
    ['PORT', '65536', '0 and 65535'],
    ['TOKEN_TTL_SECONDS', '31536001', '60 and 31536000'],
    ['RECIPIENT_WINDOW_SECONDS', '2000001', '1 and 2000000'],
    ['RECOVERY_SECONDS', '2147484', '1 and 2000000'],
    ['BOOKS_SECONDS', '2147484', '0 and 2000000'],
    ['BOOKS_SECONDS', '-1', '0 and 2000000'],
    ['IDEMPOTENCY_TTL_HOURS', '8761', '1 and 8760'],
    ['INBOX_TTL_HOURS', '8761', '1 and 8760'],
    ['REFUND_WINDOW_HOURS', '8761', '1 and 8760'],
    ['SEND_RATE_PER_MINUTE', '1000001', '1 and 1000000'],
    ['SIGNUP_CREDIT', '1000000001', '0 and 1000000000'],
    ['WEB_CONCURRENCY', '0', '1 and 64'],
    ['WEB_CONCURRENCY', 'auto', '1 and 64'],
    ['SIGNUP_CREDIT', '1e3', '0 and 1000000000'],
  ])('%s=%s is refused, and the range is told', (name, value, range) => {
    expect(problems({ [name]: value })).toEqual([`${name} must be a whole number between ${range}`]);
  });
});

describe('a value that cannot work', () => {
  it.each([
    ['ADMIN_USERNAME', 'ab'],
    ['ADMIN_USERNAME', 'the admin'],
    ['ADMIN_USERNAME', 'a'.repeat(33)],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', '🔑'.repeat(7)],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['MAIL_FROM', 'Sandi'],
    ['MAIL_FROM', 'Sandi <sandi>'],
    ['PUBLIC_URL', 'otp.example.com'],
    ['PUBLIC_URL', 'https:otp.example.com'],
    ['PUBLIC_URL', 'https://otp.example.com/?'],
    ['PUBLIC_URL', 'https://otp.example.com/#top'],
    ['PUBLIC_URL', 'https://user:pass@otp.example.com'],
    ['DATABASE_URL', 'sqlite::memory:'],
    ['DATABASE_URL', 'postgres://localhost/sandi'],
    ['ALERT_MAIL_TO', 'ops'],
    ['ALERT_MAIL_TO', 'ops@example.com,'],
    ['ALERT_MAIL_TO', 'Ops <ops@example.com>'],
    ['ALERT_MAIL_TO', Array.from({ length: 11 }, (_, i) => `ops${i}@example.com`).join(',')],
    ['ALERT_AFTER_SECONDS', '9'],
    ['WEBHOOK_PORTS', ','],
    ['WEBHOOK_PORTS', '443,https'],
    ['WEBHOOK_PORTS', '443,70000'],
    ['GATEWAY_WEBHOOK_SECRET', ','.repeat(20)],
    ['GATEWAY_WEBHOOK_SECRET', `${'x'.repeat(16)},short`],
    ['GATEWAY_WEBHOOK_SECRET', 'rahasia-yang-panjang-日本'],
  ])('%s=%s is refused by its name, with the mend', (name, value) => {
    const [problem, ...others] = problems({ [name]: value });
    expect(problem).toMatch(new RegExp(`^${name} .+: |^${name} must `));
    expect(others).toEqual([]);
  });

  it('opens this network to webhooks in development only', () => {
    expect(problems({ WEBHOOK_ALLOW_PRIVATE: '1' })).toEqual([
      expect.stringMatching(/^WEBHOOK_ALLOW_PRIVATE is refused in production: /),
    ]);
    expect(problems({ WEBHOOK_ALLOW_PRIVATE: '1', NODE_ENV: 'test' })).toEqual([]);
  });

  it('keeps SQLite to one process', () => {
    expect(problems({ WEB_CONCURRENCY: '2' })).toEqual([
      expect.stringMatching(/^WEB_CONCURRENCY must be 1 with SQLite/),
    ]);
    expect(problems({ WEB_CONCURRENCY: '1' })).toEqual([]);
  });

  it('holds the first administrator to PASSWORD_MIN', () => {
    const env = { ADMIN_PASSWORD: 'x'.repeat(11) };
    expect(problems(env)).toEqual([]);
    expect(problems({ ...env, PASSWORD_MIN: '12' })).toEqual([expect.stringContaining('12 to 128')]);
  });

  it('takes a gateway whole or not at all', () => {
    const gateway = { GATEWAY_URL: 'http://gateway', GATEWAY_TOKEN: 'token' };
    expect(problems(gateway)).toEqual([]);
    expect(problems({ ...gateway, GATEWAY_TOKEN: '' })[0]).toMatch(/^GATEWAY_TOKEN is required/);
    expect(problems({ ...gateway, GATEWAY_URL: '' })[0]).toMatch(/^GATEWAY_URL is required/);
  });
});

describe('the environment', () => {
  it.each([
    ['PUBLIC_URL', 'https://otp.example.com:8443/sandi/'],
    ['MAIL_FROM', 'otp@example.com'],
    ['MAIL_FROM', 'Toko Budi, Jakarta <otp@example.com>'],
    ['ADMIN_PASSWORD', '🔑'.repeat(128)],
    ['GATEWAY_WEBHOOK_SECRET', `${'x'.repeat(16)}, ${'y'.repeat(16)},`],
    ['DATABASE_URL', 'sqlite:data/memory.sqlite'],
    ['WEBHOOK_PORTS', '443,8443'],
  ])('%s=%s is fine', (name, value) => {
    expect(problems({ [name]: value })).toEqual([]);
  });

  it('counts the workers of every instance', () => {
    const DATABASE_URL = 'mysql://sandi@db.example.com/otp';
    expect(loadConfig({ ...PRODUCTION, DATABASE_URL }).processes).toBe(1);
    const env = { ...PRODUCTION, DATABASE_URL, INSTANCES: '3', WEB_CONCURRENCY: '4' };
    expect(loadConfig(env).processes).toBe(12);
  });

  it('sets variables, and nothing else that a Config holds', () => {
    const config = loadConfig({ ...PRODUCTION, acceptsUnsignedCallbacks: '1', trustProxy: '1' });
    expect(config.acceptsUnsignedCallbacks).toBe(false);
    expect(config.trustProxy('127.0.0.1', 0)).toBe(false);
  });

  it('takes unsigned callbacks outside production only, and only without a secret', () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'sandi-config-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
    const { GATEWAY_WEBHOOK_SECRET } = PRODUCTION;
    expect(loadConfig({ DATA_DIR }).acceptsUnsignedCallbacks).toBe(true);
    expect(loadConfig({ DATA_DIR, GATEWAY_WEBHOOK_SECRET }).acceptsUnsignedCallbacks).toBe(false);
  });
});

describe('where alerts go', () => {
  const url = 'http://10.0.0.7:8080/sandi?x=1';
  const secret = `whsec_${'x'.repeat(43)}=`;

  it('may be in the operator’s own network, and is whom he names, once each', () => {
    const env = { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret };
    expect(problems(env)).toEqual([]);
    const mails = { ALERT_MAIL_TO: 'a@example.com, b@example.com,a@example.com' };
    expect(loadConfig({ ...PRODUCTION, ...mails }).alertMailTo).toEqual(['a@example.com', 'b@example.com']);
  });

  it.each([
    ['ALERT_WEBHOOK_SECRET', url, ''],
    ['ALERT_WEBHOOK_SECRET', url, 'rahasia'],
    ['ALERT_WEBHOOK_SECRET', url, `whsec_${'x'.repeat(31)}`],
    ['ALERT_WEBHOOK_SECRET', url, `whsec_${'x'.repeat(33)}`],
    ['ALERT_WEBHOOK_SECRET', url, `whsec_${'-'.repeat(32)}`],
    ['ALERT_WEBHOOK_URL', '', secret],
    ['ALERT_WEBHOOK_URL', 'ops@example.com', secret],
    ['ALERT_WEBHOOK_URL', 'https://sandi:rahasia@example.com/', secret],
  ])('%s is refused by its name where nobody would be told: %s %s', (name, address, signing) => {
    const [problem, ...others] = problems({ ALERT_WEBHOOK_URL: address, ALERT_WEBHOOK_SECRET: signing });
    expect(problem).toMatch(new RegExp(`^${name} .+: |^${name} must `));
    expect(others).toEqual([]);
  });
});
