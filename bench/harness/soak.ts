import { memoryMib } from '../proc.js';
import type { World } from './world.js';

/** The resident memory of Sandi after so many sends. */
export interface Reading {
  sends: number;
  mib: number;
}

const STEP_SENDS = 50_000;
const SLICE_MS = 5000;
const CONNECTIONS = 64;

/** Loads Sandi with `sends` sends, and reads its memory after every fifty thousand. */
export async function soak(world: World, sends: number, say: (line: string) => void): Promise<Reading[]> {
  const target = world.targets.find(({ name }) => name === 'sandi');
  if (!target) throw new Error('there is no Sandi');
  const readings: Reading[] = [];
  const load = { kind: 'closed', connections: CONNECTIONS } as const;
  let taken = 0;
  while (taken < sends) {
    const { statuses } = await world.slice(target, { load, rampMs: 0, windowMs: SLICE_MS });
    taken += statuses['200'] ?? 0;
    if (taken < (readings.length + 1) * STEP_SENDS && taken < sends) continue;
    const reading = { sends: taken, mib: memoryMib(target.pids, 'now') };
    readings.push(reading);
    say(`${reading.sends} sends: ${reading.mib.toFixed(0)} MiB`);
  }
  await target.books?.close();
  return readings;
}
