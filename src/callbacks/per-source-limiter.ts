import { AppError } from '../platform/errors/index.js';

interface Source {
  running: number;
  waiting: (() => void)[];
}

/** Runs at most `atOnce` tasks per source. Others wait in order, at most `waitingMax` over all sources. */
export class PerSourceLimiter {
  private readonly sources = new Map<string, Source>();
  private waiting = 0;

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  /** Fails with `overloaded` if too many wait. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const source = this.sources.get(name) ?? { running: 0, waiting: [] };
    this.sources.set(name, source);
    if (source.running < this.atOnce) source.running++;
    else await this.turnOf(source);
    try {
      return await work();
    } finally {
      this.pass(name, source);
    }
  }

  private async turnOf(source: Source): Promise<void> {
    if (this.waiting >= this.waitingMax) throw new AppError('overloaded');
    this.waiting++;
    await new Promise<void>((resolve) => source.waiting.push(resolve)).finally(() => this.waiting--);
  }

  private pass(name: string, source: Source): void {
    const next = source.waiting.shift();
    if (next) next();
    else if (--source.running === 0) this.sources.delete(name);
  }
}
