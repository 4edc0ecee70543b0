const ROUND = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** The maximum of a scale: a round number at or above the highest value, whose half is an integer. */
export function scaleTop(heights: readonly number[]): number {
  const highest = Math.max(2, ...heights);
  const power = 10 ** Math.floor(Math.log10(highest));
  const tops = ROUND.map((factor) => Math.round(factor * power));
  return tops.find((top) => top >= highest && top % 2 === 0) ?? 10 * power;
}
