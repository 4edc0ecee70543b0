import { expect, it } from 'vitest';
import { lastPeriods, periodAt } from './periods.rules.js';

const NOW = new Date('2026-03-01T00:01:59.999Z');

it('the windows of a count are named so that they sort in their order', () => {
  expect(periodAt('minute', NOW)).toBe('2026-03-01T00:01');
  expect(periodAt('hour', NOW)).toBe('2026-03-01T00');
});

it('the last windows end with the present one, whatever day the first ones are of', () => {
  const minutes = lastPeriods('minute', 3, NOW).map((at) => periodAt('minute', at));
  expect(minutes).toEqual(['2026-02-28T23:59', '2026-03-01T00:00', '2026-03-01T00:01']);
  expect(lastPeriods('hour', 2, NOW).map((at) => at.toISOString())).toEqual([
    '2026-02-28T23:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ]);
});
