import { Body, Controller, Headers, HttpCode, Post, Query, Req, UseFilters } from '@nestjs/common';
import { ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresHookSignature,
} from '../platform/access/principal.js';
import { BareResponse, ForeignBody, type RequestBody } from '../platform/http/index.js';
import { RateLimited } from '../platform/limits/index.js';
import { Describes, Fails, FailsAs } from '../platform/openapi/index.js';
import { SupabaseQueryDto } from './hook-query.dto.js';
import { HookRequests } from './hook-requests.js';
import { SupabaseAnswer, SupabaseHookDto } from './hooks.dto.js';
import { SUPABASE_FAILURE, SupabaseFilter } from './supabase.filter.js';

@ApiTags('Hooks')
@Controller('api/hooks/supabase')
@UseFilters(SupabaseFilter)
export class SupabaseController {
  constructor(private readonly requests: HookRequests) {}

  /** The "Send SMS hook" of Supabase Auth, signed with the hook secret of the API key `key_id`. */
  @Post()
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
    description: 'Id of the call; a retry has the same',
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
    await this.requests.send(who, message, { hook: 'supabase', webhookId, rawBody });
    return {};
  }
}
