import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ApiKeyPrincipal, CurrentPrincipal, RequiresApiKey } from '../platform/access/principal.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../platform/idempotency/index.js';
import { RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { OtpService } from './otp.service.js';
import { OtpCheck } from './otp-check.js';
import { magicNumbersTable } from './sandbox/magic-numbers.rules.js';
import { CheckOtpDto, CheckResult, SEND_FAILURES, SendOtpDto, SendResult, SENT_MESSAGE } from './send.dto.js';

@ApiTags('OTP')
@Controller('api/otp')
export class OtpController {
  constructor(
    private readonly otp: OtpService,
    private readonly checks: OtpCheck,
  ) {}

  @Post('send')
  @RequiresApiKey('send')
  @RateLimited('send')
  @Idempotent('otp.send')
  @Answers(SendResult, {
    summary: { id: 'Kirim OTP', en: 'Send an OTP' },
    about:
      'Sends your code by WhatsApp, or by the `channels` that you name, and charges the price of the channel (200 credits unless the operator sets another). A message that was not sent is refunded. A 504 means that the outcome is not known yet: do not send again with another Idempotency-Key.\n\n' +
      `With a test key nothing is sent or charged. Messages to other numbers are delivered; these numbers simulate an outcome:\n\n${magicNumbersTable()}\n\nLater statuses come some seconds after the response, like the reports of a gateway.`,
    message: SENT_MESSAGE,
  })
  @Fails(...SEND_FAILURES)
  sendOtp(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Body() body: SendOtpDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    return this.otp.send(who, body, claim);
  }

  /** Costs nothing, and stores no code. */
  @Post('check')
  @RequiresApiKey('check')
  @RateLimited('check')
  @Answers(CheckResult, {
    summary: { id: 'Periksa kode OTP', en: 'Check a code' },
    about:
      'Checks whether the code was sent to this phone within the last ten minutes. For a right code, `valid` is `true` only once.',
  })
  @Fails('rate_limited', 'parameter_missing', 'phone_invalid', 'otp_code_invalid', 'check_limited')
  checkOtp(@CurrentPrincipal() who: ApiKeyPrincipal, @Body() body: CheckOtpDto) {
    return this.checks.check(who, body);
  }
}
