export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

interface Entry {
  atMs: number;
  /** Entries of the same moment happen in the order they were made. */
  order: number;
  happen: () => void;
}

/** What is going to happen, in order of time: a binary heap, and the simulated clock. */
export class Timetable {
  private readonly heap: Entry[] = [];
  private made = 0;

  constructor(public nowMs: number) {}

  now(): Date {
    return new Date(this.nowMs);
  }

  /** What is past happens next. */
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

  /** Lets everything up to a moment happen. */
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
