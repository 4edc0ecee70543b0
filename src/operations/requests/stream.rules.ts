/** Slots per process, and per address among them. */
export const SLOTS_MAX = 200;
export const SLOTS_OF_ADDRESS_MAX = 100;
/** A stream is not evicted for one of equal rank before it is this old. */
const KEPT_MS = 60_000;

export interface StreamSlot {
  userId: number;
  address: string;
  sinceMs: number;
}

/**
 * The stream to evict for a new one. `none`: nothing, since a slot is free. `nobody`: none may be evicted, so the new
 * one must wait. The account with the most streams loses its oldest one; among equal accounts the address with the most
 * streams, then the oldest stream. So no group of accounts can keep all slots.
 */
export function slotToEvict<Held extends StreamSlot>(
  candidate: StreamSlot,
  held: readonly Held[],
): Held | 'none' | 'nobody' {
  const atAddress = held.filter(({ address }) => address === candidate.address);
  if (atAddress.length >= SLOTS_OF_ADDRESS_MAX) return heaviest(candidate, atAddress);
  return held.length < SLOTS_MAX ? 'none' : heaviest(candidate, held);
}

function heaviest<Held extends StreamSlot>(candidate: StreamSlot, held: readonly Held[]): Held | 'nobody' {
  const perAccount = countsOf([...held, candidate], ({ userId }) => userId);
  const perAddress = countsOf([...held, candidate], ({ address }) => address);
  /** Positive: `one` has more streams than `other`. */
  const compare = (one: StreamSlot, other: StreamSlot) =>
    (perAccount.get(one.userId) ?? 0) - (perAccount.get(other.userId) ?? 0) ||
    (perAddress.get(one.address) ?? 0) - (perAddress.get(other.address) ?? 0);
  const [first] = held.toSorted((one, other) => compare(other, one) || one.sinceMs - other.sinceMs);
  if (!first) return 'nobody';
  if (compare(first, candidate) > 0) return first;
  return candidate.sinceMs - first.sinceMs >= KEPT_MS ? first : 'nobody';
}

function countsOf<Key>(places: readonly StreamSlot[], keyOf: (place: StreamSlot) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return counts;
}

/** A row may become visible this much later than one with a higher id, since instances write concurrently. */
const LATE_MS = 5_000;
const SEEN_MAX = 1_000;

/** Yields each row once, even if rows become visible out of order. */
export class StreamCursor {
  /** Rows yielded above `position`, with the time. */
  private readonly seen = new Map<number, number>();

  constructor(
    readonly userId: number,
    /** Rows up to this id are not read again. */
    public position: number,
  ) {}

  newRows<Row extends { id: number; userId: number }>(rows: readonly Row[], nowMs: number): Row[] {
    const fresh = rows.filter(
      ({ id, userId }) => userId === this.userId && id > this.position && !this.seen.has(id),
    );
    for (const { id } of fresh) this.seen.set(id, nowMs);
    return fresh;
  }

  /** Stops waiting for late rows with lower ids; at once if there are too many. */
  advance(nowMs: number, atOnce: boolean): void {
    for (const [id, seenAtMs] of this.seen)
      if (atOnce || this.seen.size > SEEN_MAX || seenAtMs <= nowMs - LATE_MS)
        this.position = Math.max(this.position, id);
    for (const id of this.seen.keys()) if (id <= this.position) this.seen.delete(id);
  }
}
