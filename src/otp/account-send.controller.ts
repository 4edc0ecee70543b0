import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiKeysService } from '../api-keys/index.js';
import {
  CurrentPrincipal,
  requireOperation,
  RequiresUser,
  type UserPrincipal,
} from '../common/access/principal.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../common/idempotency/index.js';
import { KeyRates, RateLimited } from '../common/limits/index.js';
import { Answers, Fails } from '../common/openapi/index.js';
import { OtpService } from './otp.service.js';
import { AccountSendDto, SEND_FAILURES, SendResult, SENT_MESSAGE } from './send.dto.js';

@ApiTags('Account')
@Controller('api/account/otp')
export class AccountSendController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly otp: OtpService,
    private readonly rates: KeyRates,
  ) {}

  /**
   * The send of an own API key, with its rules, limits and price; only its list of addresses does not apply. Magic
   * numbers stand for failures of API keys too.
   */
  @Post('send')
  @RequiresUser()
  @RateLimited('send')
  @Idempotent('account.otp.send')
  @Answers(SendResult, {
    id: 'sendOtpAsUser',
    summary: 'Send an OTP with an own API key',
    summaryId: 'Kirim OTP dengan API key sendiri',
    about: 'What the dashboard uses to try a key, without knowing it.',
    message: SENT_MESSAGE,
  })
  @Fails(
    ...SEND_FAILURES,
    'not_found',
    'api_key_not_live',
    'api_key_missing',
    'api_key_invalid',
    'operation_not_allowed',
  )
  async send(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Body() body: AccountSendDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ): Promise<SendResult> {
    const key = await this.keys.verifyOwned(userId, body.api_key_id);
    requireOperation(key, 'send');
    await this.rates.take(key, 'send');
    return this.otp.send(key, body, claim);
  }
}
