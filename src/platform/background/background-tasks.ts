import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '../observability/logger-token.js';

const TASKS_MAX = 200;

/** Runs work that outlives its request, and logs its failures. The stores close only after it. One per module. */
@Injectable()
export class BackgroundTasks implements OnApplicationShutdown {
  private readonly running = new Set<Promise<void>>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Starts `task` after the response, so that its duration cannot be measured; false if there are too many. */
  start(name: string, task: () => Promise<void>): boolean {
    if (this.running.size >= TASKS_MAX) return false;
    const run = new Promise<void>((resolve) => setImmediate(resolve))
      .then(task)
      .catch(({ message, stack }: Error) =>
        this.logger.warn({ task: name, err: { message, stack } }, 'background task failed'),
      )
      .finally(() => this.running.delete(run));
    this.running.add(run);
    return true;
  }

  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.idle();
  }
}
