/** A key that secrets and fingerprints of this data are under. */
export interface DataKey {
  text: string;
  /** Its row in `data_key_checks`: 1 for the first key of the data, one more for each that followed. */
  number: number;
}

/** The first one seals and indexes; each of them opens and finds. Two only while DATA_KEY changes. */
export type DataKeys = readonly [DataKey, ...DataKey[]];

/** The keys of data that has had no other. */
export const firstDataKey = (text: string): DataKeys => [{ text, number: 1 }];

/** No release ever took a shorter one. */
export const DATA_KEY_MIN = 32;

/**
 * How fingerprints of a key begin, so that SQL can tell them from those of other keys. Those of the first key have
 * no prefix: they are from before there was a second one.
 */
export const indexPrefix = (number: number): string => (number === 1 ? '' : `k${number}.`);

/** The number of the key that a fingerprint is under. */
export const keyNumberOf = (index: string): number => Number(/^k(\d+)\./.exec(index)?.[1] ?? 1);

/** Ways to read a text as two keys: at each comma that leaves both long enough. */
export function keyPairsIn(text: string): [string, string][] {
  const commas = [...text.matchAll(/,/g)].map(({ index }) => index);
  return commas
    .map((at): [string, string] => [text.slice(0, at).trim(), text.slice(at + 1).trim()])
    .filter((pair) => pair.every(({ length }) => length >= DATA_KEY_MIN) && pair[0] !== pair[1]);
}
