import type { ProxyMode, Strikes } from './proxy.js';
import type { World } from './world.js';

const CLIENTS = 20;
const PULSE_MS = 1500;
/** A fault strikes this share of what it can. */
const SHARE = { send: 0.6, lookup: 0.4, commit: 0.3, statement: 0.02 };

/** Sends and look-ups to the gateway, some of them. */
export function gatewayTraffic(random: () => number): Strikes {
  return (chunk) => {
    const start = chunk.subarray(0, 20).toString('latin1');
    if (start.startsWith('POST /messages')) return random() < SHARE.send;
    return start.startsWith('GET /messages/') && random() < SHARE.lookup;
  };
}

/** Statements to the database: commits above all, since what became of one can be unknown. */
export function databaseTraffic(random: () => number): Strikes {
  return (chunk) => random() < (chunk.includes('COMMIT') ? SHARE.commit : SHARE.statement);
}

/**
 * Traffic through a fault of the proxy, then the recovery, then the comparison. The fault comes in pulses: each ends by
 * cutting what it struck, which is what frees a statement that hangs in a black hole.
 */
export async function disturb(
  world: World,
  mode: ProxyMode,
  strikes: Strikes,
  requests: number,
): Promise<void> {
  const struckBefore = world.proxy.struck;
  world.proxy.begin(mode, strikes);
  const pulses = setInterval(() => {
    world.proxy.heal();
    world.proxy.begin(mode, strikes);
  }, PULSE_MS);
  try {
    await world.flow(requests, CLIENTS);
  } finally {
    clearInterval(pulses);
    world.proxy.heal();
  }
  if (world.proxy.struck === struckBefore) throw new Error(`${mode} struck nothing`);
  await world.recovered();
  await world.verify();
}
