import { describe, expect, it } from 'vitest';
import { arrivals } from './arrivals.js';

describe('arrivals', () => {
  it('come as often as they should, in order, within their time', () => {
    const due = arrivals(200, 60_000, 7);
    expect(due.length).toBeGreaterThan(11_500);
    expect(due.length).toBeLessThan(12_500);
    expect(due).toEqual(due.toSorted((a, b) => a - b));
    expect(due.at(-1)).toBeLessThan(60_000);
  });

  it('are the same for the same seed, and others for another', () => {
    expect(arrivals(200, 1000, 1)).toEqual(arrivals(200, 1000, 1));
    expect(arrivals(200, 1000, 1)).not.toEqual(arrivals(200, 1000, 2));
  });
});
