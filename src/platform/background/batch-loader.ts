import { GroupCommit } from '../database/group-commit.js';

const BATCH_MAX = 500;
const QUEUE_MAX = 50_000;
const WAIT_MAX_MS = 10_000;

/**
 * Reads by key; look-ups that arrive together share one read. Nothing is cached: a read begins after its look-ups, so it
 * sees everything that was committed before them.
 */
export class BatchLoader<K, V> {
  private readonly reads: GroupCommit<K, V | undefined>;

  /** @param read returns the values of distinct keys; keys without a value are left out */
  constructor(read: (keys: K[]) => Promise<ReadonlyMap<K, V>>) {
    this.reads = new GroupCommit({
      run: async (keys) => {
        const values = await read([...new Set(keys)]);
        return keys.map((key) => values.get(key));
      },
      batchMax: BATCH_MAX,
      queueMax: QUEUE_MAX,
      waitMaxMs: WAIT_MAX_MS,
    });
  }

  get(key: K): Promise<V | undefined> {
    return this.reads.add(key);
  }
}
