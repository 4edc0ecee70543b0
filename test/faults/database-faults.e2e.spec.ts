import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { databaseTraffic, disturb } from './disturb.js';
import { say } from './figures.js';
import { PROXY_MODES } from './proxy.js';
import { SIZES } from './sizes.js';
import { runSeed, World } from './world.js';

const REQUESTS = SIZES.requests.database;
const TIMEOUT = SIZES.timeoutMs;

/** SQLite has no connection that could fail. */
describe.runIf(inject('engine') === 'mysql')(
  'a faulty connection to the database loses, doubles and forgets nothing',
  () => {
    const seed = runSeed();
    let world: World;
    beforeAll(async () => {
      world = await World.open(seed, 'database');
    });
    afterAll(async () => {
      await world?.close();
    });

    it.each(PROXY_MODES)('%s', { timeout: TIMEOUT }, async (mode) => {
      await disturb(world, mode, databaseTraffic(world.random), REQUESTS);
    });

    it('and every key gives its first answer again', { timeout: TIMEOUT }, async () => {
      await world.conclude();
      say(`database, ${inject('engine')}`, seed, world.kills, world.figures());
    });
  },
);
