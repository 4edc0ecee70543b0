import { keepPreviousData, type Query, type QueryState } from '@tanstack/react-query';
import { ApiError } from './api-error';

const GROWTH = 1.4;
const FIRST_MS = 1_000;
const SLOWEST_MS = 15_000;
const STEADY_MS = 30_000;
const STEADY_SLOWEST_MS = 300_000;

type Polled<Data> = Pick<Query<Data>, 'queryHash'> & {
  state: Pick<
    QueryState<Data>,
    'data' | 'error' | 'status' | 'dataUpdateCount' | 'errorUpdateCount' | 'errorUpdatedAt'
  >;
};

/**
 * A `refetchInterval` for what changes soon, then settles: quick at first, slower with every look, over when `isDone` or
 * refused. TanStack Query looks only while the page is seen and online.
 */
export function pollUntil<Data>(isDone: (data: Data) => boolean) {
  return ({ state }: Polled<Data>): number | false => {
    if (isRefused(state.error) || (state.data !== undefined && isDone(state.data))) return false;
    return Math.min(SLOWEST_MS, FIRST_MS * GROWTH ** (state.dataUpdateCount + state.errorUpdateCount));
  };
}

/**
 * A `refetchInterval` for what may change at any time, until it is refused. While it fails it waits as long as it has
 * been failing.
 */
export function pollSteadily<Data>(everyMs = STEADY_MS) {
  /** By query: since when. */
  const failing = new Map<string, number>();
  return ({ queryHash, state }: Polled<Data>): number | false => {
    if (isRefused(state.error)) return false;
    if (state.status === 'success') failing.delete(queryHash);
    if (state.status !== 'error') return everyMs;
    const since = failing.get(queryHash) ?? state.errorUpdatedAt;
    failing.set(queryHash, since);
    return Math.min(STEADY_SLOWEST_MS, Math.max(everyMs, state.errorUpdatedAt - since));
  };
}

const TOO_MANY = 429;

/** Asking again would get the same answer. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && !error.isPassing && error.status !== TOO_MANY;

/** Beside the query of one page of a list: the page before stays until the next is there. */
export const pagedList = { placeholderData: keepPreviousData, refetchInterval: pollSteadily() };
