import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RateLimited } from '../common/limits/index.js';
import { Answers, Fails } from '../common/openapi/index.js';
import { CurrentPrincipal, RequiresApiKey, type ApiKeyPrincipal } from '../common/principal.js';
import { SENT_MESSAGE } from '../otp/index.js';
import { HookQueryDto, KratosHookDto, LogtoHookDto } from './hooks.dto.js';
import { HooksService } from './hooks.service.js';

/** Of a send, but for those after which the code may arrive. */
const FAILURES = [
  'rate_limited',
  'parameter_missing',
  'parameter_invalid',
  'phone_invalid',
  'company_name_too_long',
  'company_name_invalid',
  'otp_code_invalid',
  'recipient_limited',
  'daily_cap_reached',
  'insufficient_credit',
  'no_device',
  'gateway_error',
] as const;

/** Hooks that carry the API key itself. Whoever calls looks at nothing but the status. */
@ApiTags('Hooks')
@Controller('api/hooks')
@RequiresApiKey()
export class HooksController {
  constructor(private readonly hooks: HooksService) {}

  /** The HTTP SMS connector of Logto; its `authorization` is `Bearer <api_key>`. */
  @Post('logto')
  @RateLimited('send')
  @Answers(null, { summary: 'Kirim OTP untuk Logto', message: SENT_MESSAGE })
  @Fails(...FAILURES)
  logto(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Query() { company_name: companyName }: HookQueryDto,
    @Body() { to: phone, payload: { code } }: LogtoHookDto,
  ): Promise<void> {
    return this.hooks.send(who, { phone, code, companyName });
  }

  /** An HTTP channel of the courier of Ory Kratos; its `api_key` is the header Authorization: Bearer <api_key>. */
  @Post('kratos')
  @RateLimited('send')
  @Answers(null, { summary: 'Kirim OTP untuk Ory Kratos', message: SENT_MESSAGE })
  @Fails(...FAILURES)
  kratos(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Query() { company_name: companyName }: HookQueryDto,
    @Body() { recipient: phone, code }: KratosHookDto,
  ): Promise<void> {
    return this.hooks.send(who, { phone, code, companyName });
  }
}
