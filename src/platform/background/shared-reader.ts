import { Batcher } from './batcher.js';

/** Keys that one look takes at most, and look-ups that may wait for theirs. */
const BATCH_MAX = 500;
const QUEUE_MAX = 50_000;
const WAIT_MAX_MS = 10_000;

/**
 * Reads by key, together with whoever asks at the same time. Nothing is remembered: a look always begins after it was
 * asked for, so what was committed before is seen.
 */
export class SharedReader<K, V> {
  private readonly batcher: Batcher<K, V | undefined>;

  /** @param read the values of different keys; a key without one is left out */
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
