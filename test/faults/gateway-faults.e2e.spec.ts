import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { disturb, gatewayTraffic } from './disturb.js';
import { say } from './figures.js';
import { PROXY_MODES } from './proxy.js';
import { SIZES } from './sizes.js';
import { runSeed, World } from './world.js';

const REQUESTS = SIZES.requests.gateway;
const TIMEOUT = SIZES.timeoutMs;

const seed = runSeed();
let world: World;
beforeAll(async () => {
  world = await World.open(seed, 'gateway');
});
afterAll(async () => {
  await world?.close();
});

describe('a faulty connection to the gateway loses, doubles and forgets nothing', () => {
  it.each(PROXY_MODES)('%s', { timeout: TIMEOUT }, async (mode) => {
    await disturb(world, mode, gatewayTraffic(world.random), REQUESTS);
  });

  it.each(['error-after', 'duplicates'] as const)(
    '%s, by the gateway itself',
    { timeout: TIMEOUT },
    async (scene) => {
      world.play(scene);
      await world.flow(REQUESTS);
      world.play('mixed');
      await world.recovered();
      await world.verify();
    },
  );

  it('and every key gives its first answer again', { timeout: TIMEOUT }, async () => {
    await world.conclude();
    say(`gateway, ${inject('engine')}`, seed, world.kills, world.figures());
  });
});
