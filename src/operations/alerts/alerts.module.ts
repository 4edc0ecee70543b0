import { Module } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { CostsModule } from '../../costs/index.js';
import { CreditModule, TopUpRequests } from '../../credit/index.js';
import { FraudModule } from '../../fraud/index.js';
import { GatewayModule } from '../../gateway/index.js';
import { HistoryModule } from '../../history/index.js';
import { OtpModule } from '../../otp/index.js';
import { PaymentsModule } from '../../payments/index.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { MailModule } from '../../platform/mail/index.js';
import { STORE_CHECK_SECONDS, StoreWatch } from '../../platform/stores/store-watch.js';
import { PrivacyModule } from '../../privacy/index.js';
import { UsersModule } from '../../users/index.js';
import { OperatorDestinations, WebhookClient, WebhookModule } from '../../webhook/index.js';
import { AuditModule } from '../audit/index.js';
import { LedgerAuditModule } from '../books/index.js';
import { AccountMails, topUpMail } from './account-mails.js';
import { LowCreditAlerts } from './low-credit-alerts.js';
import { LowRunwayMails } from './low-runway-mails.js';
import type { AlertSource } from './operator/alert-kinds.rules.js';
import { Acknowledging, AlertList } from './operator/alert-list.js';
import { AlertMetrics } from './operator/alert-metrics.js';
import { AlertNotifier } from './operator/alert-notifier.js';
import { ALERT_SOURCES, AlertWatch } from './operator/alert-watch.js';
import { AlertsAdminController, DeviceAlertsAdminController } from './operator/alerts.admin.controller.js';
import { DatabaseOutage } from './operator/database-outage.js';
import { NoticeOutbox } from './operator/notice-outbox.js';
import { AccountSources } from './operator/sources/account-sources.js';
import { DeviceSources } from './operator/sources/device-sources.js';
import { ServiceSources } from './operator/sources/service-sources.js';

/** Balances last days. */
const RUNWAYS_SECONDS = 60;

const SOURCES = [DeviceSources, ServiceSources, AccountSources];

@Module({
  imports: [
    AuditModule,
    LedgerAuditModule,
    CostsModule,
    CreditModule,
    FraudModule,
    GatewayModule,
    HistoryModule,
    OtpModule,
    PaymentsModule,
    PrivacyModule,
    UsersModule,
    WebhookModule,
    MailModule,
  ],
  controllers: [AlertsAdminController, DeviceAlertsAdminController],
  providers: [
    AccountMails,
    LowCreditAlerts,
    LowRunwayMails,
    AlertMetrics,
    ...SOURCES,
    {
      provide: ALERT_SOURCES,
      inject: SOURCES,
      useFactory: (...sources: { all: AlertSource[] }[]) => sources.flatMap(({ all }) => all),
    },
    // ALERT_WEBHOOK_URL is the operator's own setting: private addresses are allowed.
    {
      provide: WebhookClient,
      inject: [Config],
      useFactory: (config: Config) => new WebhookClient(new OperatorDestinations(config)),
    },
    NoticeOutbox,
    AlertWatch,
    AlertNotifier,
    AlertList,
    Acknowledging,
    DatabaseOutage,
  ],
})
/** Runs on every instance. Alerts are found and sent by separate jobs, since receivers may be slow. */
export class AlertsModule {
  constructor(
    { ALERTS_SECONDS }: Config,
    sweepers: Sweepers,
    lowCredit: LowCreditAlerts,
    lowRunways: LowRunwayMails,
    mails: AccountMails,
    topUps: TopUpRequests,
    watch: AlertWatch,
    notifier: AlertNotifier,
    stores: StoreWatch,
    outage: DatabaseOutage,
  ) {
    sweepers.every('alerts', ALERTS_SECONDS, () => lowCredit.sweep());
    sweepers.every('alert mails', ALERTS_SECONDS, () => lowCredit.sendMails());
    sweepers.every('mails about runways', Math.max(RUNWAYS_SECONDS, ALERTS_SECONDS), () =>
      lowRunways.sweep(),
    );
    sweepers.every('top-up mails', ALERTS_SECONDS, () => mails.send('top_up', topUps, topUpMail));
    sweepers.every('operator alerts', ALERTS_SECONDS, () => watch.observeSources());
    sweepers.purge('alerts to the operator', (limit) => watch.purge(limit));
    sweepers.every('operator mails', ALERTS_SECONDS, () => notifier.sendMails());
    sweepers.every('the check of the stores', STORE_CHECK_SECONDS, () => stores.check());
    sweepers.every('alerts about the database', ALERTS_SECONDS, () => outage.notifyOperator());
    sweepers.every('operator webhook', ALERTS_SECONDS, () => notifier.callWebhook());
  }
}
