/** Prometheus' texts of several processes as one: each metric is introduced once, with the samples of all. */
export function mergeExpositions(texts: readonly string[]): string {
  const samplesByHead = new Map<string, string[]>();
  for (const text of texts) {
    for (const metric of text.split('\n\n').filter((block) => block.trim() !== '')) {
      const [help, type, ...samples] = metric.trimEnd().split('\n');
      const head = `${help}\n${type}`;
      samplesByHead.set(head, [...(samplesByHead.get(head) ?? []), ...samples]);
    }
  }
  const metrics = [...samplesByHead].map(([head, samples]) => [head, ...samples].join('\n'));
  return `${metrics.join('\n\n')}\n`;
}
