import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { locate } from '../../support/services/find-program.js';
import { anchorsOf } from '../tables.js';
import { readQuery } from './promql.js';
import { labelsOf, ownMetrics, unknownIn } from './series.js';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook: string };
}

interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: { uid: string };
  targets?: { expr: string; legendFormat: string; datasource: { uid: string } }[];
}

const { groups } = parse(read('deploy/prometheus/sandi.rules.yml')) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

const dashboard = JSON.parse(read('deploy/grafana/sandi.json')) as {
  uid: string;
  panels: Panel[];
  templating: { list: { name: string; type: string; definition?: string }[] };
};
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({
    title,
    legend: legendFormat,
    // What Grafana puts in their place before it asks.
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'sandi'),
  })),
);

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

const RULE_TESTS = 'deploy/prometheus/sandi.rules.test.yml';
const promtool = locate('promtool');

describe('deploy/prometheus', () => {
  it.each(rules)('$alert asks for what the service tells, in PromQL', ({ expr }) => {
    expect(unknownIn(expr)).toEqual([]);
  });

  it('alerts have names of their own, a severity and how long they wait', () => {
    expect(rules.map(({ alert }) => alert)).toEqual([...new Set(rules.map(({ alert }) => alert))]);
    for (const rule of rules) {
      expect(rule.alert).toMatch(/^Sandi[A-Z]/);
      expect(['critical', 'warning']).toContain(rule.labels.severity);
      expect(rule.for ?? '0m').toMatch(/^\d+m$/);
    }
  });

  it.each(rules)('$alert says what is wrong, with labels that it has', ({ expr, annotations }) => {
    const { summary, description } = annotations;
    expect(summary.length * description.length).toBeGreaterThan(0);
    const named = namesIn(summary + description, /\$labels\.(\w+)/g);
    expect(labelsOf(expr)).toEqual(expect.arrayContaining(named));
  });

  it('every alert has a runbook of its own in docs/monitoring.md, and none is left over', () => {
    const headings = anchorsOf(read('docs/monitoring.md')).filter((anchor) => anchor.startsWith('sandi'));
    const runbooks = rules.map(({ annotations }) => annotations.runbook);
    expect(runbooks.toSorted()).toEqual(headings.map((anchor) => `docs/monitoring.md#${anchor}`).toSorted());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`);
  });

  it('every alert is set off by a test of the rules', () => {
    const tests = read(RULE_TESTS);
    expect(rules.filter(({ alert }) => !tests.includes(`alertname="${alert}"`))).toEqual([]);
  });

  it.skipIf(!promtool)('Prometheus itself finds that those tests hold', () => {
    execFileSync(promtool ?? '', ['test', 'rules', fileURLToPath(new URL(RULE_TESTS, ROOT))]);
  });

  it('the example scrapes under the name that the rules look for, with a token, and reads them', () => {
    const text = read('deploy/prometheus/prometheus.example.yml');
    const example: unknown = parse(text);
    // `promtool check config` fails for a file that is not there.
    expect(text.match(/^[^#]*_file:/gm)).toBeNull();
    expect(example).toMatchObject({
      rule_files: ['sandi.rules.yml'],
      scrape_configs: [{ job_name: 'sandi', authorization: { type: 'Bearer' } }],
    });
    const jobs = rules.flatMap(({ expr }) => readQuery(expr).selectors.flatMap(({ matchers }) => matchers));
    const named = jobs.filter(({ label }) => label === 'job').flatMap(({ values }) => values);
    expect(new Set(named)).toEqual(new Set(['sandi']));
  });
});

describe('deploy/grafana', () => {
  it.each(queries)('$title asks for what the service tells, in PromQL', ({ expr, legend }) => {
    expect(unknownIn(expr)).toEqual([]);
    expect(labelsOf(expr)).toEqual(expect.arrayContaining(namesIn(legend, /\{\{(\w+)\}\}/g)));
  });

  it('shows every metric of ours', () => {
    const shown = queries.flatMap(({ expr }) => readQuery(expr).selectors.map(({ metric }) => metric));
    const isShown = (name: string) =>
      shown.some((metric) => metric.replace(/_(bucket|sum|count)$/, '') === name);
    expect(ownMetrics().filter((name) => !isShown(name))).toEqual([]);
  });

  it('asks the data source that is chosen when it is imported, and no panel another', () => {
    expect(dashboard.templating.list).toMatchObject([
      { name: 'datasource', type: 'datasource' },
      { name: 'job', definition: 'label_values(sandi_devices, job)' },
    ]);
    const asked = dashboard.panels
      .filter(({ type }) => type !== 'row')
      .flatMap(({ datasource, targets = [] }) => [datasource, ...targets.map((target) => target.datasource)]);
    expect(new Set(asked.map((source) => source?.uid))).toEqual(new Set(['${datasource}']));
  });

  it('numbers its panels once', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});
