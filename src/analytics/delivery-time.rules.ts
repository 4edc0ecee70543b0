/**
 * How long deliveries took, in steps: exact times would have to be kept one by one. Each step is told by the seconds that
 * it goes up to; what takes longer than the last has none.
 */
const LATENCY_STEPS = [
  1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600, 1800, 3600, 21_600, 86_400,
] as const;
const LONGER = 'longer';

/** The step that a time belongs to, as it is written down. */
export const latencyOf = (seconds: number) => String(LATENCY_STEPS.find((upTo) => seconds <= upTo) ?? LONGER);

export interface LatencyStep {
  /** Null: longer than the last step. */
  upTo: number | null;
  count: number;
}

/** All steps, those without any too. */
export const latencySteps = (counts: ReadonlyMap<string, number>): LatencyStep[] =>
  [...LATENCY_STEPS, null].map((upTo) => ({ upTo, count: counts.get(String(upTo ?? LONGER)) ?? 0 }));

/**
 * The time within which a share of deliveries was made, as if those of a step were spread evenly over it; in the step
 * without an end, where that begins. Null of none.
 */
export function quantile(steps: readonly LatencyStep[], share: number): number | null {
  const all = steps.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const rank = share * all;
  let below = 0;
  let from = 0;
  for (const { upTo, count } of steps) {
    if (count > 0 && below + count >= rank)
      return upTo === null ? from : from + ((upTo - from) * (rank - below)) / count;
    below += count;
    from = upTo ?? from;
  }
  return from;
}
