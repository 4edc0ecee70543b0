import { ASSUMPTIONS } from './assumptions.js';
import { phoneOffMs } from './device.js';
import { Draws } from './draws.js';
import { HOUR_MS } from './time.js';

const { people } = ASSUMPTIONS;
/** Of Asia/Jakarta, the service's time zone. */
const LOCAL_OFFSET_HOURS = 7;

/** Somebody who asks for a code. */
export interface Arrival {
  atMs: number;
  recipient: number;
  phoneOffMs: number;
}

/** By recipient: the device that sent them a code before the simulation begins. */
export type Earlier = ReadonlyMap<number, number>;

interface Span {
  startMs: number;
  endMs: number;
  devices: number;
  messagesPerDay: number;
}

/** The requests for codes. They are the same for every strategy. */
export function arrivalsOf(seed: number, { startMs, endMs, devices, messagesPerDay }: Span): Arrival[] {
  const draws = new Draws(seed, 'arrivals');
  const busiest = Math.max(...people.hourlyWeights);
  const mean = people.hourlyWeights.reduce((sum, weight) => sum + weight, 0) / people.hourlyWeights.length;
  const perHour = messagesPerDay / 24;
  const fastestWaitMs = HOUR_MS / ((perHour * busiest) / mean);
  const arrivals: Arrival[] = [];
  let known = devices * people.earlierPerDevice;
  for (let atMs = startMs + draws.wait(fastestWaitMs); atMs < endMs; atMs += draws.wait(fastestWaitMs)) {
    const hour = (Math.floor(atMs / HOUR_MS) + LOCAL_OFFSET_HOURS) % 24;
    if (!draws.chance((people.hourlyWeights[hour] ?? 0) / busiest)) continue;
    const recipient = draws.chance(people.newShare) ? known++ : draws.index(known);
    arrivals.push({ atMs, recipient, phoneOffMs: phoneOffMs(draws) });
  }
  return arrivals;
}

/** The people who got a code before the simulation, each from one of the devices that already existed. */
export function earlierOf(seed: number, devices: number, veterans: readonly number[]): Earlier {
  const draws = new Draws(seed, 'earlier');
  const recipients = Array.from({ length: devices * people.earlierPerDevice }, (_, recipient) => recipient);
  return new Map(veterans.length > 0 ? recipients.map((recipient) => [recipient, draws.pick(veterans)]) : []);
}
