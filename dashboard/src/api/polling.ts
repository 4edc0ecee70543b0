import type { QueryState } from '@tanstack/react-query';

const GROWTH = 1.4;
const FIRST_MS = 1_000;
const SLOWEST_MS = 15_000;
const STEADY_MS = 30_000;
const STEADY_SLOWEST_MS = 300_000;

interface Polled<Data> {
  state: Pick<
    QueryState<Data>,
    'data' | 'status' | 'dataUpdateCount' | 'errorUpdateCount' | 'dataUpdatedAt' | 'errorUpdatedAt'
  >;
}

/**
 * A `refetchInterval` for what changes soon, then settles: quick at first, slower with every look, over when `isDone`.
 * TanStack Query looks only while the page is seen and online.
 */
export function pollUntil<Data>(isDone: (data: Data) => boolean) {
  return ({ state }: Polled<Data>): number | false => {
    if (state.data !== undefined && isDone(state.data)) return false;
    return Math.min(SLOWEST_MS, FIRST_MS * GROWTH ** (state.dataUpdateCount + state.errorUpdateCount));
  };
}

/** A `refetchInterval` for what may change at any time. While it fails it waits as long as it has been failing. */
export function pollSteadily<Data>(everyMs = STEADY_MS) {
  return ({ state }: Polled<Data>): number => {
    if (state.status !== 'error') return everyMs;
    return Math.min(STEADY_SLOWEST_MS, Math.max(everyMs, state.errorUpdatedAt - state.dataUpdatedAt));
  };
}
