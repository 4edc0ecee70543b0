import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { INVARIANTS } from '../../src/books/invariants.js';
import { Config, loadConfig } from '../../src/common/config/index.js';
import { ERRORS, type ErrorSpec } from '../../src/common/errors/index.js';
import { Metrics } from '../../src/common/observability/index.js';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** The rows of every table of `text` that lie between two headings (or to its end), their cells trimmed. */
function rows(text: string, from: string, to?: string): string[][] {
  const start = text.indexOf(`\n${from}\n`);
  expect(start, `the heading "${from}"`).toBeGreaterThan(-1);
  const end = to === undefined ? text.length : text.indexOf(`\n${to}\n`, start);
  return text
    .slice(start, end)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** `` `code` `` at the beginning of a cell. */
const codeOf = (cell = '') => /^`([^`]+)`/.exec(cell)?.[1];
/** The figure of a cell such as `` `0`; `10000` on the embedded default ``. */
const embeddedOf = (cell = '') => /; `([^`]+)` on the embedded default/.exec(cell)?.[1];

const SECRETS = {
  JWT_SECRET: 'x'.repeat(32),
  DATA_KEY: 'x'.repeat(32),
  GATEWAY_WEBHOOK_SECRET: 'x'.repeat(16),
};

/** What a variable is when nobody sets it, as the README writes it; `undefined`: nothing. */
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

describe('README.md', () => {
  const table = rows(read('README.md'), '## Configuration', '## On MariaDB and Redis');

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
});

describe('docs/integrating.md', () => {
  const text = read('docs/integrating.md');

  it('has a row for every error code, with its status, and none that does not exist', () => {
    const told = rows(text, '## Failures, and what to do', '## Idempotency-Key').map(([code, status]) => [
      codeOf(code),
      Number(status),
    ]);
    const answered = Object.entries<ErrorSpec>(ERRORS).map(([code, { status }]) => [code, status]);
    expect(told.toSorted()).toEqual(answered.toSorted());
  });
});

describe('docs/gateways.md', () => {
  const text = read('docs/gateways.md');

  it('signs its example as a gateway does', () => {
    const [secret = '', headers = '', body = ''] = codeBlocks(text, '## The signature');
    const header = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(headers)?.[1] ?? '';
    const at = new Date(Number(header('webhook-timestamp')) * 1000);
    const signature = new Webhook(secret, { format: 'raw' }).sign(header('webhook-id'), at, body);
    expect(header('webhook-signature')).toBe(signature);
  });
});

/** The contents of the plain code blocks after a heading. */
function codeBlocks(text: string, heading: string): string[] {
  const after = text.slice(text.indexOf(heading));
  return [...after.matchAll(/\n```\n([^]*?)\n```\n/g)].map(([, content]) => content ?? '');
}

describe('docs/operating.md', () => {
  const text = read('docs/operating.md');

  it('lists every metric of ours', async () => {
    const metrics = (await new Metrics().registry.getMetricsAsJSON())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('sandi_'));
    const listed = rows(text, '## Metrics', '## Logs').map(([name]) => codeOf(name));
    expect(listed.toSorted()).toEqual(metrics.toSorted());
  });

  it('explains every invariant of the books', () => {
    const listed = rows(text, '## The books', '## Accounts and credit').map(([name]) => codeOf(name));
    expect(listed.toSorted()).toEqual(INVARIANTS.map(({ name }) => name).toSorted());
  });
});
