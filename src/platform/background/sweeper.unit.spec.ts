import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Sweeper } from './sweeper.js';

const SILENT = pino({ level: 'silent' });

let rounds: number;
let work: () => Promise<void>;
let sweeper: Sweeper;

beforeEach(() => {
  vi.useFakeTimers();
  rounds = 0;
  work = () => Promise.resolve();
  sweeper = new Sweeper('test', 30, () => (rounds++, work()), SILENT, 1);
});
afterEach(async () => {
  await sweeper.stop();
  vi.useRealTimers();
});

it('works once a pause, and once more at the requested moment', async () => {
  sweeper.start(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(rounds).toBe(1);
  sweeper.within(5000);
  sweeper.within(200);
  sweeper.within(9000);
  await vi.advanceTimersByTimeAsync(199);
  expect(rounds).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(2);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(rounds).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(3);
});

it('runs again for a request during a round', async () => {
  let end = () => {};
  work = () => new Promise((resolve) => (end = resolve));
  sweeper.start(0);
  await vi.advanceTimersByTimeAsync(0);
  sweeper.within(200);
  await vi.advanceTimersByTimeAsync(5000);
  expect(rounds).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(rounds).toBe(2);
  end();
});

it('runs no round beside one that was asked for', async () => {
  const ends: (() => void)[] = [];
  work = () => new Promise((resolve) => ends.push(resolve));
  sweeper.start(1);
  const asked = sweeper.runOnce();
  await vi.advanceTimersByTimeAsync(1000);
  expect(rounds).toBe(1);
  ends.shift()?.();
  await asked;
  await vi.advanceTimersByTimeAsync(0);
  expect(rounds).toBe(2);
  ends.shift()?.();
});

it('tries again soon after a round that failed', async () => {
  work = () => Promise.reject(new Error('no database'));
  sweeper.start(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(rounds).toBe(2);
});

it('begins no round before its start, and none after its stop', async () => {
  sweeper.within(0);
  await vi.advanceTimersByTimeAsync(60_000);
  sweeper.start(1);
  await sweeper.stop();
  sweeper.within(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toBe(0);
});
