import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../common/config/index.js';
import { LOGGER } from '../common/logger-token.js';
import { Sweeper } from '../common/sweeper.js';
import { LowCreditAlerts } from './low-credit-alerts.js';

/** Looks for accounts to alert every ALERTS_SECONDS, on every instance; mails apart, since a mail server takes its time. */
@Injectable()
export class AlertsSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweepers: Sweeper[];

  constructor(alerts: LowCreditAlerts, { ALERTS_SECONDS }: Config, @Inject(LOGGER) logger: Logger) {
    this.sweepers = [
      new Sweeper('alerts', ALERTS_SECONDS, () => alerts.sweep(), logger),
      new Sweeper('alert mails', ALERTS_SECONDS, () => alerts.sendMails(), logger),
    ];
  }

  onApplicationBootstrap(): void {
    for (const sweeper of this.sweepers) sweeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.sweepers.map((sweeper) => sweeper.stop()));
  }
}
