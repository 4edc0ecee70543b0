import { median } from './percentile.js';

/** Beyond what a collector's rhythm explains. */
const FLAT = 1.1;

/** How a memory that settles by itself went on: the last quarter of the readings by the second. */
export function growthOf(readings: readonly number[]): { ratio: number; isFlat: boolean } {
  const quarter = Math.floor(readings.length / 4);
  const ratio = median(readings.slice(-quarter || -1)) / median(readings.slice(quarter, 2 * quarter || 1));
  return { ratio, isFlat: ratio <= FLAT };
}
