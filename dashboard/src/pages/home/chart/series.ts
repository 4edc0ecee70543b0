import type { StatsDay } from '../api';

/** From the ground up. */
export const SERIES = ['delivered', 'sent', 'failed'] as const;

export const totalOf = (day: StatsDay) => SERIES.reduce((sum, series) => sum + day[series], 0);

const ROUND = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** The top of the scale: a round number at or above the highest bar, whose half is a whole number. */
export function scaleTop(days: readonly StatsDay[]): number {
  const highest = Math.max(2, ...days.map(totalOf));
  const power = 10 ** Math.floor(Math.log10(highest));
  const tops = ROUND.map((factor) => Math.round(factor * power));
  return tops.find((top) => top >= highest && top % 2 === 0) ?? 10 * power;
}
