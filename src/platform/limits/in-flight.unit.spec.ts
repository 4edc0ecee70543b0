import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../errors/index.js';
import { InFlight } from './in-flight.js';

const ONE = { max: 1, rests: true };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a slot that nobody else wanted is free at once', () => {
  const inFlight = new InFlight();
  const release = inFlight.take('messages:1', ONE);
  vi.advanceTimersByTime(100);
  release();
  inFlight.take('messages:1', ONE);
});

it.each([
  [20, 60],
  // A rest has a maximum.
  [1_500, 1_000],
])('a slot that was wanted for %i ms rests for %i ms, for its account alone', (usedMs, restMs) => {
  const inFlight = new InFlight();
  const take = () => inFlight.take('messages:1', ONE);
  const release = take();
  expect(take).toThrow(AppError);
  vi.advanceTimersByTime(usedMs);
  release();
  release();
  vi.advanceTimersByTime(restMs - 1);
  expect(take).toThrow(AppError);
  inFlight.take('messages:2', ONE);
  vi.advanceTimersByTime(1);
  take();
  expect(take).toThrow(AppError);
});

it('slots of downloads do not rest', () => {
  const inFlight = new InFlight();
  const take = () => inFlight.take('export:1', { max: 2 });
  const releases = [take(), take()];
  expect(take).toThrow(AppError);
  for (const release of releases) release();
  take();
  take();
});
