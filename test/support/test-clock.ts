import { Clock } from '../../src/platform/time/clock.js';

const DAY_SECONDS = 86_400;

/** A zone where it is about ten in the morning: for the counts of a day where the clock has to be that of today. */
export function morningZone(at = new Date()): string {
  const ahead = Math.max(-12, 10 - at.getUTCHours());
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

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

  /** To the next 10:20 in Jakarta: an hour later it is the same day still. */
  toMorning(): void {
    const nowMs = this.now().getTime();
    const morningMs = new Date(nowMs).setUTCHours(3, 20, 0, 0);
    this.advance((morningMs - nowMs) / 1000 + (morningMs < nowMs ? DAY_SECONDS : 0));
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
