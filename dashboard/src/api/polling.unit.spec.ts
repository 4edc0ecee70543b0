import { type Query, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
import { pollSteadily, pollUntil } from './polling';

const answer = (status: number) => ApiError.of({}, new Response(null, { status }));

let queryClient: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** Observes a query with these `answers` for `seconds`, as a page does. */
async function watch<Data>(
  interval: (query: Query<Data>) => number | false,
  answers: (second: number) => Data,
  seconds: number,
): Promise<number[]> {
  const start = Date.now();
  const now = () => (Date.now() - start) / 1000;
  const asked: number[] = [];
  const queryFn = () => {
    asked.push(now());
    return answers(now());
  };
  const query = queryClient
    .getQueryCache()
    .build<Data>(queryClient, { queryKey: [crypto.randomUUID()], queryFn });
  while (now() <= seconds) {
    await query.fetch().catch(() => undefined);
    const pauseMs = interval(query);
    if (pauseMs === false) break;
    vi.setSystemTime(Date.now() + pauseMs);
  }
  return asked;
}

const fails = (status: number) => () => {
  throw answer(status);
};

describe('what changes soon', () => {
  it('is looked at ever less often, and no more once it is done', async () => {
    const times = await watch(
      pollUntil<number>((second) => second > 20),
      (second) => second,
      300,
    );
    const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(pauses[0]).toBeLessThan(2);
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(times.at(-1)).toBeLessThan(40);
  });

  it('loads once where it is refused', async () => {
    expect(
      await watch(
        pollUntil<never>(() => false),
        fails(404),
        300,
      ),
    ).toEqual([0]);
  });
});

describe('what may change at any time', () => {
  it('is looked at every thirty seconds', async () => {
    expect(await watch(pollSteadily<number>(), (second) => second, 100)).toEqual([0, 30, 60, 90]);
  });

  it('is looked at after as long as it has failed, and at most five minutes', async () => {
    const times = await watch(pollSteadily<never>(), fails(503), 2000);
    expect(times.slice(0, 5)).toEqual([0, 30, 60, 120, 240]);
    expect((times.at(-1) ?? 0) - (times.at(-2) ?? 0)).toBe(300);
  });

  it('that nobody viewed for long loads again soon after a failure', async () => {
    const times = await watch(
      pollSteadily<number>(),
      (second) => {
        if (second === 60) throw answer(503);
        return second;
      },
      150,
    );
    expect(times).toEqual([0, 30, 60, 90, 120, 150]);
  });

  it('loads once where it is refused, but again after a rate limit', async () => {
    expect(await watch(pollSteadily<never>(), fails(403), 100)).toEqual([0]);
    expect(await watch(pollSteadily<never>(), fails(429), 70)).toEqual([0, 30, 60]);
  });
});
