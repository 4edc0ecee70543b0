import { median } from '../figures/percentile.js';
import { type Probe, PROBES, type Subject } from './probes.js';

const WARM_UP_ROUNDS = 5;

export interface Measured {
  probe: Probe;
  /** Medians, in milliseconds. */
  smallMs: number;
  largeMs: number;
}

/** Asks both databases the same in turns, there and back, so that the machine's moods fall on both. */
export async function measure(small: Subject, large: Subject, rounds: number): Promise<Measured[]> {
  const times = new Map(PROBES.map((probe) => [probe, { small: [] as number[], large: [] as number[] }]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [probe, found] of times) {
      const smallFirst = round % 2 === 0;
      const first = await timeOf(probe, smallFirst ? small : large);
      const second = await timeOf(probe, smallFirst ? large : small);
      if (round < 0) continue;
      found.small.push(smallFirst ? first : second);
      found.large.push(smallFirst ? second : first);
    }
  }
  return [...times].map(([probe, found]) => ({
    probe,
    smallMs: median(found.small),
    largeMs: median(found.large),
  }));
}

async function timeOf({ name, request }: Probe, subject: Subject): Promise<number> {
  const { path, token, body } = request(subject);
  const startMs = performance.now();
  const response = await fetch(subject.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  const elapsedMs = performance.now() - startMs;
  if (response.status !== 200)
    throw new Error(`${name} was answered ${response.status}: ${text.slice(0, 300)}`);
  return elapsedMs;
}
