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
 * A `refetchInterval` for data that changes soon and then stays. Polls quickly at first, then slower; stops when
 * `isDone`, or when the API rejects the request. TanStack Query polls only while the page is visible and online.
 */
export function pollUntil<Data>(isDone: (data: Data) => boolean) {
  return ({ state }: Polled<Data>): number | false => {
    if (isRefused(state.error) || (state.data !== undefined && isDone(state.data))) return false;
    return Math.min(SLOWEST_MS, FIRST_MS * GROWTH ** (state.dataUpdateCount + state.errorUpdateCount));
  };
}

/** When each failing query started to fail. */
const failing = new WeakMap<object, number>();

/**
 * A `refetchInterval` for data that may change at any time. While a query fails, the pauses grow: each is as long as
 * the time since the first failure.
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

/** Whether the API rejected the request, so that a retry would get the same response. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && !error.isTransient && error.status !== TOO_MANY;

/** Options for the query of a list page: keeps the previous page until the next one is loaded. */
export const pagedList = { placeholderData: keepPreviousData, refetchInterval: pollSteadily() };
