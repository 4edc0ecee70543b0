import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../common/common.module.js';
import { CallbackInbox } from '../../otp/index.js';

const EVERY_MS = 30_000;

/** Brings home the callbacks that a crash left in the inbox; harmless on several instances at once. */
@Injectable()
export class InboxSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly inbox: CallbackInbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.sweep());
    }, EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async sweep(): Promise<void> {
    try {
      await this.inbox.sweep();
    } catch (error) {
      this.logger.error({ err: { message: (error as Error).message } }, 'inbox sweep failed');
    }
  }
}
