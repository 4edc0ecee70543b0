import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ApiKeyPrincipal, CurrentPrincipal, RequiresApiKey } from '../platform/access/principal.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../platform/idempotency/index.js';
import { RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { CheckOtpDto, CheckResult } from './check.dto.js';
import { OtpService } from './otp.service.js';
import { OtpCheck } from './otp-check.js';
import { magicNumbersTable } from './sandbox/magic-numbers-table.rules.js';
import { SEND_FAILURES, SendOtpDto, SendResult, SENT_MESSAGE } from './send.dto.js';

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
    id: 'sendOtp',
    summary: 'Send an OTP',
    summaryId: 'Kirim OTP',
    about:
      'Sends your code by WhatsApp, unless `channels` says more, and charges the price of the channel (200 credits unless the operator sets another); it comes back when it was not sent. A 504 means that the outcome is not known yet: do not send again with another Idempotency-Key.\n\n' +
      `With a test key nothing is sent or charged; any number is delivered, and these play a part:\n\n${magicNumbersTable()}\n\nLater is some seconds after the answer, and a report as a gateway makes it.`,
    message: SENT_MESSAGE,
  })
  @Fails(...SEND_FAILURES)
  send(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Body() body: SendOtpDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ): Promise<SendResult> {
    return this.otp.send(who, body, claim);
  }

  /** Whether this is the code that was sent to this phone, while it is young: true once. Costs nothing, keeps no code. */
  @Post('check')
  @RequiresApiKey('check')
  @RateLimited('check')
  @Answers(CheckResult, {
    id: 'checkOtp',
    summary: 'Check a code',
    summaryId: 'Periksa kode OTP',
    about: 'Whether the code was sent to this phone within the last ten minutes; true once.',
  })
  @Fails('rate_limited', 'parameter_missing', 'phone_invalid', 'otp_code_invalid', 'check_limited')
  check(@CurrentPrincipal() who: ApiKeyPrincipal, @Body() body: CheckOtpDto): Promise<CheckResult> {
    return this.checks.check(who, body);
  }
}
