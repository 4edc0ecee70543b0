import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { randomBytes } from '../platform/ids/random.js';
import { type ConfigError, loadConfig, startupWarnings } from './index.js';

const random = (bytes = 36) => randomBytes(bytes).toString('base64');

const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: random(),
  DATA_KEY: random(),
  GATEWAY_WEBHOOK_SECRET: random(),
};

/** The problems at startup of a production environment with these variables added. */
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
  ])('%s=%s is refused, with the range', (name, value, range) => {
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
    ['PUBLIC_URL', 'https://user:12/pass@otp.example.com'],
    ['METRICS_TOKEN', 'token of sixteen characters'],
    ['METRICS_TOKEN', 'tökén-dengan-huruf-lain-9x'],
    ['ADMIN_PASSWORD', 'kata\nsandi-yang-baru'],
    ['REDIS_URL', 'redis://redis?tls=true'],
    ['SMTP_URL', 'smtp://mail.example.com?pool=true'],
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
    ['GATEWAY_WEBHOOK_SECRET', `${random()},short`],
    ['GATEWAY_WEBHOOK_SECRET', 'rahasia-yang-panjang-日本'],
  ])('%s=%s is refused by its name, with the fix', (name, value) => {
    const [problem, ...others] = problems({ [name]: value });
    expect(problem).toMatch(new RegExp(`^${name} .+: |^${name} must `));
    expect(others).toEqual([]);
  });
});

describe('a value that fits no other', () => {
  it('takes certificates from a file of them, for a server that is proved by them', () => {
    const server = { DATABASE_URL: 'mysql://sandi@db.example.com/otp' };
    for (const file of ['/nowhere', 'package.json', 'src'])
      expect(problems({ ...server, DATABASE_CA_FILE: file })).toEqual([
        'DATABASE_CA_FILE must be a file of certificates (PEM) that this process may read',
      ]);
    expect(problems({ DATABASE_CA_FILE: '/nowhere' })[1]).toMatch(
      /^DATABASE_URL is a SQLite file: unset DATABASE_CA/,
    );
    expect(problems({ REDIS_CA_FILE: '/nowhere', SMTP_CA_FILE: '/nowhere' }).slice(2)).toEqual([]);
  });

  it('opens this network to webhooks in development only', () => {
    expect(problems({ WEBHOOK_ALLOW_PRIVATE: '1' })).toEqual([
      expect.stringMatching(/^WEBHOOK_ALLOW_PRIVATE is not allowed in production: /),
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
    ['GATEWAY_WEBHOOK_SECRET', `${random()}, ${random()},`],
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

describe('the secrets of production', () => {
  const WEAK = [
    'a'.repeat(32),
    '12345678'.repeat(4),
    'changeme'.repeat(4),
    'abcdefghijklmnopqrstuvwxyz012345',
  ];
  it.each(['JWT_SECRET', 'GATEWAY_WEBHOOK_SECRET', 'METRICS_TOKEN'])(
    '%s is none that is easy to guess',
    (name) => {
      for (const weak of WEAK)
        expect(problems({ [name]: weak })).toEqual([expect.stringMatching(`^${name} is easy to guess: `)]);
      expect(problems({ [name]: 'a'.repeat(32), NODE_ENV: 'test' })).toEqual([]);
    },
  );

  it('are each their own', () => {
    const same = random();
    for (const name of ['JWT_SECRET', 'GATEWAY_WEBHOOK_SECRET', 'METRICS_TOKEN', 'ADMIN_PASSWORD'])
      expect(problems({ DATA_KEY: same, [name]: same })).toEqual([
        expect.stringMatching(`^${name} is the same as DATA_KEY: set ${name} .*, and keep DATA_KEY`),
      ]);
    expect(problems({ JWT_SECRET: same, GATEWAY_WEBHOOK_SECRET: `${random()},${same}` })).toEqual([
      expect.stringMatching(/^GATEWAY_WEBHOOK_SECRET is the same as JWT_SECRET: /),
    ]);
    const gateway = { GATEWAY_URL: 'http://gateway', GATEWAY_TOKEN: same };
    expect(problems({ ...gateway, GATEWAY_WEBHOOK_SECRET: same })).toEqual([]);
    expect(problems({ ...gateway, METRICS_TOKEN: same })).toHaveLength(1);
  });

  it('leave a DATA_KEY that is easy to guess to the database: it cannot do without', () => {
    expect(problems({ DATA_KEY: 'a'.repeat(32) })).toEqual([]);
    expect(loadConfig({ ...PRODUCTION, DATA_KEY: 'a'.repeat(32) }).dataKeyFault).toBe('is easy to guess');
    expect(problems({ DATA_KEY: 'short' })).toEqual([expect.stringMatching(/^DATA_KEY must be a long/)]);
    expect(loadConfig(PRODUCTION).dataKeyFault).toBeUndefined();
  });
});

describe('the embedded default', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'sandi-config-'));
  afterAll(() => rmSync(DATA_DIR, { recursive: true }));
  const on = (HOST: string, env = {}) => loadConfig({ DATA_DIR, HOST, ...env });

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('believes a bare Google body on %s', (host) => {
    expect(on(host).GOOGLE_AUTH).toBe('insecure');
    expect(startupWarnings(on(host))).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', '::ffff:10.0.0.1', 'sandi.internal'])(
    'believes none on %s, and says who may reach it',
    (host) => {
      expect(on(host).GOOGLE_AUTH).toBe('verified');
      expect(startupWarnings(on(host))).toEqual([expect.stringContaining(`HOST=${host} can be reached`)]);
      const asked = on(host, { GOOGLE_AUTH: 'insecure' });
      expect(asked.GOOGLE_AUTH).toBe('insecure');
      expect(startupWarnings(asked)[1]).toMatch(/^GOOGLE_AUTH=insecure /);
    },
  );

  it('says that a JWT_SECRET with a comma is one secret, where a part is too short to be one', () => {
    const long = 'Rk2wTz7Qm4vXbL5cN9'.repeat(2);
    const warnings = (JWT_SECRET: string) => startupWarnings(on('127.0.0.1', { JWT_SECRET }));
    expect(warnings(`${long},${long.slice(0, 31)}`)).toEqual([expect.stringContaining('commas included')]);
    expect(warnings(`${long},x${long}`)).toEqual([]);
    expect(warnings(long)).toEqual([]);
  });
});

describe('where alerts go', () => {
  const url = 'http://10.0.0.7:8080/sandi?x=1';
  const secret = `whsec_${random(32)}`;

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
