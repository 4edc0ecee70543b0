/** Buckets of delivery times, by their upper bounds in seconds. (Exact times would need a row for each message.) */
export const LATENCY_STEPS = [
  1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600, 1800, 3600, 21_600, 86_400,
] as const;
export const LONGER = 'longer';

export interface LatencyStep {
  /** Null: longer than the last step. */
  upTo: number | null;
  count: number;
}

/** All steps, empty ones too. */
export const latencySteps = (counts: ReadonlyMap<string, number>): LatencyStep[] =>
  [...LATENCY_STEPS, null].map((upTo) => ({ upTo, count: counts.get(String(upTo ?? LONGER)) ?? 0 }));

/**
 * The time within which a share of messages was delivered, interpolated within its step. The last step has no end: its
 * start counts. Null without deliveries.
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
