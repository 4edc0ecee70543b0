import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slicesFrom } from './day-slices.rules.js';

describe('slices of days', () => {
  const days = [
    { day: '2026-01-03', count: 2 },
    { day: '2026-01-02', count: 0 },
    { day: '2026-01-01', count: 3 },
  ];

  it('begin within the day that the offset falls on', () => {
    expect(slicesFrom(days, 1, 20)).toEqual([
      { days: ['2026-01-03'], skip: 1 },
      { days: ['2026-01-01'], skip: 0 },
    ]);
    expect(slicesFrom(days, 4, 20)).toEqual([{ days: ['2026-01-01'], skip: 2 }]);
  });

  it('take small days together, and a large one alone', () => {
    const counts = [1, 2, 2, 3, 30, 1].map((count, i) => ({ day: String(i), count }));
    const together = slicesFrom(counts, 0, 5).map((slice) => slice.days);
    expect(together).toEqual([['0'], ['1', '2'], ['3'], ['4'], ['5']]);
  });

  it('are none beyond the end', () => expect(slicesFrom(days, 5, 20)).toEqual([]));

  it('leave out nothing but the offset, and no day is empty', () => {
    const counts = fc.array(fc.nat(9), { maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.nat(60), fc.nat(20), (lengths, offset, limit) => {
        const list = lengths.map((count, i) => ({ day: String(i), count }));
        const total = lengths.reduce((sum, count) => sum + count, 0);
        const slices = slicesFrom(list, offset, limit);
        const read = slices.flatMap((slice) => slice.days.map((day) => lengths[Number(day)] ?? 0));
        expect(read.every((count) => count > 0)).toBe(true);
        const skipped = slices.reduce((sum, { skip }) => sum + skip, 0);
        expect(read.reduce((sum, count) => sum + count, 0) - skipped).toBe(Math.max(0, total - offset));
      }),
    );
  });
});
