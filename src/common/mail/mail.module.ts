import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../clock.js';
import { Config } from '../config/index.js';
import { LOGGER } from '../logger-token.js';
import { FileMailer } from './file-mailer.js';
import { Mailer } from './mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

@Module({
  providers: [
    {
      provide: Mailer,
      inject: [Config, Clock, LOGGER],
      useFactory: (config: Config, clock: Clock, logger: Logger): Mailer =>
        config.SMTP_URL
          ? new SmtpMailer(config.SMTP_URL, config.MAIL_FROM)
          : new FileMailer(config, clock, logger),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
