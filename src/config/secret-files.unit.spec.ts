import 'reflect-metadata';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomBytes } from '../platform/ids/random.js';
import { type Config, type ConfigError, databaseServer, loadConfig } from './index.js';

const random = () => randomBytes(36).toString('base64');

const VALUES = {
  JWT_SECRET: random(),
  DATA_KEY: random(),
  GATEWAY_TOKEN: 'token of a file',
  GATEWAY_WEBHOOK_SECRET: random(),
  METRICS_TOKEN: random(),
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
  it.each(NAMES)('%s is read alike from a file and from its variable: no line ends, no mark', (name) => {
    for (const [start, end] of [
      ['', ''],
      ['', '\n'],
      ['', '\r\n'],
      ['', '\r'],
      ['', '\n\n'],
      ['\uFEFF', ''],
      ['\uFEFF', '\r\n'],
    ]) {
      const given = `${start}${VALUES[name]}${end}`;
      expect(load({ [name]: '', [`${name}_FILE`]: fileOf(given) })[name]).toBe(VALUES[name]);
      expect(load({ [name]: given })[name]).toBe(VALUES[name]);
    }
  });

  const OTHERS = NAMES.filter((name) => name !== 'DATA_KEY');
  it.each(OTHERS)('%s is refused from bytes that are no UTF-8, whichever way they come', (name) => {
    const bytes = [
      Buffer.from(`\uFEFF${VALUES[name]}`, 'utf16le'),
      Buffer.from(`\uFEFF${VALUES[name]}`, 'utf16le').swap16(),
      Buffer.from(VALUES[name], 'utf16le'),
      Buffer.concat([Buffer.from(VALUES[name]), Buffer.from([0xe9])]),
    ];
    for (const each of bytes)
      expect(problems({ [name]: '', [`${name}_FILE`]: fileOf(each) })).toEqual([
        expect.stringMatching(new RegExp(`^${name}_FILE cannot be used: .* save it as UTF-8$`)),
      ]);
    expect(problems({ [name]: `${VALUES[name]}\uFFFD` })[0]).toMatch(/no UTF-8/);
  });
});

describe('DATA_KEY', () => {
  it('is kept as it was read before, for the database to say which is right', () => {
    const both = ({ DATA_KEY, dataKeyBefore, dataKeyFault }: Config) => ({
      DATA_KEY,
      dataKeyBefore,
      fault: dataKeyFault !== undefined,
    });
    const key = VALUES.DATA_KEY;
    expect(both(load({}))).toEqual({ DATA_KEY: key, dataKeyBefore: undefined, fault: false });
    expect(both(load({ DATA_KEY: `${key}\r\n` }))).toEqual({
      DATA_KEY: key,
      dataKeyBefore: `${key}\r\n`,
      fault: false,
    });
    const marked = fileOf(`\uFEFF${key}\n`);
    expect(both(load({ DATA_KEY: '', DATA_KEY_FILE: marked }))).toEqual({
      DATA_KEY: key,
      dataKeyBefore: `\uFEFF${key}`,
      fault: false,
    });
    const bytes = Buffer.concat([Buffer.from(key), Buffer.from([0xe9])]);
    expect(both(load({ DATA_KEY: '', DATA_KEY_FILE: fileOf(bytes) }))).toEqual({
      DATA_KEY: `${key}\uFFFD`,
      dataKeyBefore: `${key}\uFFFD`,
      fault: true,
    });
    const short = 'k8Zq0vLx3TnB7cWf2YdHj5RmG1sUa9'.padEnd(31, 'p');
    expect(both(load({ DATA_KEY: `${short}\n` }))).toEqual({
      DATA_KEY: `${short}\n`,
      dataKeyBefore: `${short}\n`,
      fault: true,
    });
  });
});

describe('a file', () => {
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
    expect(problem).toMatch(new RegExp(`^DATA_KEY_FILE cannot be used: .*${cause}`));
    // The variable may contain the secret itself instead of a path.
    expect(problem).not.toContain(path);
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
    for (const name of ['JWT_SECRET', 'DATA_KEY'])
      expect(problems({ [name]: '', [`${name}_FILE`]: path })[0]).toMatch(
        new RegExp(`^${name} must be a long random text`),
      );
  });
});

describe('the database that a program reads', () => {
  it('is that of DATABASE_URL, of its file, or the default', () => {
    const DATABASE_URL_FILE = fileOf(`${VALUES.DATABASE_URL}\n`);
    const urlOf = (env: Record<string, string>) => databaseServer(env).url;
    expect(urlOf({ DATABASE_URL: 'sqlite:a' })).toBe('sqlite:a');
    expect(urlOf({ DATABASE_URL: '', DATABASE_URL_FILE })).toBe(VALUES.DATABASE_URL);
    expect(urlOf({ DATABASE_URL: '' })).toBe('sqlite:data/sandi.sqlite');
    expect(() => urlOf({ DATABASE_URL: 'sqlite:a', DATABASE_URL_FILE })).toThrow('both set');
    expect(urlOf({ DATA_KEY_FILE: '/nowhere' })).toBe('sqlite:data/sandi.sqlite');
    expect(() => urlOf({ DATABASE_URL: 'mysql://a:b@c/' })).toThrow('DATABASE_URL names no database');
    expect(() => urlOf({ DATABASE_CA_FILE: '/nowhere' })).toThrow('DATABASE_CA_FILE must be a file of cert');
  });
});
