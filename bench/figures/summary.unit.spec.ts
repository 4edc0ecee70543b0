import { describe, expect, it } from 'vitest';
import type { ServerName } from '../plan.js';
import { type Sample, sampleOf } from './sample.js';
import { Summary } from './summary.js';

const cell = (connections: number | null, delayMs = 0) => ({ connections, delayMs });

function sample(server: ServerName, leg: number, perSecond: number, connections = 16): Sample {
  return {
    server,
    leg,
    cell: cell(connections),
    perSecond,
    p50Ms: 1,
    p99Ms: 2,
    serviceCpu: 1,
    databaseCpu: 1,
    toolsCpu: 1,
  };
}

describe('a sample', () => {
  const window = {
    ms: 500,
    accepted: 100,
    p50Ms: 153,
    p99Ms: 160,
    cpuSeconds: { service: 0.2, database: 0.1, tools: 0.1 },
  };
  const result = { statuses: { '200': 130 }, window, lateP50Ms: 0 };

  it('counts what was answered in its window, and CPU by a thousand of them', () => {
    const step = { cell: cell(16, 150), leg: 0, server: 'sandi' } as const;
    expect(sampleOf(step, result)).toMatchObject({
      perSecond: 200,
      serviceCpu: 2,
      databaseCpu: 1,
      toolsCpu: 1,
      p50Ms: 153,
    });
  });

  it('of an open load has only the latency that the service added', () => {
    const step = { cell: cell(null, 150), leg: 0, server: 'sandi' } as const;
    expect(sampleOf(step, result)).toMatchObject({ p50Ms: 3, p99Ms: 10 });
  });
});

describe('a summary', () => {
  // The machine halves its speed after the first leg, but Sandi is three times as fast within each leg.
  const summary = new Summary([
    sample('single', 0, 200),
    sample('sandi', 0, 600),
    sample('sandi', 1, 300),
    sample('single', 1, 100),
    sample('single', 2, 100),
    sample('sandi', 2, 310),
    sample('single', 0, 50, 64),
    sample('sandi', 0, 250, 64),
  ]);

  it('has the median of a server, and a ratio that does not mind the weather', () => {
    expect(summary.median('sandi', cell(16), 'perSecond')).toBe(310);
    expect(summary.ratio('sandi', 'single', cell(16))).toBe(3);
  });

  it('means over loads', () => {
    expect(summary.meanRatio('sandi', 'single', [16, 64], 0)).toBe(4);
  });

  it('says of what was not measured that it is no number', () => {
    expect(summary.median('group', cell(16), 'perSecond')).toBeNaN();
    expect(summary.ratio('sandi', 'group', cell(16))).toBeNaN();
    expect(summary.meanRatio('sandi', 'single', [16, 256], 0)).toBeNaN();
  });
});
