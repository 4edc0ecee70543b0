import type { Logger } from 'pino';

/** Runs a piece of work again and again, never twice at once; what it throws is logged, not fatal. */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private state: 'new' | 'waiting' | 'running' | 'stopped' = 'new';
  /** Of the next round, on the process's own watch. */
  private nextAtMs = Infinity;

  constructor(
    private readonly name: string,
    private readonly everySeconds: number,
    private readonly work: () => Promise<unknown>,
    private readonly logger: Logger,
    /** The pause after a round that failed. */
    private readonly retrySeconds = everySeconds,
  ) {}

  start(firstSeconds = this.everySeconds): void {
    this.wait(firstSeconds);
  }

  /** For whoever knows of work: the next round begins so soon, if it would not sooner. */
  within(ms: number): void {
    if (this.state === 'new' || this.state === 'stopped') return;
    const atMs = performance.now() + Math.max(0, ms);
    if (atMs >= this.nextAtMs) return;
    this.nextAtMs = atMs;
    if (this.state === 'waiting') this.setTimer();
  }

  /** In how many milliseconds the next round begins; undefined while one is under way, or none is to come. */
  get nextInMs(): number | undefined {
    return this.state === 'waiting' ? Math.max(0, this.nextAtMs - performance.now()) : undefined;
  }

  /** Once, after one that is under way; what it throws is thrown. */
  async round(): Promise<void> {
    await this.running;
    await this.work();
  }

  /** Resolves when a round under way has ended. */
  async stop(): Promise<void> {
    this.state = 'stopped';
    clearTimeout(this.timer);
    await this.running;
  }

  private wait(seconds: number): void {
    this.state = 'waiting';
    this.nextAtMs = Math.min(this.nextAtMs, performance.now() + seconds * 1000);
    this.setTimer();
  }

  private setTimer(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.running = this.run();
    }, this.nextAtMs - performance.now()).unref();
  }

  private async run(): Promise<void> {
    this.state = 'running';
    // What is told from here on may have come too late for this round.
    this.nextAtMs = Infinity;
    let pauseSeconds = this.everySeconds;
    try {
      await this.work();
    } catch (error) {
      this.logger.error({ err: { message: (error as Error).message } }, `${this.name} failed`);
      pauseSeconds = this.retrySeconds;
    }
    if (!this.isStopped()) this.wait(pauseSeconds);
  }

  /** Asked anew: a stop may have come while the work was waited for. */
  private isStopped(): boolean {
    return this.state === 'stopped';
  }
}
