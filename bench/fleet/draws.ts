import { type Random, seededRandom } from '../../simulator/random.js';

/** Random numbers for one purpose. Each purpose has its own stream, so that strategies do not change other draws. */
export class Draws {
  private readonly random: Random;

  constructor(seed: number, purpose: string) {
    this.random = seededRandom(hashOf(`${seed}:${purpose}`));
  }

  /** In [0, 1). */
  share(): number {
    return this.random();
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  /** A whole number from 0 up to `count`, exclusive. */
  index(count: number): number {
    return Math.floor(this.random() * count);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.index(items.length)] as T;
  }

  /** The time until an event that happens every `mean` on average (exponential distribution). */
  wait(mean: number): number {
    return -mean * Math.log(1 - this.random());
  }

  /** Half of the draws lie below `median`, two thirds within a factor of e^`spread`. */
  around(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
    return median * Math.exp(spread * normal);
  }
}

/** FNV-1a, then mixed: neighbouring seeds must not give neighbouring streams. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
