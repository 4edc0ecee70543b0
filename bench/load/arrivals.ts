import { seededRandom } from '../../simulator/random.js';

/** When sends are due over `durationMs`, in ms from the beginning: a Poisson process, the same for the same seed. */
export function arrivals(perSecond: number, durationMs: number, seed: number): number[] {
  const random = seededRandom(seed);
  const due: number[] = [];
  let atMs = 0;
  for (;;) {
    atMs -= (Math.log(1 - random()) * 1000) / perSecond;
    if (atMs >= durationMs) return due;
    due.push(atMs);
  }
}
