import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../common/idempotency/index.js';
import { RateLimited } from '../common/limits/index.js';
import { Answers, Fails } from '../common/openapi/index.js';
import { CurrentPrincipal, RequiresApiKey, type ApiKeyPrincipal } from '../common/principal.js';
import { OtpService } from './otp.service.js';
import { SendOtpDto, SendResult, SENT_MESSAGE } from './send.dto.js';

@ApiTags('OTP')
@Controller('api/otp')
export class OtpController {
  constructor(private readonly otp: OtpService) {}

  /** Sends the caller's code as a WhatsApp message and charges 200 credits; a refused message is refunded. */
  @Post('send')
  @RequiresApiKey()
  @RateLimited('send')
  @Idempotent('otp.send')
  @Answers(SendResult, { summary: 'Kirim OTP', message: SENT_MESSAGE })
  @Fails(
    'rate_limited',
    'parameter_missing',
    'phone_invalid',
    'company_name_too_long',
    'company_name_invalid',
    'otp_code_invalid',
    'recipient_limited',
    'insufficient_credit',
    'duplicate',
    'no_device',
    'gateway_error',
    'gateway_unknown',
  )
  send(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Body() body: SendOtpDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ): Promise<SendResult> {
    return this.otp.send(who, body, claim);
  }
}
