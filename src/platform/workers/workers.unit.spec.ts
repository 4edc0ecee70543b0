import { Counter, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { mergeExpositions } from './workers.js';

function registryOf(worker: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ worker });
  const registers = [registry];
  new Counter({ name: 'sends_total', help: 'Sends\n\nof all', labelNames: ['outcome'], registers }).inc(
    { outcome: 'accepted' },
    Number(worker),
  );
  new Histogram({ name: 'seconds', help: 'Time', buckets: [1], registers }).observe(0.5);
  return registry;
}

it('introduces a metric once, and keeps the samples of every process', async () => {
  const texts = await Promise.all([registryOf('1').metrics(), registryOf('2').metrics()]);
  const lines = mergeExpositions(texts).split('\n');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '# HELP sends_total Sends\\n\\nof all',
    '# TYPE sends_total counter',
    '# HELP seconds Time',
    '# TYPE seconds histogram',
  ]);
  const samples = (text: string) => text.split('\n').filter((line) => /^\w/.test(line));
  expect(samples(lines.join('\n')).toSorted()).toEqual(texts.flatMap(samples).toSorted());
  expect(lines).toContain('sends_total{outcome="accepted",worker="2"} 2');
});

it('passes by a process that told nothing', async () => {
  const text = await registryOf('1').metrics();
  expect(mergeExpositions([text, ''])).toBe(text);
});
