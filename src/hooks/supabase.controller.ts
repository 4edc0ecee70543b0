import { Body, Controller, Headers, HttpCode, Post, Query, Req, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { BareAnswer, type RequestBody } from '../common/http/index.js';
import { RateLimited } from '../common/limits/index.js';
import { Fails, FailsAs } from '../common/openapi/index.js';
import { CurrentPrincipal, RequiresHookSignature, type ApiKeyPrincipal } from '../common/principal.js';
import { SupabaseAnswer, SupabaseHookDto, SupabaseQueryDto } from './hooks.dto.js';
import { SUPABASE_FAILURE, SupabaseFilter } from './supabase.filter.js';
import { SupabaseService } from './supabase.service.js';

@ApiTags('Hooks')
@Controller('api/hooks/supabase')
@UseFilters(SupabaseFilter)
export class SupabaseController {
  constructor(private readonly supabase: SupabaseService) {}

  /** The "Send SMS hook" of Supabase Auth, signed with the hook secret of the API key `key_id`. */
  @Post()
  @HttpCode(200)
  @RequiresHookSignature()
  @RateLimited('send')
  @BareAnswer()
  @ApiOperation({ summary: 'Kirim OTP untuk Supabase Auth' })
  @ApiResponse({
    status: 200,
    type: SupabaseAnswer,
    description: '`{}`: terkirim. Dengan `error`: ditolak; Supabase meneruskannya kepada pengguna',
  })
  @FailsAs(SUPABASE_FAILURE)
  @Fails('parameter_missing', 'parameter_invalid', 'idempotency_key_invalid', 'idempotency_mismatch')
  async send(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Headers('webhook-id') webhookId: string,
    @Query() { company_name: companyName }: SupabaseQueryDto,
    @Body() { user, sms }: SupabaseHookDto,
    @Req() { body }: FastifyRequest,
  ): Promise<SupabaseAnswer> {
    const delivery = { webhookId, rawBody: await (body as RequestBody).bytes() };
    // A user who changes the number still has the old one.
    await this.supabase.send(who, delivery, { phone: sms.phone || user.phone, code: sms.otp, companyName });
    return {};
  }
}
