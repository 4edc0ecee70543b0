import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slicesFrom } from './day-slices.js';

describe('slices of days', () => {
  const days = [
    { day: '2026-01-03', count: 2 },
    { day: '2026-01-02', count: 0 },
    { day: '2026-01-01', count: 3 },
  ];

  it('begin within the day that the offset falls on', () => {
    expect(slicesFrom(days, 1)).toEqual([
      { day: '2026-01-03', skip: 1 },
      { day: '2026-01-01', skip: 0 },
    ]);
    expect(slicesFrom(days, 4)).toEqual([{ day: '2026-01-01', skip: 2 }]);
  });

  it('are none beyond the end', () => expect(slicesFrom(days, 5)).toEqual([]));

  it('leave out nothing but the offset, and no day is empty', () => {
    const counts = fc.array(fc.nat(9), { maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.nat(60), (lengths, offset) => {
        const list = lengths.map((count, i) => ({ day: String(i), count }));
        const total = lengths.reduce((sum, count) => sum + count, 0);
        const slices = slicesFrom(list, offset);
        const left = slices.map(({ day, skip }) => (lengths[Number(day)] ?? 0) - skip);
        expect(left.every((count) => count > 0)).toBe(true);
        expect(left.reduce((sum, count) => sum + count, 0)).toBe(Math.max(0, total - offset));
      }),
    );
  });
});
