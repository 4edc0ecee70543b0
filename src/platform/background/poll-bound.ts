import { type Clock, MINUTE_SECONDS } from '../time/clock.js';

/**
 * Where a poll of unfinished rows begins in its index, so that it does not pass the entries of all that was finished
 * before. Once a minute a poll begins at 0: it finds a row that appeared below the bound, such as one of a transaction
 * that committed late. The bound stays a minute or more behind.
 */
export class PollBound {
  private bound = 0;
  /** The position at the last full pass. */
  private next = 0;
  private position = 0;
  private end = 0;
  private fullAtMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  /** Poll only above this. */
  begin(): number {
    const nowMs = this.clock.now().getTime();
    // The clock was set back, and perhaps it was wrong before.
    if (nowMs < this.fullAtMs) this.next = this.position = this.end = 0;
    else if (nowMs < this.fullAtMs + MINUTE_SECONDS * 1000) return this.bound;
    this.fullAtMs = nowMs;
    this.bound = this.next;
    this.next = this.position;
    return 0;
  }

  /** `lowest`: of the rows found; default: none. `end`: the last row found, or whatever no unfinished row is below. */
  found(lowest = Infinity, end = 0): void {
    this.end = Math.max(this.end, end);
    this.position = Math.min(this.end, lowest - 1);
    this.bound = Math.min(this.bound, this.position);
    this.next = Math.min(this.next, this.position);
  }
}
