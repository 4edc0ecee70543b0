import { keepPreviousData, type QueryState } from '@tanstack/react-query';
import { ApiError } from './api-error';

const GROWTH = 1.4;
const FIRST_MS = 1_000;
const SLOWEST_MS = 15_000;
const STEADY_MS = 30_000;
const STEADY_SLOWEST_MS = 300_000;

interface Polled<Data> {
  state: Pick<
    QueryState<Data>,
    'data' | 'error' | 'status' | 'dataUpdateCount' | 'errorUpdateCount' | 'errorUpdatedAt'
  >;
}

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

/** Queries that fail, since when. */
const failing = new WeakMap<object, number>();

/**
 * A `refetchInterval` for what may change at any time, until it is refused. While it fails it waits as long as it has
 * been failing.
 */
export function pollSteadily<Data>(everyMs = STEADY_MS) {
  return (query: Polled<Data>): number | false => {
    const { state } = query;
    if (isRefused(state.error)) return false;
    if (state.status === 'success') failing.delete(query);
    if (state.status !== 'error') return everyMs;
    const since = failing.get(query) ?? state.errorUpdatedAt;
    failing.set(query, since);
    return Math.min(STEADY_SLOWEST_MS, Math.max(everyMs, state.errorUpdatedAt - since));
  };
}

const TOO_MANY = 429;

/** Asking again would get the same answer. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && !error.isTransient && error.status !== TOO_MANY;

/** Beside the query of one page of a list: the page before stays until the next is there. */
export const pagedList = { placeholderData: keepPreviousData, refetchInterval: pollSteadily() };
