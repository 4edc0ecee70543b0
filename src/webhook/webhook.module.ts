import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { MailModule } from '../platform/mail/index.js';
import { PrivacyRecordsModule } from '../privacy/records/index.js';
import { UsersModule } from '../users/index.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryLeases } from './delivery-leases.js';
import { DeliveryLog } from './delivery-log.js';
import { DeliveryReader } from './delivery-reader.js';
import { DeliveryWorker } from './delivery-worker.js';
import { Destinations } from './destinations.js';
import { EndpointAlarm } from './endpoint-alarm.js';
import { EndpointHealth } from './endpoint-health.js';
import { EndpointsController } from './endpoints.controller.js';
import { EndpointsService } from './endpoints.service.js';
import { EventFanOut } from './event-fan-out.js';
import { ReplayService } from './replay.service.js';
import { WebhookCleanup } from './webhook-cleanup.js';
import { WebhookClient } from './webhook-client.js';
import { WebhookEventPurge } from './webhook-event-purge.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookOutbox } from './webhook-outbox.js';
import { WebhookSender } from './webhook-sender.js';

@Module({
  imports: [UsersModule, AuditModule, MailModule, PrivacyRecordsModule],
  controllers: [EndpointsController, DeliveriesController],
  providers: [
    WebhookOutbox,
    WebhookMetrics,
    Destinations,
    {
      provide: WebhookClient,
      inject: [Destinations],
      useFactory: (destinations: Destinations) => new WebhookClient(destinations),
    },
    EventFanOut,
    DeliveryLeases,
    AttemptRecorder,
    WebhookSender,
    DeliveryWorker,
    WebhookCleanup,
    EndpointHealth,
    EndpointAlarm,
    EndpointsService,
    DeliveryLog,
    ReplayService,
    DeliveryReader,
    WebhookEventPurge,
  ],
  exports: [WebhookOutbox, DeliveryReader, WebhookEventPurge],
})
export class WebhookModule {}
