/** Slots for open streams, and which stream to evict. */

/** Slots per process, and per address among them. */
export const PLACES_MAX = 200;
export const PLACES_OF_ADDRESS_MAX = 100;
/** Among equals a stream is safe this long. */
const KEPT_MS = 60_000;

export interface StreamSlot {
  userId: number;
  address: string;
  sinceMs: number;
}

/**
 * The stream to evict for a new one; `none`: a slot is free; `nobody`: the new one must wait. The account with
 * the most streams loses its oldest, then the address with the most, then the oldest stream. So no group of
 * accounts can keep all slots.
 */
export function slotToEvict<Held extends StreamSlot>(
  comer: StreamSlot,
  held: readonly Held[],
): Held | 'none' | 'nobody' {
  const atAddress = held.filter(({ address }) => address === comer.address);
  if (atAddress.length >= PLACES_OF_ADDRESS_MAX) return heaviest(comer, atAddress);
  return held.length < PLACES_MAX ? 'none' : heaviest(comer, held);
}

function heaviest<Held extends StreamSlot>(comer: StreamSlot, held: readonly Held[]): Held | 'nobody' {
  const perAccount = countsOf([...held, comer], ({ userId }) => userId);
  const perAddress = countsOf([...held, comer], ({ address }) => address);
  /** Positive: `one` has more streams than `other`. */
  const compare = (one: StreamSlot, other: StreamSlot) =>
    (perAccount.get(one.userId) ?? 0) - (perAccount.get(other.userId) ?? 0) ||
    (perAddress.get(one.address) ?? 0) - (perAddress.get(other.address) ?? 0);
  const [first] = held.toSorted((one, other) => compare(other, one) || one.sinceMs - other.sinceMs);
  if (!first) return 'nobody';
  if (compare(first, comer) > 0) return first;
  return comer.sinceMs - first.sinceMs >= KEPT_MS ? first : 'nobody';
}

function countsOf<Key>(places: readonly StreamSlot[], keyOf: (place: StreamSlot) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return counts;
}

/** A row may become visible this much later than one with a higher id, since instances write concurrently. */
const LATE_MS = 5_000;
const TOLD_MAX = 1_000;

/** Yields each row once, even if rows become visible out of order. */
export class StreamCursor {
  /** Rows yielded above `floor`, with the time. */
  private readonly told = new Map<number, number>();

  constructor(
    readonly userId: number,
    /** Rows up to here are done. */
    private floor: number,
  ) {}

  get place(): number {
    return this.floor;
  }

  /** The rows that were not yielded yet. */
  news<Row extends { id: number; userId: number }>(rows: readonly Row[], nowMs: number): Row[] {
    const fresh = rows.filter(
      ({ id, userId }) => userId === this.userId && id > this.floor && !this.told.has(id),
    );
    for (const { id } of fresh) this.told.set(id, nowMs);
    return fresh;
  }

  /** Stops waiting for late rows with lower ids; at once if there are too many. */
  settle(nowMs: number, atOnce: boolean): void {
    for (const [id, toldAtMs] of this.told)
      if (atOnce || this.told.size > TOLD_MAX || toldAtMs <= nowMs - LATE_MS)
        this.floor = Math.max(this.floor, id);
    for (const id of this.told.keys()) if (id <= this.floor) this.told.delete(id);
  }
}
