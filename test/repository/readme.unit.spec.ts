import 'reflect-metadata';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { Config } from '../../src/config/index.js';
import { INVARIANTS } from '../../src/operations/books/invariants.rules.js';
import { ERRORS, type ErrorSpec } from '../../src/platform/errors/index.js';
import { everyMetric } from './every-metric.js';
import { codeOf, read, rows } from './tables.js';

describe('docs/errors.md', () => {
  const text = read('docs/errors.md');

  it('has a row for every error code, with its status, and none that does not exist', () => {
    const told = rows(text, '## Error codes').map(([code, status]) => [codeOf(code), Number(status)]);
    const answered = Object.entries<ErrorSpec>(ERRORS).map(([code, { status }]) => [code, status]);
    expect(told.toSorted()).toEqual(answered.toSorted());
  });
});

describe('docs/contract.md', () => {
  it('tells the failures of a send with the status and the words that are answered', () => {
    const told = rows(read('docs/contract.md'), '## The send', '## Money');
    expect(told.length).toBeGreaterThan(0);
    for (const [code, status, message = ''] of told) {
      const spec: ErrorSpec = ERRORS[codeOf(code) as keyof typeof ERRORS];
      const [beginning = '', more] = message.split(/ ?…/);
      expect(Number(status)).toBe(spec.status);
      expect(more === undefined ? spec.message : spec.message.slice(0, beginning.length)).toBe(beginning);
    }
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

describe('docs/monitoring.md', () => {
  it('lists every metric of ours', async () => {
    const metrics = (await everyMetric().registry.getMetricsAsJSON())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('sandi_'));
    const listed = rows(read('docs/monitoring.md'), '## Metrics', '## Logs').map(([name]) => codeOf(name));
    expect(listed.toSorted()).toEqual(metrics.toSorted());
  });
});

describe('docs/limits.md and docs/devices.md', () => {
  const plain = new Config();
  const limits = [
    ...rows(read('docs/limits.md'), '## Limits', '### How limits are counted', /^\| \w/),
    ...rows(read('docs/devices.md'), '## Device limits').map(([limit = '', variable = '', value = '']) => [
      limit,
      value,
      variable,
    ]),
  ].map(([limit = '', value = '', variables = '']) => ({
    limit,
    value,
    variables: [...variables.matchAll(/`(\w+)`/g)].map(([, name]) => name as keyof Config),
  }));

  it('tell the defaults of the variables', () => {
    expect(limits.filter(({ variables }) => variables.length > 0).length).toBeGreaterThan(20);
    for (const { limit, value, variables } of limits)
      for (const name of variables) {
        const numbers = value.match(/\d+/g)?.map(Number);
        expect(
          inItsUnits(name, Number(plain[name])).some((one) => numbers?.includes(one)),
          limit,
        ).toBe(true);
      }
  });
});

/** A default as a table may tell it: in KiB and MiB, in seconds and minutes. */
function inItsUnits(name: string, value: number): number[] {
  if (name.endsWith('_BYTES')) return [value / 1024, value / 1024 / 1024];
  if (name.endsWith('_MS')) return [value / 1000];
  return name.endsWith('_SECONDS') ? [value, value / 60] : [value];
}

describe('docs/production.md', () => {
  it('counts the connections of a process', () => {
    const [, extra] =
      /const BATCH_CONNECTIONS = (\d+);/.exec(read('src/platform/database/database.ts')) ?? [];
    expect(extra).toBe('5');
    expect(read('docs/production.md')).toContain('five more for the transactions that sends share');
    expect(read('docs/scaling.md')).toContain(`\`DATABASE_POOL_SIZE\` + ${extra} connections`);
  });
});

describe('docs/books.md', () => {
  it('explains every invariant', () => {
    const listed = rows(read('docs/books.md'), '## Invariants').map(([name]) => codeOf(name));
    expect(listed.toSorted()).toEqual(INVARIANTS.map(({ name }) => name).toSorted());
  });
});
