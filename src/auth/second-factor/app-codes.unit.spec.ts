import { describe, expect, it } from 'vitest';
import { codePauseSeconds, FREE_MISSES, MISSES_MAX } from './app-codes.js';

const misses = Array.from({ length: MISSES_MAX }, (_, i) => i + 1);

describe('the pause after wrong codes', () => {
  it('is none at first, then half a minute, and never gets shorter', () => {
    const pauses = misses.map((count) => codePauseSeconds(count, FREE_MISSES));
    expect(pauses.slice(0, 8)).toEqual([0, 0, 0, 0, 30, 60, 120, 240]);
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(pauses.at(-1)).toBe(3600);
  });

  it('makes a hundred guesses take days', () => {
    const seconds = misses.reduce((sum, count) => sum + codePauseSeconds(count, FREE_MISSES), 0);
    expect(seconds).toBeGreaterThan(3 * 86_400);
  });
});
