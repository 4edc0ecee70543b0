import { setTimeout as sleep } from 'node:timers/promises';
import { type Sample, sampleOf } from '../figures/sample.js';
import type { Options } from '../options.js';
import { cellName, planOf, type ServerName, type Step } from '../plan.js';
import { memoryMib } from '../proc.js';
import type { Target } from './servers.js';
import type { World } from './world.js';

export interface Comparison {
  samples: Sample[];
  /** Peak of each server's processes over the run, in MiB. */
  memory: Map<ServerName, number>;
}

/** The pause between two slices: a server's work after its last response must not count in the next slice. */
const REST_MS = 200;
const WARM_UP_CONNECTIONS = 64;
const WARM_UP_MAX_MS = 60_000;

/** Runs all steps of the plan in order. `say` receives the progress. */
export async function compare(
  world: World,
  options: Options,
  say: (line: string) => void,
): Promise<Comparison> {
  const targets = world.targets.filter(({ name }) => options.servers.includes(name));
  for (const target of targets) await warmUp(world, target, options, say);
  const steps = planOf(options.cells, options.servers, options.rounds);
  const samples: Sample[] = [];
  for (const [number, step] of steps.entries()) {
    const target = targets.find(({ name }) => name === step.server);
    if (!target) throw new Error(`there is no ${step.server}`);
    const sample = await take(world, target, step, options);
    samples.push(sample);
    const rate = `${sample.perSecond.toFixed(0)}/s, p50 ${sample.p50Ms.toFixed(1)} ms, p99 ${sample.p99Ms.toFixed(1)} ms`;
    say(`${number + 1}/${steps.length} ${cellName(step.cell)} ${target.title}: ${rate}`);
    await sleep(REST_MS);
  }
  const memory = new Map(targets.map(({ name, pids }) => [name, memoryMib(pids, 'peak')]));
  for (const { title, books } of targets) {
    say(`checking the books: ${title}`);
    await books?.close();
  }
  return { samples, memory };
}

/** Checks that a server works, then sends until V8 has optimised its code: that depends on the number of sends. */
async function warmUp(
  world: World,
  target: Target,
  { warmUpSends, windowMs }: Options,
  say: (line: string) => void,
): Promise<void> {
  await world.prove(target);
  const load = { kind: 'closed', connections: WARM_UP_CONNECTIONS } as const;
  const giveUpAtMs = performance.now() + WARM_UP_MAX_MS;
  let sends = 0;
  while (sends < warmUpSends && performance.now() < giveUpAtMs) {
    const { statuses } = await world.slice(target, { load, rampMs: 0, windowMs });
    sends += statuses['200'] ?? 0;
  }
  say(`warmed up: ${target.title}, ${sends} sends`);
}

async function take(world: World, target: Target, step: Step, options: Options): Promise<Sample> {
  const { connections, delayMs } = step.cell;
  const { rampMs, windowMs, openWindowMs, perSecond } = options;
  await world.delay(delayMs);
  const slice =
    connections === null
      ? { load: { kind: 'open', perSecond, seed: step.leg + 1 } as const, rampMs, windowMs: openWindowMs }
      : { load: { kind: 'closed', connections } as const, rampMs, windowMs };
  return sampleOf(step, await world.slice(target, slice));
}
