import type { Ending } from './database.js';

/** The result of a run. */
export interface Figures {
  sendsPerSecond: number;
  /** The part of `sendsPerSecond` that belongs to the hot account. */
  hotPerSecond: number;
  /** The rate of the slowest instance. */
  leastPerSecond: number;
  /** Sends in a committed transaction, on average. */
  batch: number;
  /** The share of attempted transactions that lost against another node. */
  lostShare: number;
  /** Sends that a lane gave up after its last attempt, each second. */
  givenUpPerSecond: number;
  /** The time from request to response, without the gateway. */
  p99Ms: number;
  /** The average time that a transaction waits for locked rows. */
  rowWaitMs: number;
  /** The share of the busiest database server's cores that is in use. */
  databaseShare: number;
}

/** Counts what happens once the warm-up is over. */
export class RunRecorder {
  private sends = 0;
  private hot = 0;
  private readonly byInstance: number[];
  private givenUp = 0;
  private committed = 0;
  private batched = 0;
  private lost = 0;
  private readonly tookMs: number[] = [];

  constructor(
    instances: number,
    private readonly isCounting: () => boolean,
  ) {
    this.byInstance = Array.from({ length: instances }, () => 0);
  }

  attempted(ending: Ending, sends: number): void {
    if (!this.isCounting()) return;
    if (ending !== 'committed') return void this.lost++;
    this.committed++;
    this.batched += sends;
  }

  answered(instance: number, isHot: boolean, tookMs: number): void {
    if (!this.isCounting()) return;
    this.sends++;
    this.byInstance[instance] = (this.byInstance[instance] ?? 0) + 1;
    if (isHot) this.hot++;
    this.tookMs.push(tookMs);
  }

  gaveUp(): void {
    if (this.isCounting()) this.givenUp++;
  }

  /** @param span the counted time: its length, its waits for locked rows, and the used share of the database's cores */
  figures(span: { seconds: number; rowWaitMs: number; databaseShare: number }): Figures {
    const took = this.tookMs.sort((a, b) => a - b);
    const tried = this.committed + this.lost;
    return {
      sendsPerSecond: this.sends / span.seconds,
      hotPerSecond: this.hot / span.seconds,
      leastPerSecond: Math.min(...this.byInstance) / span.seconds,
      batch: this.batched / Math.max(1, this.committed),
      lostShare: this.lost / Math.max(1, tried),
      givenUpPerSecond: this.givenUp / span.seconds,
      p99Ms: took[Math.floor(took.length * 0.99)] ?? 0,
      rowWaitMs: span.rowWaitMs / Math.max(1, tried),
      databaseShare: span.databaseShare,
    };
  }
}
