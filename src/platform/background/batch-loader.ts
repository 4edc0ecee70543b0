import { Batcher } from './batcher.js';

/** Keys per read, and loads that may wait. */
const BATCH_MAX = 500;
const QUEUE_MAX = 50_000;
const WAIT_MAX_MS = 10_000;

/**
 * Batches concurrent loads by key. Caches nothing: each read starts after its loads were requested, so it sees
 * earlier commits.
 */
export class BatchLoader<K, V> {
  private readonly batcher: Batcher<K, V | undefined>;

  /** @param read returns the values by key, without missing ones */
  constructor(read: (keys: K[]) => Promise<ReadonlyMap<K, V>>) {
    this.batcher = new Batcher({
      run: async (keys) => {
        const values = await read([...new Set(keys)]);
        return keys.map((key) => ({ value: values.get(key) }));
      },
      batchMax: BATCH_MAX,
      queueMax: QUEUE_MAX,
      waitMaxMs: WAIT_MAX_MS,
    });
  }

  get(key: K): Promise<V | undefined> {
    return this.batcher.add(key);
  }
}
