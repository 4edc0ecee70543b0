import { Module } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { CreditModule } from '../../credit/index.js';
import { GatewayModule } from '../../gateway/index.js';
import { HistoryModule } from '../../history/index.js';
import { OtpModule } from '../../otp/index.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { MailModule } from '../../platform/mail/index.js';
import { STORE_CHECK_SECONDS, StoreWatch } from '../../platform/stores/index.js';
import { UsersModule } from '../../users/index.js';
import { OutboundModule, OwnDestinations, WebhookClient } from '../../webhook/index.js';
import { AuditModule } from '../audit/index.js';
import { BooksModule } from '../books/index.js';
import { AccountMails } from './account-mails.js';
import { LowCreditAlerts } from './low-credit-alerts.js';
import { Acknowledging } from './operator/acknowledging.js';
import { AlertList } from './operator/alert-list.js';
import { AlertMetrics } from './operator/alert-metrics.js';
import type { AlertSource } from './operator/alert-source.js';
import { AlertTeller } from './operator/alert-teller.js';
import { ALERT_SOURCES, AlertWatch } from './operator/alert-watch.js';
import { AlertsAdminController } from './operator/alerts.admin.controller.js';
import { DatabaseOutage } from './operator/database-outage.js';
import { DeviceAlertsAdminController } from './operator/device-alerts.admin.controller.js';
import { Notices } from './operator/notices.js';
import { BacklogSource } from './operator/sources/backlog-source.js';
import { BooksSource } from './operator/sources/books-source.js';
import { ClockSource } from './operator/sources/clock-source.js';
import { ConnectionSource, DeviceSource } from './operator/sources/device-source.js';
import { FreeDeliverySource } from './operator/sources/free-delivery-source.js';
import { NumberProbeSource } from './operator/sources/number-probe-source.js';
import { TopUpSource } from './operator/sources/top-up-source.js';
import { TopUpMails } from './top-up-mails.js';

const SOURCES = [
  ConnectionSource,
  DeviceSource,
  BacklogSource,
  BooksSource,
  FreeDeliverySource,
  TopUpSource,
  NumberProbeSource,
  ClockSource,
];

@Module({
  imports: [
    AuditModule,
    BooksModule,
    CreditModule,
    GatewayModule,
    HistoryModule,
    OtpModule,
    UsersModule,
    OutboundModule,
    MailModule,
  ],
  controllers: [AlertsAdminController, DeviceAlertsAdminController],
  providers: [
    AccountMails,
    LowCreditAlerts,
    TopUpMails,
    AlertMetrics,
    ...SOURCES,
    { provide: ALERT_SOURCES, inject: SOURCES, useFactory: (...sources: AlertSource[]) => sources },
    // The operator's own address, by his own setting: his network is no secret to him.
    {
      provide: WebhookClient,
      inject: [Config],
      useFactory: (config: Config) => new WebhookClient(new OwnDestinations(config)),
    },
    Notices,
    AlertWatch,
    AlertTeller,
    AlertList,
    Acknowledging,
    DatabaseOutage,
  ],
})
/** On every instance. What is found is told apart, since mail servers and receivers take their time. */
export class AlertsModule {
  constructor(
    { ALERTS_SECONDS }: Config,
    sweepers: Sweepers,
    lowCredit: LowCreditAlerts,
    topUps: TopUpMails,
    watch: AlertWatch,
    teller: AlertTeller,
    stores: StoreWatch,
    outage: DatabaseOutage,
  ) {
    sweepers.every('alerts', ALERTS_SECONDS, () => lowCredit.sweep());
    sweepers.every('alert mails', ALERTS_SECONDS, () => lowCredit.sendMails());
    sweepers.every('top-up mails', ALERTS_SECONDS, () => topUps.send());
    sweepers.every('operator alerts', ALERTS_SECONDS, () => watch.round());
    sweepers.purge('alerts to the operator', (limit) => watch.purge(limit));
    sweepers.every('operator mails', ALERTS_SECONDS, () => teller.sendMails());
    sweepers.every('the check of the stores', STORE_CHECK_SECONDS, () => stores.check());
    sweepers.every('alerts about the database', ALERTS_SECONDS, () => outage.round());
    sweepers.every('operator webhook', ALERTS_SECONDS, () => teller.callWebhook());
  }
}
