import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { getMetadataStorage } from 'class-validator';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Config, loadConfig } from '../../src/config/index.js';
import { codeOf, rows } from '../repository/tables.js';
import { configurationPage, envExample } from './configuration-documents.js';

/** The figure of a cell such as `` `0`; `10000` on the embedded default ``. */
const embeddedOf = (cell = '') => /; `([^`]+)` on the embedded default/.exec(cell)?.[1];

const SECRETS = {
  JWT_SECRET: 'test-jwt-secret-9Qm4vTz7Rk2Wp8XbL5cN',
  DATA_KEY: 'test-data-key-Zs6hYd3Gf9Ju1Ke7Ma0Vt',
  GATEWAY_WEBHOOK_SECRET: 'test-webhook-7cWq2Lx9',
};

/** What a variable is when nobody sets it, as it is written down; `undefined`: nothing. */
function defaults(): Map<string, { usual: string | undefined; embedded: string | undefined }> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'sandi-readme-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const plain = new Config();
  const usual = loadConfig({ NODE_ENV: 'production', DATA_DIR, ...SECRETS });
  const embedded = loadConfig({ DATA_DIR });
  const names = getMetadataStorage()
    .getTargetValidationMetadatas(Config, '', false, false)
    .map(({ propertyName }) => propertyName as keyof Config);
  const made = new Set<string>(['NODE_ENV', 'DATA_DIR', ...Object.keys(SECRETS)]);
  return new Map(
    names.map((name) => {
      const of = (config: Config) => written(made.has(name) ? plain[name] : config[name]);
      return [name, { usual: of(usual), embedded: of(embedded) }];
    }),
  );
}

function written(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(Number(value));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

describe('docs/configuration.md', () => {
  const text = configurationPage();
  const table = rows(text, '## The process');

  it('is what `npm run docs` writes', () => {
    return expect(text).toMatchFileSnapshot('../../docs/configuration.md');
  });

  it('lists every variable once, and none that does not exist', () => {
    const listed = table.map(([name]) => codeOf(name));
    expect(listed.toSorted()).toEqual([...defaults().keys()].toSorted());
  });

  it('gives every variable its default', () => {
    const told = table.map(([name, cell]) => [
      codeOf(name),
      { usual: codeOf(cell), embedded: embeddedOf(cell) ?? codeOf(cell) },
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(defaults()));
  });

  it('says of every variable what it takes and what it means', () => {
    for (const [name, , takes, meaning] of table)
      expect([name, takes, meaning]).toEqual([
        name,
        expect.stringMatching(/\w/),
        expect.stringMatching(/\w/),
      ]);
  });
});

describe('.env.example', () => {
  const text = envExample();

  it('is what `npm run docs` writes', () => {
    return expect(text).toMatchFileSnapshot('../../.env.example');
  });

  it('says what holds anyway, every line of it', () => {
    const uncommented = text.replaceAll(/^# ([A-Z][A-Z0-9_]*=)/gm, '$1');
    const read = Object.entries(parseEnv(uncommented)).map(([name, value]) => [name, value || undefined]);
    const plain = Object.fromEntries([...defaults()].map(([name, { usual }]) => [name, usual]));
    expect(Object.fromEntries(read)).toEqual({
      ...plain,
      SIGNUP_CREDIT: undefined,
      GOOGLE_AUTH: undefined,
      TOPUP_CONFIRM_ABOVE: undefined,
      SHUTDOWN_DELAY_MS: undefined,
    });
  });
});
