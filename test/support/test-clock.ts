import { Clock } from '../../src/common/time/clock.js';

/** Stands still unless the test moves it: between two words of a test no lease, window or minute ends by itself. */
export class TestClock extends Clock {
  private atMs = Date.now();

  now(): Date {
    return new Date(this.atMs);
  }

  /** Back to real time, which the simulator's signatures keep. */
  reset(): void {
    this.atMs = Date.now();
  }

  advance(seconds: number): void {
    this.atMs += seconds * 1000;
  }
}

/** Real time, moved by the test: for what runs beside a clock that is not the test's, such as a page's. */
export class RunningClock extends TestClock {
  private offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  override reset(): void {
    this.offsetMs = 0;
  }

  override advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
  }
}
