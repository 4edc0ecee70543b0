import { expect, it } from 'vitest';
import { scaleTop } from '../../components/chart/scale.rules';
import { weekdaysBetween } from './weekdays.rules';

it('the days of a week are as many as the calendar has them', () => {
  expect([...weekdaysBetween('2026-11-17', '2026-11-23')].sort()).toEqual(
    [23, 17, 18, 19, 20, 21, 22].map((date, index) => [index + 1, [`2026-11-${date}`]]),
  );
  // A Sunday to a Monday.
  expect([...weekdaysBetween('2026-11-22', '2026-11-30')]).toEqual([
    [7, ['2026-11-22', '2026-11-29']],
    [1, ['2026-11-23', '2026-11-30']],
    [2, ['2026-11-24']],
    [3, ['2026-11-25']],
    [4, ['2026-11-26']],
    [5, ['2026-11-27']],
    [6, ['2026-11-28']],
  ]);
});

it('a scale ends with a round number that can be halved', () => {
  expect([[], [1], [3], [17], [99], [101], [1500]].map(scaleTop)).toEqual([2, 2, 4, 20, 100, 120, 1600]);
});
