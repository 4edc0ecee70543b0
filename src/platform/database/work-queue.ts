import { AppError } from '../errors/index.js';

/** Runs units of work strictly one after another, at most `capacity` of them waiting. */
export class WorkQueue {
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly capacity: number) {}

  /** Fails with `overloaded` when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.capacity) return Promise.reject(new AppError('overloaded'));
    this.waiting++;
    const result = this.tail.then(work).finally(() => this.waiting--);
    this.tail = result.catch(() => undefined);
    return result;
  }

  async idle(): Promise<void> {
    await this.tail;
  }
}
