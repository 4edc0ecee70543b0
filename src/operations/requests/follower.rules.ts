/** Who follows the refused requests of an account, and what they have been told; free of framework. */

/** Instances write at once: a row may be seen so much later than one of a higher id. */
const LATE_MS = 5_000;
const TOLD_MAX = 1_000;

/** Tells each row once, in whatever order they come to be seen. */
export class Follower {
  /** Told since `floor`, with when. */
  private readonly told = new Map<number, number>();

  constructor(
    readonly userId: number,
    /** Nothing up to here is looked at any more. */
    private floor: number,
  ) {}

  get place(): number {
    return this.floor;
  }

  /** Those rows that are news to it. */
  news<Row extends { id: number; userId: number }>(rows: readonly Row[], nowMs: number): Row[] {
    const fresh = rows.filter(
      ({ id, userId }) => userId === this.userId && id > this.floor && !this.told.has(id),
    );
    for (const { id } of fresh) this.told.set(id, nowMs);
    return fresh;
  }

  /** Gives up on rows of lower ids that were late; at once where there are too many to wait. */
  settle(nowMs: number, atOnce: boolean): void {
    for (const [id, toldAtMs] of this.told)
      if (atOnce || this.told.size > TOLD_MAX || toldAtMs <= nowMs - LATE_MS)
        this.floor = Math.max(this.floor, id);
    for (const id of this.told.keys()) if (id <= this.floor) this.told.delete(id);
  }
}
