import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Before an outcome that could not be written down is written down once more. A unit of work gives up by itself after
 * some two seconds, and all of it together stays within the lease.
 */
export const RECORD_PAUSES_MS = [100, 500, 2000, 5000, 8000] as const;

/** Does `work`, and once more after each of the pauses for as long as it fails; in the end it fails as it did last. */
export async function again<T>(work: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch {
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  return work();
}
