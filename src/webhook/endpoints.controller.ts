import { Body, Delete, Get, Patch, Post } from '@nestjs/common';
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
import {
  CreateWebhookDto,
  NewWebhook,
  RotateSecretDto,
  UpdateWebhookDto,
  WebhookView,
} from './endpoints.dto.js';
import { EndpointsService } from './endpoints.service.js';
import { redactForImpersonation } from './redact-for-impersonation.js';

@UserController('Webhooks', 'api/account/webhooks')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @AllowsImpersonation()
  @Answers(WebhookView, {
    summary: { id: 'Daftar webhook', en: 'List the webhooks' },
    about: 'Each with its events, and since when it fails.',
    list: true,
  })
  async listWebhooks(@CurrentPrincipal() who: Principal): Promise<WebhookView[]> {
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
  async createWebhook(
    @CurrentActor() owner: SessionActor,
    @Body() body: CreateWebhookDto,
  ): Promise<NewWebhook> {
    await this.confirmation.require(owner, body.current_password);
    return this.endpoints.create(owner, body);
  }

  @Patch(':id')
  @Answers(WebhookView, {
    summary: { id: 'Ubah URL, pilihan event atau status webhook', en: 'Change a webhook' },
    about: 'Its URL, its events, or switch it on again.',
  })
  @Fails('webhook_url_invalid')
  async updateWebhook(
    @CurrentActor() owner: SessionActor,
    @IdParam() id: number,
    @Body() body: UpdateWebhookDto,
  ): Promise<WebhookView> {
    await this.confirmation.require(owner, body.current_password);
    return this.endpoints.update(owner, id, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Hapus webhook', en: 'Delete a webhook' },
    about: 'What still waits for it is dropped.',
    message: { id: 'Webhook dihapus.', en: 'The webhook was deleted.' },
  })
  deleteWebhook(@CurrentActor() owner: SessionActor, @IdParam() id: number): Promise<void> {
    return this.endpoints.remove(owner, id);
  }

  @Post(':id/rotate-secret')
  @Answers(NewWebhook, {
    summary: { id: 'Ganti secret dengan masa tumpang tindih', en: 'Rotate the secret of a webhook' },
    about: 'Until the overlap ends both secrets sign.',
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
  ): Promise<NewWebhook> {
    await this.confirmation.require(owner, body.current_password);
    return this.endpoints.rotateSecret(owner, id, body.overlap_seconds);
  }
}
