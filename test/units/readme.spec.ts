import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { INVARIANTS } from '../../src/books/invariants.js';
import { ERRORS, type ErrorSpec } from '../../src/common/errors/index.js';
import { Metrics } from '../../src/common/observability/index.js';
import { codeOf, read, rows } from './tables.js';

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
