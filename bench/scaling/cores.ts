import type { Timetable } from '../fleet/time.js';
import { pause, type Process, start } from './process.js';

/** Processor cores, and a first-in, first-out queue of the work that waits for one. */
export class Cores {
  private readonly waiting: (() => void)[] = [];
  private free: number;
  /** The CPU time of all work so far. */
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

  /** Adds work in the background. */
  charge(ms: number): void {
    start(this.work(ms));
  }
}
