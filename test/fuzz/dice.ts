import { seededRandom } from '../../simulator/random.js';

/** Draws of one request: the same seed and number draw the same again, whatever other requests did. */
export class Dice {
  private readonly random: () => number;

  constructor(seed: number, request: number) {
    this.random = seededRandom((Math.imul(seed, 0x9e3779b1) ^ Math.imul(request + 1, 0x85ebca6b)) >>> 0);
    // Neighbouring seeds begin alike.
    for (let turn = 0; turn < 8; turn++) this.random();
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  one<T>(choices: readonly [T, ...T[]] | readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}
