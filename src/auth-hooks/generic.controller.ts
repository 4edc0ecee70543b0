import { Body, Controller, Headers, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SENT_MESSAGE } from '../otp/index.js';
import {
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresApiKeyOrHookSignature,
} from '../platform/access/principal.js';
import { ForeignBody, type RequestBody } from '../platform/http/index.js';
import { RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { mapHook } from './generic-mapping.js';
import { GenericQueryDto } from './hook-query.dto.js';
import { HookRequests } from './hook-requests.js';
import { HOOK_FAILURES } from './hooks.service.js';

@ApiTags('Hooks')
@Controller('api/hooks/generic')
export class GenericController {
  constructor(private readonly requests: HookRequests) {}

  @Post()
  @RequiresApiKeyOrHookSignature('send')
  @RateLimited('send')
  @ForeignBody()
  @Answers(null, {
    summary: { id: 'Kirim OTP untuk software lain', en: 'Send an OTP for other software' },
    about: 'Finds phone and code where the query says they are in the body.',
    message: SENT_MESSAGE,
  })
  @ApiBody({
    schema: {
      type: 'object',
      additionalProperties: true,
      example: { contextInfo: { recipientPhoneNumber: '+6281234567890' }, args: { code: '123456' } },
    },
  })
  @Fails(...HOOK_FAILURES, 'idempotency_key_invalid', 'idempotency_mismatch')
  async receiveHook(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Headers('webhook-id') webhookId: string | undefined,
    @Query() query: GenericQueryDto,
    @Body() payload: Record<string, unknown>,
    @Req() { body }: FastifyRequest,
  ): Promise<void> {
    const request = webhookId && {
      hook: 'generic' as const,
      webhookId,
      rawBody: await (body as RequestBody).bytes(),
    };
    await this.requests.send(who, mapHook(query, payload), request || undefined);
  }
}
