import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * To be awaited between the steps of long work. All such work of the process takes one step a turn of the event loop, so
 * that requests are answered between two steps, however many lists and downloads are under way.
 */
export function turn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}
