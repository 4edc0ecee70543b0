import { Clock } from '../../src/common/time/clock.js';

/** Real time, moved forward by the test. */
export class TestClock extends Clock {
  private offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  /** Back to real time, which the simulator's signatures keep. */
  reset(): void {
    this.offsetMs = 0;
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
  }
}
