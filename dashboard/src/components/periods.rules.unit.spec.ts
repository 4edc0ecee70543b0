import { describe, expect, it } from 'vitest';
import { dayIn, daysOf, periodOf, PERIODS } from './periods.rules';

describe('a period', () => {
  it.each([
    ['today', { from: '2026-03-01' }],
    ['yesterday', { from: '2026-02-28', to: '2026-02-28' }],
    ['last7', { from: '2026-02-23' }],
    ['last30', { from: '2026-01-31' }],
    ['thisMonth', { from: '2026-03-01' }],
  ] as const)('%s is these days', (period, days) => expect(daysOf(period, '2026-03-01')).toEqual(days));

  it('is known by its days, but for the first one that has them', () => {
    for (const period of PERIODS) expect(periodOf(daysOf(period, '2026-03-15'), '2026-03-15')).toBe(period);
    expect(periodOf(daysOf('thisMonth', '2026-03-01'), '2026-03-01')).toBe('today');
    expect(periodOf({ from: '2026-03-02', to: '2026-03-03' }, '2026-03-15')).toBeUndefined();
    expect(periodOf({}, '2026-03-15')).toBeUndefined();
  });

  it('begins with the day of the zone', () => {
    const at = new Date('2026-03-01T18:30:00Z');
    expect(dayIn('Asia/Jakarta', at)).toBe('2026-03-02');
    expect(dayIn('UTC', at)).toBe('2026-03-01');
  });
});
