import type { Logger } from 'pino';

/** Runs a piece of work again and again, never twice at once; what it throws is logged, not fatal. */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly name: string,
    private readonly everySeconds: number,
    private readonly work: () => Promise<unknown>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.running = this.run();
    }, this.everySeconds * 1000).unref();
  }

  /** Resolves when a round under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.logger.error({ err: { message: (error as Error).message } }, `${this.name} failed`);
    }
    if (!this.stopped) this.start();
  }
}
