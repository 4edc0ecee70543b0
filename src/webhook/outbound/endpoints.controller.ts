import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UserActor } from '../../audit/index.js';
import { CurrentActor } from '../../common/actor.js';
import { IdPipe } from '../../common/id.pipe.js';
import { Answers, Fails } from '../../common/openapi/index.js';
import {
  CurrentPrincipal,
  type Principal,
  RequiresUser,
  type UserPrincipal,
} from '../../common/principal.js';
import {
  CreateWebhookDto,
  NewWebhook,
  RotateSecretDto,
  UpdateWebhookDto,
  WebhookView,
} from './endpoints.dto.js';
import { EndpointsService } from './endpoints.service.js';

@ApiTags('Webhooks')
@Controller('api/account/webhooks')
@RequiresUser()
export class EndpointsController {
  constructor(private readonly endpoints: EndpointsService) {}

  @Get()
  @Answers(WebhookView, { summary: 'Daftar webhook', list: true })
  list(@CurrentPrincipal() who: Principal): Promise<WebhookView[]> {
    return this.endpoints.list(who.userId);
  }

  /** The secret is in this answer and nowhere else. */
  @Post()
  @Answers(NewWebhook, {
    summary: 'Daftarkan webhook',
    status: 201,
    message: 'Webhook dibuat. Simpan secret sekarang, tidak ditampilkan lagi.',
  })
  @Fails('parameter_missing', 'webhook_url_invalid', 'parameter_invalid', 'webhook_limit')
  create(
    @CurrentPrincipal() who: UserPrincipal,
    @CurrentActor() owner: UserActor,
    @Body() body: CreateWebhookDto,
  ): Promise<NewWebhook> {
    return this.endpoints.create(owner, body, who.tokenVersion);
  }

  @Patch(':id')
  @Answers(WebhookView, { summary: 'Ubah URL, pilihan event atau status webhook' })
  @Fails('webhook_url_invalid', 'parameter_invalid', 'not_found')
  update(
    @CurrentActor() owner: UserActor,
    @Param('id', IdPipe) id: number,
    @Body() body: UpdateWebhookDto,
  ): Promise<WebhookView> {
    return this.endpoints.update(owner, id, body);
  }

  @Delete(':id')
  @Answers(null, { summary: 'Hapus webhook', message: 'Webhook dihapus.' })
  @Fails('not_found')
  remove(@CurrentActor() owner: UserActor, @Param('id', IdPipe) id: number): Promise<void> {
    return this.endpoints.remove(owner, id);
  }

  /** A new secret in place of an old one, which signs beside it for `overlap_seconds`. */
  @Post(':id/rotate-secret')
  @Answers(NewWebhook, {
    summary: 'Ganti secret dengan masa tumpang tindih',
    status: 201,
    message: 'Secret diganti. Simpan sekarang, tidak ditampilkan lagi.',
  })
  @Fails('parameter_invalid', 'not_found')
  rotateSecret(
    @CurrentActor() owner: UserActor,
    @Param('id', IdPipe) id: number,
    @Body() body: RotateSecretDto,
  ): Promise<NewWebhook> {
    return this.endpoints.rotateSecret(owner, id, body.overlap_seconds);
  }
}
