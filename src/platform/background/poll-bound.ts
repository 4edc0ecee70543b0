import { type Clock, MINUTE_SECONDS } from '../time/clock.js';

/**
 * The position in an index where a poll for unfinished rows begins, so that it skips the entries of finished rows. Once
 * a minute a poll begins at 0, to find rows that appeared below the bound, for example because they committed late.
 * The bound stays a minute or more behind the position that the polls have reached.
 */
export class PollBound {
  private bound = 0;
  /** The position at the last poll from 0; the next such poll makes it the bound. */
  private next = 0;
  private position = 0;
  private end = 0;
  private fullAtMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  /** Returns where the poll begins: it reads only rows above this position. */
  begin(): number {
    const nowMs = this.clock.now().getTime();
    // The clock was set back: it may have been wrong, and so may the positions.
    if (nowMs < this.fullAtMs) this.next = this.position = this.end = 0;
    else if (nowMs < this.fullAtMs + MINUTE_SECONDS * 1000) return this.bound;
    this.fullAtMs = nowMs;
    this.bound = this.next;
    this.next = this.position;
    return 0;
  }

  /** Reports a poll. `lowest`: the first row found, if any. `end`: how far it read (its last row or its upper limit). */
  found(lowest = Infinity, end = 0): void {
    this.end = Math.max(this.end, end);
    this.position = Math.min(this.end, lowest - 1);
    this.bound = Math.min(this.bound, this.position);
    this.next = Math.min(this.next, this.position);
  }
}
