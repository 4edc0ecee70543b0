import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Sweepers } from './sweepers.js';

let sweepers: Sweepers;
beforeEach(() => {
  vi.useFakeTimers();
  sweepers = new Sweepers(pino({ level: 'silent' }));
});
afterEach(async () => {
  await sweepers.onModuleDestroy();
  vi.useRealTimers();
});

it('begins with the service, each in its own time', async () => {
  const rounds = { slow: 0, quick: 0 };
  sweepers.every('slow', 30, () => Promise.resolve(rounds.slow++));
  sweepers.every('quick', 30, () => Promise.resolve(rounds.quick++), { firstSeconds: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toEqual({ slow: 0, quick: 0 });
  sweepers.onApplicationBootstrap();
  await vi.advanceTimersByTimeAsync(1000);
  expect(rounds).toEqual({ slow: 0, quick: 1 });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(rounds).toEqual({ slow: 1, quick: 1 });
});

it('tells the rounds under way of the stop, and waits for them', async () => {
  const ended: string[] = [];
  sweepers.every('long', 1, async (stopping) => {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve));
    await Promise.resolve(ended.push('long'));
  });
  sweepers.onApplicationBootstrap();
  await vi.advanceTimersByTimeAsync(1000);
  await sweepers.onModuleDestroy();
  expect(ended).toEqual(['long']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toEqual(['long']);
});

it('purges once a minute, and soon again what one round has left', async () => {
  let left = 20_600;
  const takenAtSeconds: Record<number, number> = {};
  const begunMs = Date.now();
  sweepers.purge('rows', (limit) => {
    const taken = Math.min(limit, left);
    left -= taken;
    const second = Math.round((Date.now() - begunMs) / 1000);
    takenAtSeconds[second] = (takenAtSeconds[second] ?? 0) + taken;
    return Promise.resolve(taken);
  });
  sweepers.onApplicationBootstrap();
  await vi.advanceTimersByTimeAsync(125_000);
  expect(takenAtSeconds).toEqual({ 60: 20_000, 65: 600, 125: 0 });
});

it('runs a round by name, and throws its error', async () => {
  sweepers.every('broken', 30, () => Promise.reject(new Error('no database')));
  await expect(sweepers.runOnce('broken')).rejects.toThrow('no database');
  await expect(sweepers.runOnce('other')).rejects.toThrow('nothing is called other');
});
