import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Await this between the steps of long work. One step runs per turn of the event loop, with requests in between. */
export function turn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}
