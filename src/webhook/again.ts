import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Pauses before an outcome that could not be stored is stored again. A unit of work gives up after some two seconds;
 * all of it together ends within the lease.
 */
export const RECORD_PAUSES_MS = [100, 500, 2000, 5000, 8000] as const;

/** Runs `work`, and again after each of the pauses as long as it fails; throws the last failure. */
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
