import type { Logger } from 'pino';

/** Runs work periodically, never concurrently. Logs its errors. */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private state: 'new' | 'waiting' | 'running' | 'stopped' = 'new';
  /** Start of the next round, by performance.now(). */
  private nextAtMs = Infinity;

  constructor(
    private readonly name: string,
    private readonly everySeconds: number,
    private readonly work: () => Promise<unknown>,
    private readonly logger: Logger,
    /** The pause after a failed round. */
    private readonly retrySeconds = everySeconds,
  ) {}

  start(firstSeconds = this.everySeconds): void {
    this.wait(firstSeconds);
  }

  within(ms: number): void {
    if (this.state === 'new' || this.state === 'stopped') return;
    const atMs = performance.now() + Math.max(0, ms);
    if (atMs >= this.nextAtMs) return;
    this.nextAtMs = atMs;
    if (this.state === 'waiting') this.setTimer();
  }

  /** Time until the next round; undefined while one runs or none is scheduled. */
  get nextInMs(): number | undefined {
    return this.state === 'waiting' ? Math.max(0, this.nextAtMs - performance.now()) : undefined;
  }

  /** Runs a round after the current one; throws its errors. */
  async runOnce(): Promise<void> {
    const round = this.running.then(() => this.work());
    this.running = round.then(
      () => undefined,
      () => undefined,
    );
    await round;
  }

  /** Resolves after the current round. */
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
      this.running = this.running.then(() => this.run());
    }, this.nextAtMs - performance.now()).unref();
  }

  private async run(): Promise<void> {
    if (this.isStopped()) return;
    this.state = 'running';
    // A later call of within() schedules another round.
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

  /** A method, since TypeScript assumes that the state is unchanged after the await. */
  private isStopped(): boolean {
    return this.state === 'stopped';
  }
}
