import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Await this between steps of long work: the process does one step per turn, and requests in between. */
export function turn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}
