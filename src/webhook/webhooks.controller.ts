import { Body, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Creates } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import { DeliveriesService } from './deliveries.service.js';
import { EndpointsService } from './endpoints.service.js';
import { redactForImpersonation } from './redact-for-impersonation.js';
import {
  CreateWebhookDto,
  DeliveryPage,
  DeliveryQuery,
  DeliveryView,
  NewWebhook,
  Replayed,
  ReplaySinceDto,
  RotateSecretDto,
  UpdateWebhookDto,
  WebhookView,
} from './webhook.dto.js';

const REPLAYED = { id: 'Pengiriman diulang.', en: 'The delivery is retried.' };

@UserController('Webhooks', 'api/account/webhooks')
export class WebhooksController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly deliveries: DeliveriesService,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @AllowsImpersonation()
  @Answers(WebhookView, {
    summary: { id: 'Daftar webhook', en: 'List the webhooks' },
    about: 'Each webhook with its events and, if it is failing, since when.',
    list: true,
  })
  async listWebhooks(@CurrentPrincipal() who: Principal) {
    return redactForImpersonation(who, await this.endpoints.list(who.userId));
  }

  @Post()
  @Creates()
  @Answers(NewWebhook, {
    summary: { id: 'Daftarkan webhook', en: 'Create a webhook' },
    about: 'Only this response contains the secret that signs its requests.',
    status: 201,
    message: {
      id: 'Webhook dibuat. Simpan secret sekarang, tidak ditampilkan lagi.',
      en: 'The webhook was created. Save the secret now: it is not shown again.',
    },
  })
  @Fails('parameter_missing', 'webhook_url_invalid', 'parameter_invalid', 'webhook_limit')
  async createWebhook(@CurrentActor() owner: SessionActor, @Body() body: CreateWebhookDto) {
    await this.confirmation.require(owner, body.current_password);
    return this.endpoints.create(owner, body);
  }

  @Patch(':id')
  @Answers(WebhookView, {
    summary: { id: 'Ubah URL, pilihan event atau status webhook', en: 'Change a webhook' },
    about: 'Changes its URL, events or mode, or switches it on again.',
  })
  @Fails('webhook_url_invalid')
  async updateWebhook(
    @CurrentActor() owner: SessionActor,
    @IdParam() id: number,
    @Body() body: UpdateWebhookDto,
  ) {
    await this.confirmation.require(owner, body.current_password);
    return this.endpoints.update(owner, id, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Hapus webhook', en: 'Delete a webhook' },
    about: 'Deliveries that still wait for it are dropped.',
    message: { id: 'Webhook dihapus.', en: 'The webhook was deleted.' },
  })
  deleteWebhook(@CurrentActor() owner: SessionActor, @IdParam() id: number) {
    return this.endpoints.remove(owner, id);
  }

  @Post(':id/rotate-secret')
  @Answers(NewWebhook, {
    summary: { id: 'Ganti secret dengan masa tumpang tindih', en: 'Rotate the secret of a webhook' },
    about: 'Until the overlap ends, both secrets sign.',
    status: 201,
    message: {
      id: 'Secret diganti. Simpan sekarang, tidak ditampilkan lagi.',
      en: 'The secret was replaced. Save it now: it is not shown again.',
    },
  })
  async rotateWebhookSecret(
    @CurrentActor() owner: SessionActor,
    @IdParam() id: number,
    @Body() body: RotateSecretDto,
  ) {
    await this.confirmation.require(owner, body.current_password);
    return this.endpoints.rotateSecret(owner, id, body.overlap_seconds);
  }

  /** Newest first. */
  @Get(':id/deliveries')
  @AllowsImpersonation()
  @Answers(DeliveryPage, {
    summary: { id: 'Catatan pengiriman sebuah webhook', en: 'List the deliveries of a webhook' },
    about: 'Each delivery with its attempts: status, time and the first KiB of the response.',
  })
  async listWebhookDeliveries(
    @CurrentPrincipal() who: Principal,
    @IdParam() id: number,
    @Query() query: DeliveryQuery,
  ) {
    return redactForImpersonation(who, await this.deliveries.page(who.userId, id, query));
  }

  /** Uses the same queue, signature and log as any event. */
  @Post(':id/test')
  @Answers(DeliveryView, {
    summary: { id: 'Kirim event percobaan', en: 'Send a test event' },
    about: 'Sends a `webhook.test`, even if the webhook gets only other events.',
    status: 202,
    message: { id: 'Event percobaan dikirim.', en: 'The test event was sent.' },
  })
  @Fails('webhook_inactive')
  testWebhook(@CurrentPrincipal() who: Principal, @IdParam() id: number) {
    return this.deliveries.test(who.userId, id);
  }

  @Post('deliveries/:id/replay')
  @Answers(DeliveryView, {
    summary: { id: 'Kirim ulang satu pengiriman', en: 'Send a delivery again' },
    about: 'Sends the same id and the same body again.',
    status: 202,
    message: REPLAYED,
  })
  @Fails('webhook_inactive')
  replayDelivery(@CurrentPrincipal() who: Principal, @IdParam() id: number) {
    return this.deliveries.replay(who.userId, id);
  }

  /** Includes deliveries that failed and wait for a retry. */
  @Post(':id/replay')
  @Answers(Replayed, {
    summary: { id: 'Kirim ulang semua yang gagal sejak suatu saat', en: 'Send all failed deliveries again' },
    about: 'Sends the deliveries that failed since the given time, in order.',
    status: 202,
    message: REPLAYED,
  })
  @Fails('parameter_missing', 'webhook_inactive')
  replayFailedDeliveries(
    @CurrentPrincipal() who: Principal,
    @IdParam() id: number,
    @Body() body: ReplaySinceDto,
  ) {
    return this.deliveries.failedSince(who.userId, id, body.since);
  }
}
