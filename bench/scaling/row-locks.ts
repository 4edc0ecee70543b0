import type { Process } from './process.js';

/** Row locks of transactions, with a first-in, first-out queue for each row. */
export class RowLocks {
  /** A row has an entry while it is held. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Locks rows one after another. All callers must name rows in the same order, or they deadlock. */
  *take(rows: readonly string[]): Process {
    for (const row of rows) {
      const queue = this.waiting.get(row);
      if (queue) yield (resume) => queue.push(resume);
      else this.waiting.set(row, []);
    }
  }

  release(rows: readonly string[]): void {
    for (const row of rows) {
      const next = this.waiting.get(row)?.shift();
      if (next) next();
      else this.waiting.delete(row);
    }
  }
}
