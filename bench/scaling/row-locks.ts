import type { Process } from './process.js';

/** Rows that transactions hold, and who waits for each, in the order of their coming. */
export class RowLocks {
  /** A row has an entry while it is held. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Takes rows one after another. Whoever takes several has to name them in the order that is everybody's. */
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
