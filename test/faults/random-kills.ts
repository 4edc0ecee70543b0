import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './world.js';

/** Some kills fall into the boot, most into the traffic. */
const BOOTING_SHARE = 0.15;
const BOOTING_MS = { min: 100, max: 1500 };
const TRAFFIC_MAX_MS = 900;
const REQUESTS_MAX = 400;

/** Kills the service again and again at moments of chance, under traffic; compares after every `compareEvery`. */
export async function killAtRandom(world: World, kills: number, compareEvery: number): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    if (world.random() < BOOTING_SHARE) await killTheBoot(world);
    else await killUnderTraffic(world);
    if (kill % compareEvery !== 0 && kill !== kills) continue;
    await world.boot();
    await world.recovered();
    await world.verify();
  }
}

async function killUnderTraffic(world: World): Promise<void> {
  if (!world.service.alive) await world.boot();
  const flow = world.flow(REQUESTS_MAX);
  await sleep(world.random() * TRAFFIC_MAX_MS);
  await world.kill();
  await flow;
}

async function killTheBoot(world: World): Promise<void> {
  const booting = world.boot();
  await sleep(BOOTING_MS.min + world.random() * (BOOTING_MS.max - BOOTING_MS.min));
  await world.kill();
  await booting;
}
