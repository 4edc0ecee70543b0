import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS, FILES } from './citations.js';
import { everyMetric } from './every-metric.js';
import { read } from './tables.js';

const CODE = FILES.filter((file) => /^src\/.*(?<!\.spec)\.ts$/.test(file))
  .map(read)
  .join('\n');
const METRICS = new Set(
  everyMetric()
    .registry.getMetricsAsArray()
    .map(({ name }) => name),
);
/** Prefixes of keys, a cookie and a database user. */
const OTHER_NAMES = new Set(['sandi_live_', 'sandi_test_', 'sandi_session', 'sandi_migrate']);
/** The files that tell operators which line to look for. */
const QUOTING = [
  ...['monitoring', 'books', 'fraud'].map((page) => `docs/${page}.md`),
  'src/operations/alerts/operator/alert-mail.rules.ts',
  ...['id', 'en'].map((language) => `dashboard/src/i18n/messages/admin-log.${language}.ts`),
];

describe('operators', () => {
  it.each(QUOTING)('find every log line that %s quotes', (file) => {
    const quoted = [...read(file).matchAll(/[`“]([a-z]+(?: [a-z]+)+)[`”]/g)].map(([, line = '']) => line);
    const lines = quoted.filter((line) => !/^(?:np[mx]|sandi) /.test(line));
    expect(lines).not.toEqual([]);
    expect(lines.filter((line) => !isLogged(line))).toEqual([]);
  });

  it('find every metric that a page names', () => {
    const named = DOCUMENTS.flatMap((file) => read(file).match(/\bsandi_[a-z_]+/g) ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !METRICS.has(name) && !OTHER_NAMES.has(name))).toEqual([]);
  });
});

/** A text of the code begins or ends with the line, or it is the failure of a job of `Sweepers`. */
function isLogged(line: string): boolean {
  const job = /^(.+) failed$/.exec(line)?.[1];
  return (
    [`'${line}`, `${line}'`, `\`${line}`].some((text) => CODE.includes(text)) ||
    (job !== undefined && new RegExp(`\\.every\\(\\s*'${job}'`).test(CODE))
  );
}
