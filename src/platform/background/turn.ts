import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Await this between steps of long work. All long work of the process shares one step per event loop turn, so
 * that requests are handled in between.
 */
export function turn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}
