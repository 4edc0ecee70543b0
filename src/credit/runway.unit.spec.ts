import { describe, expect, it } from 'vitest';
import { runwayOf } from './runway.js';

const DAYS = [
  '2026-01-01',
  '2026-01-02',
  '2026-01-03',
  '2026-01-04',
  '2026-01-05',
  '2026-01-06',
  '2026-01-07',
];

describe('how long a balance lasts', () => {
  it('is the balance by the mean of seven days', () => {
    expect(runwayOf(5_500, DAYS, { credits: 4_200, first: '2025-06-01' })).toEqual({
      days: 7,
      credits: 4_200,
      lastsDays: 9,
    });
  });

  it('leaves out the days before the first message', () => {
    expect(runwayOf(1_000, DAYS, { credits: 800, first: '2026-01-06' })).toEqual({
      days: 2,
      credits: 800,
      lastsDays: 2,
    });
  });

  it('is not concluded from one day, from today alone, or from nothing', () => {
    for (const first of ['2026-01-07', '2026-01-08', null])
      expect(runwayOf(1_000, DAYS, { credits: 800, first })).toBeNull();
  });

  it('has no end where nothing was spent, and is over where there is nothing', () => {
    expect(runwayOf(1_000, DAYS, { credits: 0, first: '2025-01-01' })?.lastsDays).toBeNull();
    expect(runwayOf(0, DAYS, { credits: 200, first: '2025-01-01' })?.lastsDays).toBe(0);
  });
});
