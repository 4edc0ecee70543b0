import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../common/config/index.js';
import { LOGGER } from '../common/logger-token.js';
import { Sweeper } from '../common/sweeper.js';
import { CallbackInbox } from './callback-inbox.js';
import { Recovery } from './recovery.js';

/** Runs the recovery and the inbox's sweep every RECOVERY_SECONDS, on every instance. */
@Injectable()
export class RecoverySweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeper: Sweeper;

  constructor(recovery: Recovery, inbox: CallbackInbox, config: Config, @Inject(LOGGER) logger: Logger) {
    const work = async () => {
      await recovery.sweep();
      await inbox.sweep();
    };
    this.sweeper = new Sweeper('recovery', config.RECOVERY_SECONDS, work, logger);
  }

  onApplicationBootstrap(): void {
    this.sweeper.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeper.stop();
  }
}
