import { DEVICE_STATES } from '../../../src/gateway/device.entities.js';
import { COOLDOWN_LEVELS } from '../../../src/gateway/pool/cooldown.rules.js';
import { ALLOWANCES } from '../../../src/gateway/pool/device-limits.rules.js';
import { DEVICE_HEALTHS } from '../../../src/gateway/pool/local-device-health.rules.js';
import { ERRORS } from '../../../src/platform/errors/index.js';
import { everyMetric } from '../every-metric.js';
import { readQuery } from './promql.js';

interface Metric {
  name: string;
  type: string;
  labelNames: string[];
}

/** What Prometheus adds to each series. */
const OF_TARGET = ['job', 'instance'];

/** Every series that a scrape of the service has, with its labels; `up` is Prometheus' own. */
const SERIES = new Map([['up', []], ...metricsOfService().flatMap(seriesOf)]);

/** Labels whose values are known beforehand. */
const VALUES: Record<string, readonly string[]> = {
  'sandi_devices.state': DEVICE_STATES,
  'sandi_devices.health': DEVICE_HEALTHS,
  'sandi_devices.rest': COOLDOWN_LEVELS,
  'sandi_device_allowance_left.allowance': ALLOWANCES,
  'sandi_sends_total.outcome': ['accepted', 'recovered', ...Object.keys(ERRORS)],
  'sandi_callbacks_total.result': ['applied', 'ignored', 'waiting'],
  'sandi_callbacks_total.status': ['sent', 'delivered', 'failed'],
  'sandi_webhook_attempts_total.result': ['delivered', 'retried', 'failed'],
  'sandi_operator_notices_total.result': ['told', 'retried', 'given_up'],
  'sandi_gateway_request_duration_seconds_count.outcome': ['accepted', 'refused', 'unknown'],
};

/** What of an expression the service never tells: series, labels, and values of labels. */
export function unknownIn(expression: string): string[] {
  const { selectors, groupings } = readQuery(expression);
  const labels = labelsIn(selectors);
  const unknown = groupings.flat().filter((label) => !labels.includes(label));
  for (const { metric, matchers } of selectors) {
    if (!SERIES.has(metric)) unknown.push(metric);
    for (const { label, values } of matchers) {
      if (!labelsIn([{ metric }]).includes(label)) unknown.push(`${metric}{${label}}`);
      const known = VALUES[`${metric}.${label}`] ?? values;
      unknown.push(...values.filter((value) => !known.includes(value)));
    }
  }
  return unknown;
}

/** What a text may name of an expression's result: the labels it is grouped by, or else all that its series have. */
export function labelsOf(expression: string): string[] {
  const { selectors, groupings } = readQuery(expression);
  return groupings[0] ?? labelsIn(selectors);
}

/** The metrics of ours alone, without Node's. */
export function ownMetrics(): string[] {
  return metricsOfService()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('sandi_'));
}

function labelsIn(selectors: { metric: string }[]): string[] {
  return [...OF_TARGET, ...selectors.flatMap(({ metric }) => SERIES.get(metric) ?? [])];
}

/** prom-client does not tell its types of the labels. */
function metricsOfService(): Metric[] {
  return everyMetric().registry.getMetricsAsArray() as unknown as Metric[];
}

function seriesOf({ name, type, labelNames }: Metric): [string, string[]][] {
  if (type !== 'histogram') return [[name, labelNames]];
  return [
    [`${name}_bucket`, [...labelNames, 'le']],
    [`${name}_sum`, labelNames],
    [`${name}_count`, labelNames],
  ];
}
