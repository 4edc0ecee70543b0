/** A key of this database's secrets and fingerprints. */
export interface DataKey {
  text: string;
  /** Its row in `data_key_checks`: 1 for the first key of the data, one more for each that followed. */
  number: number;
}

/**
 * New secrets are sealed and new fingerprints made with the first key. Secrets can be opened, and fingerprints found,
 * with each. There are two keys only while DATA_KEY changes.
 */
export type DataKeys = readonly [DataKey, ...DataKey[]];

/** The keys of a database whose key was never changed. */
export const firstDataKey = (text: string): DataKeys => [{ text, number: 1 }];

/** No release ever took a shorter one. */
export const DATA_KEY_MIN = 32;

/**
 * The prefix of a key's fingerprints, by which SQL tells them from those of other keys. Fingerprints of the first key
 * have none: earlier releases stored them without one.
 */
export const indexPrefix = (number: number): string => (number === 1 ? '' : `k${number}.`);

/** The number of the key that a fingerprint was made with. */
export const keyNumberOf = (index: string): number => Number(/^k(\d+)\./.exec(index)?.[1] ?? 1);

/** The ways to split a text into two keys: at each comma with a long enough key on both sides. */
export function keyPairsIn(text: string): [string, string][] {
  const commas = [...text.matchAll(/,/g)].map(({ index }) => index);
  return commas
    .map((at): [string, string] => [text.slice(0, at).trim(), text.slice(at + 1).trim()])
    .filter((pair) => pair.every(({ length }) => length >= DATA_KEY_MIN) && pair[0] !== pair[1]);
}
