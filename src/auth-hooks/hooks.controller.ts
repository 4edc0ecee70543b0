import { Body, Controller, Headers, HttpCode, Post, Query, Req, UseFilters } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SENT_MESSAGE } from '../otp/index.js';
import {
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresApiKey,
  RequiresApiKeyOrHookSignature,
  RequiresHookSignature,
} from '../platform/access/principal.js';
import { BareResponse, ForeignBody, type RequestBody } from '../platform/http/index.js';
import { RateLimited } from '../platform/limits/index.js';
import { Answers, Describes, Fails, FailsAs } from '../platform/openapi/index.js';
import { mapHook } from './generic-mapping.js';
import { GenericQueryDto, HookQueryDto, SupabaseQueryDto } from './hook-query.dto.js';
import { KratosHookDto, LogtoHookDto, SupabaseAnswer, SupabaseHookDto } from './hooks.dto.js';
import { HOOK_FAILURES, HooksService } from './hooks.service.js';
import { SUPABASE_FAILURE, SupabaseFilter } from './supabase.filter.js';

/** Callers that send an API key in a header read only the status of the response. */
@ApiTags('Hooks')
@Controller('api/hooks')
export class HooksController {
  constructor(private readonly hooks: HooksService) {}

  /** The HTTP SMS connector of Logto; its `authorization` is `Bearer <api_key>`. */
  @Post('logto')
  @RequiresApiKey('send')
  @RateLimited('send')
  @ForeignBody()
  @Answers(null, {
    summary: { id: 'Kirim OTP untuk Logto', en: 'Send an OTP for Logto' },
    about: "Accepts requests of Logto's HTTP SMS connector.",
    message: SENT_MESSAGE,
  })
  @Fails(...HOOK_FAILURES)
  receiveLogtoHook(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Query() { company_name: companyName, language }: HookQueryDto,
    @Body() { to: phone, payload: { code, locale } }: LogtoHookDto,
  ): Promise<void> {
    return this.hooks.send(who, { phone, code, companyName, language, locale });
  }

  /** An HTTP channel of the courier of Ory Kratos; its `api_key` is the header Authorization: Bearer <api_key>. */
  @Post('kratos')
  @RequiresApiKey('send')
  @RateLimited('send')
  @ForeignBody()
  @Answers(null, {
    summary: { id: 'Kirim OTP untuk Ory Kratos', en: 'Send an OTP for Ory Kratos' },
    about: 'Accepts the request that Kratos sends with the documented template.',
    message: { id: 'Hook diterima.', en: 'The hook was received.' },
  })
  @Fails(...HOOK_FAILURES)
  async receiveKratosHook(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Query() { company_name: companyName, language }: HookQueryDto,
    @Body() { isNotice, recipient: phone, code, locale }: KratosHookDto,
  ) {
    // Notices are accepted too: Kratos would retry a rejected one, and hold back the codes in its queue.
    if (!isNotice) await this.hooks.send(who, { phone, code, companyName, language, locale });
  }

  /** The "Send SMS hook" of Supabase Auth, signed with the hook secret of the API key `key_id`. */
  @Post('supabase')
  @UseFilters(SupabaseFilter)
  @HttpCode(200)
  @RequiresHookSignature('send')
  @RateLimited('send')
  @ForeignBody()
  @BareResponse()
  @Describes({
    summary: { id: 'Kirim OTP untuk Supabase Auth', en: 'Send an OTP for Supabase Auth' },
    about: 'Receives the Send SMS hook of Supabase Auth, and responds in its format.',
  })
  @ApiResponse({
    status: 200,
    type: SupabaseAnswer,
    description:
      '`{}`: sent, or may still be sent. `error`: not sent; Supabase shows its message to the user',
  })
  @ApiHeader({
    name: 'webhook-id',
    required: true,
    description: 'Id of the call; retries have the same id',
  })
  @FailsAs(SUPABASE_FAILURE)
  @Fails('parameter_missing', 'idempotency_key_invalid', 'idempotency_mismatch')
  async receiveSupabaseHook(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Headers('webhook-id') webhookId: string,
    @Query() { company_name: companyName, language }: SupabaseQueryDto,
    @Body() { user, sms, locale }: SupabaseHookDto,
    @Req() { body }: FastifyRequest,
  ): Promise<SupabaseAnswer> {
    const rawBody = await (body as RequestBody).bytes();
    // While a user changes numbers, `user.phone` is the old one.
    const message = { phone: sms.phone || user.phone, code: sms.otp, companyName, language, locale };
    await this.hooks.sendOnce(who, message, { hook: 'supabase', webhookId, rawBody });
    return {};
  }

  @Post('generic')
  @RequiresApiKeyOrHookSignature('send')
  @RateLimited('send')
  @ForeignBody()
  @Answers(null, {
    summary: { id: 'Kirim OTP untuk software lain', en: 'Send an OTP for other software' },
    about: 'Reads phone and code from the body, at the paths in the query.',
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
  ) {
    const request = webhookId && {
      hook: 'generic' as const,
      webhookId,
      rawBody: await (body as RequestBody).bytes(),
    };
    await this.hooks.sendOnce(who, mapHook(query, payload), request || undefined);
  }
}
