/** Rows of one transaction, and transactions of one round: a few thousand a second at the rate of the sweeps. */
const BATCH = 500;
const BATCHES_MAX = 40;

/**
 * Again while batches are full, within bounds: the next round goes on. `work` takes as many rows as it is told, and
 * returns how many there were. True when all was done.
 */
export async function inBatches(work: (limit: number) => Promise<number>): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await work(BATCH)) < BATCH) return true;
  return false;
}
