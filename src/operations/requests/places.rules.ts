/** Which stream ends where there is no place for another one; free of framework. */

/** Places of a process, and of one address among them. */
export const PLACES_MAX = 200;
export const PLACES_OF_ADDRESS_MAX = 100;
/** Whoever has more than others loses a place at once; among equals each keeps it for so long. */
const KEPT_MS = 60_000;

export interface StreamPlace {
  userId: number;
  address: string;
  sinceMs: number;
}

/**
 * The stream that ends for a newcomer; `none` where there is room, `nobody` where the newcomer has to wait. No group of
 * accounts can keep all places: the account with the most streams loses its oldest, then the address with the most, and
 * among equals the one that is open for longest.
 */
export function leavingFor<Held extends StreamPlace>(
  comer: StreamPlace,
  held: readonly Held[],
): Held | 'none' | 'nobody' {
  const atAddress = held.filter(({ address }) => address === comer.address);
  if (atAddress.length >= PLACES_OF_ADDRESS_MAX) return heaviest(comer, atAddress);
  return held.length < PLACES_MAX ? 'none' : heaviest(comer, held);
}

function heaviest<Held extends StreamPlace>(comer: StreamPlace, held: readonly Held[]): Held | 'nobody' {
  const perAccount = countsOf([...held, comer], ({ userId }) => userId);
  const perAddress = countsOf([...held, comer], ({ address }) => address);
  /** As many as it has more than the other; below zero: less. */
  const compare = (one: StreamPlace, other: StreamPlace) =>
    (perAccount.get(one.userId) ?? 0) - (perAccount.get(other.userId) ?? 0) ||
    (perAddress.get(one.address) ?? 0) - (perAddress.get(other.address) ?? 0);
  const [first] = held.toSorted((one, other) => compare(other, one) || one.sinceMs - other.sinceMs);
  if (!first) return 'nobody';
  if (compare(first, comer) > 0) return first;
  return comer.sinceMs - first.sinceMs >= KEPT_MS ? first : 'nobody';
}

function countsOf<Key>(places: readonly StreamPlace[], keyOf: (place: StreamPlace) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return counts;
}
