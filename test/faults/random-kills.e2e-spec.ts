import { expect, inject, it, onTestFinished } from 'vitest';
import { say } from './figures.js';
import { killAtRandom } from './random-kills.js';
import { runSeed, World } from './world.js';

const KILLS = 8;

it('kill -9 at random moments loses, doubles and forgets nothing', { timeout: 240_000 }, async () => {
  const seed = runSeed();
  const world = await World.open(seed);
  onTestFinished(() => world.close(), 30_000);
  await killAtRandom(world, KILLS, 2);
  await world.conclude();
  say(`random kills, ${inject('engine')}`, seed, world.kills, world.figures());
  expect(world.kills).toBe(KILLS);
});
