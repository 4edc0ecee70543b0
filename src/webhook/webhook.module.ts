import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { MailModule } from '../platform/mail/index.js';
import { PrivacyRecordsModule } from '../privacy/records/index.js';
import { UsersModule } from '../users/index.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryLeases } from './delivery-leases.js';
import { DeliveryReader } from './delivery-reader.js';
import { DeliveryWorker } from './delivery-worker.js';
import { Destinations } from './destinations.js';
import { EndpointHealth } from './endpoint-health.js';
import { EndpointsService } from './endpoints.service.js';
import { EventFanOut } from './event-fan-out.js';
import { WebhookCleanup } from './webhook-cleanup.js';
import { WebhookClient } from './webhook-client.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookOutbox } from './webhook-outbox.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [UsersModule, AuditModule, MailModule, PrivacyRecordsModule],
  controllers: [WebhooksController],
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
    WebhookSender,
    DeliveryWorker,
    WebhookCleanup,
    EndpointHealth,
    EndpointsService,
    DeliveriesService,
    DeliveryReader,
  ],
  exports: [WebhookOutbox, DeliveryReader],
})
export class WebhookModule {}
