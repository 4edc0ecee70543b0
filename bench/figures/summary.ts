import type { Cell, ServerName } from '../plan.js';
import { mean, median } from './percentile.js';
import { type Measure, type Sample, samplesOf } from './sample.js';

/** Medians and ratios of a run. NaN stands for what was not measured. */
export class Summary {
  constructor(private readonly samples: readonly Sample[]) {}

  /** The median over a server's slices under one load. */
  median(server: ServerName, cell: Cell, measure: Measure): number {
    return median(samplesOf(this.samples, server, cell).map((sample) => sample[measure]));
  }

  /** The median over the legs of one server's figure divided by another's. The slices of a leg run in succession. */
  ratio(server: ServerName, by: ServerName, cell: Cell, measure: Measure = 'perSecond'): number {
    const own = samplesOf(this.samples, server, cell);
    const others = samplesOf(this.samples, by, cell);
    return median(own.map((sample, i) => sample[measure] / (others[i]?.[measure] ?? NaN)));
  }

  /** The mean of a ratio over several closed loops with one gateway delay. */
  meanRatio(server: ServerName, by: ServerName, connections: readonly number[], delayMs: number): number {
    return mean(connections.map((count) => this.ratio(server, by, { connections: count, delayMs })));
  }
}
