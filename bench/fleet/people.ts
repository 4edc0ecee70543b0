import { ASSUMPTIONS } from './assumptions.js';
import { phoneOffMs } from './device.js';
import { Draws } from './draws.js';
import { HOUR_MS } from './time.js';

const { people } = ASSUMPTIONS;
/** Local hours of Asia/Jakarta, where the service's days end too. */
const LOCAL_OFFSET_HOURS = 7;

/** Somebody who asks for a code. */
export interface Arrival {
  atMs: number;
  recipient: number;
  phoneOffMs: number;
}

/** Whom everybody who asks has heard from before the simulation begins: by recipient, the device that wrote. */
export type Earlier = ReadonlyMap<number, number>;

interface Span {
  startMs: number;
  endMs: number;
  devices: number;
  messagesPerDay: number;
}

/** The same people at the same moments, whoever chooses the devices. */
export function arrivalsOf(seed: number, { startMs, endMs, devices, messagesPerDay }: Span): Arrival[] {
  const draws = new Draws(seed, 'arrivals');
  const busiest = Math.max(...people.rhythm);
  const mean = people.rhythm.reduce((sum, weight) => sum + weight, 0) / people.rhythm.length;
  const perHour = messagesPerDay / 24;
  const fastestWaitMs = HOUR_MS / ((perHour * busiest) / mean);
  const arrivals: Arrival[] = [];
  let known = devices * people.earlierPerDevice;
  for (let atMs = startMs + draws.wait(fastestWaitMs); atMs < endMs; atMs += draws.wait(fastestWaitMs)) {
    const hour = (Math.floor(atMs / HOUR_MS) + LOCAL_OFFSET_HOURS) % 24;
    if (!draws.chance((people.rhythm[hour] ?? 0) / busiest)) continue;
    const recipient = draws.chance(people.newShare) ? known++ : draws.index(known);
    arrivals.push({ atMs, recipient, phoneOffMs: phoneOffMs(draws) });
  }
  return arrivals;
}

/** Those who were sent a code before: by one of the devices that were there already. */
export function earlierOf(seed: number, devices: number, veterans: readonly number[]): Earlier {
  const draws = new Draws(seed, 'earlier');
  const recipients = Array.from({ length: devices * people.earlierPerDevice }, (_, recipient) => recipient);
  return new Map(veterans.length > 0 ? recipients.map((recipient) => [recipient, draws.pick(veterans)]) : []);
}
