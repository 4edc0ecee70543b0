import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SENT_MESSAGE } from '../otp/index.js';
import { type ApiKeyPrincipal, CurrentPrincipal, RequiresApiKey } from '../platform/access/principal.js';
import { ForeignBody } from '../platform/http/index.js';
import { RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { HookQueryDto } from './hook-query.dto.js';
import { KratosHookDto, LogtoHookDto } from './hooks.dto.js';
import { HOOK_FAILURES, HooksService } from './hooks.service.js';

/** Hooks with the API key in a header. Their callers read only the status. */
@ApiTags('Hooks')
@Controller('api/hooks')
@RequiresApiKey('send')
export class HooksController {
  constructor(private readonly hooks: HooksService) {}

  /** The HTTP SMS connector of Logto; its `authorization` is `Bearer <api_key>`. */
  @Post('logto')
  @RateLimited('send')
  @ForeignBody()
  @Answers(null, {
    summary: { id: 'Kirim OTP untuk Logto', en: 'Send an OTP for Logto' },
    about: "Takes what Logto's HTTP SMS connector posts.",
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
  ): Promise<void> {
    // Kratos retries a rejected notice, and the codes behind it wait.
    if (!isNotice) await this.hooks.send(who, { phone, code, companyName, language, locale });
  }
}
