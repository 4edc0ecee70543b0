import 'reflect-metadata';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, type ConfigError, databaseUrl, loadConfig } from './index.js';

const VALUES = {
  JWT_SECRET: 'jwt-secret-of-a-file-jwt-secret-of-a-file',
  DATA_KEY: 'data-key-of-a-file-data-key-of-a-file',
  GATEWAY_TOKEN: 'token of a file ',
  GATEWAY_WEBHOOK_SECRET: 'webhook-secret-of-a-file',
  METRICS_TOKEN: 'metrics-token-of-a-file',
  ADMIN_PASSWORD: 'password of a file',
  DATABASE_URL: 'mysql://sandi:r4hasia@db.example.com/otp',
  REDIS_URL: 'redis://:r4hasia@redis.example.com',
  SMTP_URL: 'smtps://sandi:r4hasia@mail.example.com',
} satisfies Partial<Config>;
const NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandi-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Buffer, name = 'secret'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const load = (env: Record<string, string>) =>
  loadConfig({ NODE_ENV: 'production', GATEWAY_URL: 'http://gateway', DATA_DIR: folder, ...VALUES, ...env });
function problems(env: Record<string, string>): string[] {
  try {
    load(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('a secret in a file', () => {
  it.each(NAMES)('%s is read from the file that %s_FILE names, without the line break at its end', (name) => {
    for (const end of ['', '\n', '\r\n', '\n\n']) {
      const path = fileOf(`${VALUES[name]}${end}`);
      expect(load({ [name]: '', [`${name}_FILE`]: path })[name]).toBe(VALUES[name]);
    }
  });

  it.each(NAMES)('%s in both is one too many', (name) => {
    const path = fileOf(VALUES[name]);
    expect(problems({ [`${name}_FILE`]: path })).toEqual([
      `${name} and ${name}_FILE are both set: unset one of them`,
    ]);
  });

  it.each([
    ['that is not there', () => join(folder, 'nowhere'), 'ENOENT'],
    ['that is a folder', () => folder, 'EISDIR'],
    ['that is empty', () => fileOf('\n'), 'it is empty'],
    ['that is no secret', () => fileOf(Buffer.alloc(70_000, 'x')), 'more than 65536 bytes'],
  ])('%s stops the boot by its name', (_name, make, cause) => {
    const path = make();
    const [problem, ...others] = problems({ DATA_KEY: '', DATA_KEY_FILE: path });
    expect(problem).toMatch(new RegExp(`^DATA_KEY_FILE cannot be used: ${path}: .*${cause}`));
    expect(others).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read stops the boot by its name', () => {
    const path = fileOf(VALUES.DATA_KEY);
    chmodSync(path, 0o000);
    expect(problems({ DATA_KEY: '', DATA_KEY_FILE: path })[0]).toMatch(/^DATA_KEY_FILE .+EACCES/);
  });

  it('is followed through a link, as Kubernetes mounts it', () => {
    symlinkSync(fileOf(VALUES.DATA_KEY), join(folder, 'link'));
    expect(load({ DATA_KEY: '', DATA_KEY_FILE: join(folder, 'link') }).DATA_KEY).toBe(VALUES.DATA_KEY);
  });

  it('is held to the rule of its variable', () => {
    const path = fileOf('short');
    expect(problems({ DATA_KEY: '', DATA_KEY_FILE: path })[0]).toMatch(
      /^DATA_KEY must be a long random text/,
    );
  });
});

describe('the database that a program reads', () => {
  it('is that of DATABASE_URL, of its file, or the default', () => {
    const DATABASE_URL_FILE = fileOf(`${VALUES.DATABASE_URL}\n`);
    expect(databaseUrl({ DATABASE_URL: 'sqlite:a' })).toBe('sqlite:a');
    expect(databaseUrl({ DATABASE_URL: '', DATABASE_URL_FILE })).toBe(VALUES.DATABASE_URL);
    expect(databaseUrl({ DATABASE_URL: '' })).toBe('sqlite:data/sandi.sqlite');
    expect(() => databaseUrl({ DATABASE_URL: 'sqlite:a', DATABASE_URL_FILE })).toThrow('both set');
    expect(databaseUrl({ DATA_KEY_FILE: '/nowhere' })).toBe('sqlite:data/sandi.sqlite');
  });
});
