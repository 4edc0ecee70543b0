import { Clock, SystemClock } from './clock.js';

/** Clocks of machines with NTP differ by less. */
const TOLERANCE_MS = 1000;
/** Queries per comparison; the fastest counts. */
const QUERIES = 3;
/** The response time above which a comparison is too inexact to correct a clock. */
const TRIP_MS_MAX = 1000;

/** The time of the database; `undefined`: it uses this machine's clock. */
type AskDatabase = () => Promise<Date | undefined>;

interface Comparison {
  /** How far the database is ahead of {@link DatabaseClock.now}. */
  aheadMs: number;
  tripMs: number;
}

/**
 * The time of the database, which all instances share: stored moments mean the same on each. Until the first
 * {@link adjust}, and on SQLite, it is the machine's time. Between two adjustments it follows the process's
 * monotonic clock, so changes of the machine's clock have no effect.
 */
export class DatabaseClock extends Clock {
  private anchor: { atMs: number; steadyMs: number } | undefined;

  constructor(private readonly machine: Clock = new SystemClock()) {
    super();
  }

  now(): Date {
    if (!this.anchor) return this.machine.now();
    const { atMs, steadyMs } = this.anchor;
    return new Date(atMs + performance.now() - steadyMs);
  }

  override get skewSeconds(): number {
    return (this.machine.now().getTime() - this.now().getTime()) / 1000;
  }

  /** Compares with the database's time, and adopts it if the two differ by more than TOLERANCE_MS. */
  async adjust(ask: AskDatabase): Promise<void> {
    const found = await this.compare(ask);
    if (!found) return;
    const { aheadMs, tripMs } = found;
    if (this.anchor && (tripMs > TRIP_MS_MAX || Math.abs(aheadMs) <= TOLERANCE_MS)) return;
    const nowMs = this.now().getTime();
    const correctionMs = Math.abs(aheadMs) <= TOLERANCE_MS ? 0 : aheadMs;
    this.anchor = { atMs: nowMs + correctionMs, steadyMs: performance.now() };
  }

  private async compare(ask: AskDatabase): Promise<Comparison | undefined> {
    let best: Comparison | undefined;
    for (let question = 0; question < QUERIES; question++) {
      const before = { ms: this.now().getTime(), steadyMs: performance.now() };
      const answer = await ask();
      if (!answer) return undefined;
      const tripMs = performance.now() - before.steadyMs;
      const aheadMs = answer.getTime() - (before.ms + tripMs / 2);
      if (!best || tripMs < best.tripMs) best = { aheadMs, tripMs };
      if (best.tripMs <= TRIP_MS_MAX / 10) return best;
    }
    return best;
  }
}
