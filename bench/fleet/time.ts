export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

interface Entry {
  atMs: number;
  /** The order among entries of the same moment: that of their scheduling. */
  order: number;
  happen: () => void;
}

/** The simulated clock, and the scheduled events in a binary heap. */
export class Timetable {
  private readonly heap: Entry[] = [];
  private made = 0;

  constructor(public nowMs: number) {}

  now(): Date {
    return new Date(this.nowMs);
  }

  /** Schedules an event. One in the past happens next. */
  at(atMs: number, happen: () => void): void {
    const entry = { atMs: Math.max(atMs, this.nowMs), order: this.made++, happen };
    let place = this.heap.push(entry) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(entry, this.heap[parent] as Entry)) break;
      this.heap[place] = this.heap[parent] as Entry;
      place = parent;
    }
    this.heap[place] = entry;
  }

  /** Runs all events up to a moment. */
  run(untilMs: number): void {
    for (let next = this.heap[0]; next && next.atMs <= untilMs; next = this.heap[0]) {
      this.takeFirst();
      this.nowMs = next.atMs;
      next.happen();
    }
  }

  private takeFirst(): void {
    const last = this.heap.pop();
    if (!last || this.heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.heap.length) break;
      const right = this.heap[child + 1];
      if (right && isBefore(right, this.heap[child] as Entry)) child++;
      if (!isBefore(this.heap[child] as Entry, last)) break;
      this.heap[place] = this.heap[child] as Entry;
      place = child;
    }
    this.heap[place] = last;
  }
}

const isBefore = (a: Entry, b: Entry) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
