import { AppError } from './errors/index.js';

/** Runs at most `slots` works at once and lets at most `queueMax` wait, first come first served. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private slots: number,
    private readonly queueMax: number,
  ) {}

  /** Fails with `overloaded` when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.slots > 0) {
      this.slots--;
      return;
    }
    if (this.waiting.length >= this.queueMax) throw new AppError('overloaded');
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The slot goes straight to whoever waited longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.slots++;
  }
}
