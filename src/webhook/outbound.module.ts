import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { MailModule } from '../platform/mail/index.js';
import { UsersModule } from '../users/index.js';
import { DeliveryClaims } from './claims.js';
import { WebhookClientModule } from './client/index.js';
import { Courier } from './courier.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryLog } from './delivery-log.js';
import { DeliveryReader } from './delivery-reader.js';
import { DeliveryWorker } from './delivery-worker.js';
import { EndpointAlarm } from './endpoint-alarm.js';
import { EndpointHealth } from './endpoint-health.js';
import { EndpointsController } from './endpoints.controller.js';
import { EndpointsService } from './endpoints.service.js';
import { EventPurge } from './event-purge.js';
import { Expansion } from './expansion.js';
import { Housekeeping } from './housekeeping.js';
import { Outcomes } from './outcomes.js';
import { ReplayService } from './replay.service.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { Webhooks } from './webhooks.service.js';

@Module({
  imports: [UsersModule, AuditModule, MailModule, WebhookClientModule],
  controllers: [EndpointsController, DeliveriesController],
  providers: [
    Webhooks,
    WebhookMetrics,
    Expansion,
    DeliveryClaims,
    Outcomes,
    Courier,
    DeliveryWorker,
    Housekeeping,
    EndpointHealth,
    EndpointAlarm,
    EndpointsService,
    DeliveryLog,
    ReplayService,
    DeliveryReader,
    EventPurge,
  ],
  exports: [Webhooks, DeliveryReader, EventPurge],
})
export class OutboundModule {}
