import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../common/config/index.js';
import { LOGGER } from '../common/logger-token.js';
import { Sweeper } from '../common/sweeper.js';
import { LowCreditAlerts } from './low-credit-alerts.js';
import { AlertTeller } from './operator/alert-teller.js';
import { AlertWatch } from './operator/alert-watch.js';

/**
 * Looks every ALERTS_SECONDS, on every instance, for what accounts and the operator are to be told; tells it apart, since
 * mail servers and receivers take their time.
 */
@Injectable()
export class AlertsSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweepers: Sweeper[];

  constructor(
    lowCredit: LowCreditAlerts,
    watch: AlertWatch,
    teller: AlertTeller,
    { ALERTS_SECONDS }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const sweeper = (name: string, work: () => Promise<void>) =>
      new Sweeper(name, ALERTS_SECONDS, work, logger);
    this.sweepers = [
      sweeper('alerts', () => lowCredit.sweep()),
      sweeper('alert mails', () => lowCredit.sendMails()),
      sweeper('operator alerts', () => watch.round()),
      sweeper('operator mails', () => teller.sendMails()),
      sweeper('operator webhook', () => teller.callWebhook()),
    ];
  }

  onApplicationBootstrap(): void {
    for (const sweeper of this.sweepers) sweeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.sweepers.map((sweeper) => sweeper.stop()));
  }
}
