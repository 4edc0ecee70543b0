import type { Timetable } from '../fleet/time.js';
import { pause, type Process, start } from './process.js';

/** So many processor cores, and the work that waits for one, in the order of its coming. */
export class Cores {
  private readonly waiting: (() => void)[] = [];
  private free: number;
  /** CPU time that was asked for so far. */
  busyMs = 0;

  constructor(
    private readonly timetable: Timetable,
    readonly count: number,
  ) {
    this.free = count;
  }

  *work(ms: number): Process {
    if (this.free > 0) this.free--;
    else yield (resume) => this.waiting.push(resume);
    this.busyMs += ms;
    yield pause(this.timetable, ms);
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }

  /** Work that nobody waits for. */
  charge(ms: number): void {
    start(this.work(ms));
  }
}
