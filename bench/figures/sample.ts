import type { SliceResult } from '../load/slice.js';
import { type Cell, cellName, type ServerName, type Step } from '../plan.js';

/** The figures of one slice. */
export interface Sample extends Step {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU seconds for a thousand sends. */
  serviceCpu: number;
  databaseCpu: number;
  /** CPU seconds of the gateway and the load generator, which the measured processes cannot use. */
  toolsCpu: number;
}

export type Measure = 'perSecond' | 'p50Ms' | 'p99Ms' | 'serviceCpu' | 'databaseCpu' | 'toolsCpu';

/** Makes a sample of a slice. Under an open load, the gateway's delay is subtracted from the latency. */
export function sampleOf(step: Step, { window }: SliceResult): Sample {
  const { accepted, cpuSeconds, ms } = window;
  const { connections, delayMs } = step.cell;
  const ownMs = connections === null ? delayMs : 0;
  const thousands = accepted > 0 ? accepted / 1000 : NaN;
  const perThousand = (group: string) => (cpuSeconds[group] ?? NaN) / thousands;
  return {
    ...step,
    perSecond: (1000 * accepted) / ms,
    p50Ms: (window.p50Ms ?? NaN) - ownMs,
    p99Ms: (window.p99Ms ?? NaN) - ownMs,
    serviceCpu: perThousand('service'),
    databaseCpu: perThousand('database'),
    toolsCpu: perThousand('tools'),
  };
}

const isSame = (a: Cell, b: Cell) => cellName(a) === cellName(b);

/** The samples of one server under one load, leg by leg. */
export function samplesOf(samples: readonly Sample[], server: ServerName, cell: Cell): Sample[] {
  return samples
    .filter((sample) => sample.server === server && isSame(sample.cell, cell))
    .sort((a, b) => a.leg - b.leg);
}
