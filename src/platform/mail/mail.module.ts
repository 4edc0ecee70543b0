import { Module } from '@nestjs/common';
import { LOGGER, type Logger } from '../observability/logger-token.js';
import { CommonSettings } from '../process/common-settings.js';
import { Clock } from '../time/clock.js';
import { FileMailer } from './file-mailer.js';
import { MailMetrics, MailOutbox } from './mail-outbox.js';
import { Mailer } from './mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

@Module({
  providers: [
    {
      provide: Mailer,
      inject: [CommonSettings, Clock, LOGGER],
      useFactory: (config: CommonSettings, clock: Clock, logger: Logger): Mailer =>
        config.SMTP_URL
          ? new SmtpMailer({ url: config.SMTP_URL, caFile: config.SMTP_CA_FILE }, config.MAIL_FROM)
          : new FileMailer(config, clock, logger),
    },
    MailMetrics,
    MailOutbox,
  ],
  exports: [Mailer, MailOutbox],
})
export class MailModule {}
