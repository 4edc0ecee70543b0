import { median } from './percentile.js';

/** A greater ratio cannot be explained by the cycles of the garbage collector. */
const FLAT = 1.1;

/** The growth of memory after its warm-up: the last quarter of the readings divided by the second quarter. */
export function growthOf(readings: readonly number[]): { ratio: number; isFlat: boolean } {
  const quarter = Math.floor(readings.length / 4);
  const ratio = median(readings.slice(-quarter || -1)) / median(readings.slice(quarter, 2 * quarter || 1));
  return { ratio, isFlat: ratio <= FLAT };
}
