import { Body, Get, Post, Query } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { DeliveryPage, DeliveryQuery, DeliveryView, Replayed, ReplaySinceDto } from './deliveries.dto.js';
import { DeliveryLog } from './delivery-log.js';
import { redactForImpersonation } from './redact-for-impersonation.js';
import { ReplayService } from './replay.service.js';

@UserController('Webhooks', 'api/account/webhooks')
export class DeliveriesController {
  constructor(
    private readonly log: DeliveryLog,
    private readonly replays: ReplayService,
  ) {}

  /** Newest first. */
  @Get(':id/deliveries')
  @AllowsImpersonation()
  @Answers(DeliveryPage, {
    summary: { id: 'Catatan pengiriman sebuah webhook', en: 'List the deliveries of a webhook' },
    about: 'Every attempt with its status, its time and the first KiB of the response.',
  })
  async listWebhookDeliveries(
    @CurrentPrincipal() who: Principal,
    @IdParam() id: number,
    @Query() query: DeliveryQuery,
  ): Promise<DeliveryPage> {
    return redactForImpersonation(who, await this.log.page(who.userId, id, query));
  }

  /** Uses the same queue, signature and log as any event. */
  @Post(':id/test')
  @Answers(DeliveryView, {
    summary: { id: 'Kirim event percobaan', en: 'Send a test event' },
    about: 'Sends a `webhook.test`, whatever events the webhook has.',
    status: 202,
    message: { id: 'Event percobaan dikirim.', en: 'The test event was sent.' },
  })
  @Fails('webhook_inactive')
  testWebhook(@CurrentPrincipal() who: Principal, @IdParam() id: number): Promise<DeliveryView> {
    return this.replays.test(who.userId, id);
  }

  @Post('deliveries/:id/replay')
  @Answers(DeliveryView, {
    summary: { id: 'Kirim ulang satu pengiriman', en: 'Send a delivery again' },
    about: 'Sends the same id and the same bytes.',
    status: 202,
    message: { id: 'Pengiriman diulang.', en: 'The delivery is retried.' },
  })
  @Fails('webhook_inactive')
  replayDelivery(@CurrentPrincipal() who: Principal, @IdParam() id: number): Promise<DeliveryView> {
    return this.replays.one(who.userId, id);
  }

  /** Includes failed ones that wait for a retry. */
  @Post(':id/replay')
  @Answers(Replayed, {
    summary: { id: 'Kirim ulang semua yang gagal sejak suatu saat', en: 'Send all failed deliveries again' },
    about: 'Sends the deliveries that failed since a time, in order.',
    status: 202,
    message: { id: 'Pengiriman diulang.', en: 'The delivery is retried.' },
  })
  @Fails('parameter_missing', 'webhook_inactive')
  replayFailedDeliveries(
    @CurrentPrincipal() who: Principal,
    @IdParam() id: number,
    @Body() body: ReplaySinceDto,
  ): Promise<Replayed> {
    return this.replays.failedSince(who.userId, id, body.since);
  }
}
