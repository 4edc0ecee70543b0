import { describe, expect, inject, it } from 'vitest';
import { say } from './figures.js';
import { killAtRandom } from './random-kills.js';
import { SIZES } from './sizes.js';
import { runSeed, World } from './world.js';

const seed = runSeed();

describe.concurrent('kill -9 at random moments loses, doubles and forgets nothing', () => {
  it.each(SIZES.randomKills.map((kills, lane) => [kills, lane] as const))(
    '%i times, in service %i',
    { timeout: SIZES.timeoutMs },
    async (kills, lane) => {
      const world = await World.open(seed + lane);
      try {
        await killAtRandom(world, kills, SIZES.compareEvery);
        await world.conclude();
        say(`random kills, ${inject('engine')}`, seed + lane, world.kills, world.figures());
        expect(world.kills).toBe(kills);
      } finally {
        await world.close();
      }
    },
  );
});
