import { Module } from '@nestjs/common';
import { MailModule } from '../common/mail/index.js';
import { CreditModule } from '../credit/index.js';
import { UsersModule } from '../users/index.js';
import { OutboundModule } from '../webhook/outbound/index.js';
import { AlertsSweeper } from './alerts-sweeper.js';
import { LowCreditAlerts } from './low-credit-alerts.js';

@Module({
  imports: [CreditModule, UsersModule, OutboundModule, MailModule],
  providers: [LowCreditAlerts, AlertsSweeper],
})
export class AlertsModule {}
