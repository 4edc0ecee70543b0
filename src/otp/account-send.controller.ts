import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiKeyVerifier } from '../api-keys/index.js';
import { DeviceTexts } from '../gateway/index.js';
import {
  AllowsImpersonation,
  type ApiKeyPrincipal,
  CurrentPrincipal,
  requireOperation,
  RequiresUser,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../platform/idempotency/index.js';
import { KeyRates, RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
import { ASKED_MESSAGE, InboundVerifications } from './inbound/inbound-verifications.js';
import { OtpService } from './otp.service.js';
import { OtpCheck } from './otp-check.js';
import {
  AccountCheckDto,
  AccountSendDto,
  CheckResult,
  SEND_FAILURES,
  SendResult,
  SENT_MESSAGE,
} from './send.dto.js';
import {
  AccountInboundDto,
  CreatedInboundVerification,
  VerificationView,
} from './verifications/verification.dto.js';
import { TTL_SECONDS } from './verifications/verification.rules.js';

class MessageLook {
  @Field('Text with {code} and at most one {brand}; asterisks mean bold in WhatsApp', {
    example: '*{code}* adalah kode OTP {brand} Anda. Jangan berikan kode ini kepada siapa pun.',
  })
  template!: string;
  @OrNull('string', 'Label of the button that copies the code; null: there is none', { example: null })
  button!: string | null;
}

class MessageLooksView {
  @Field('Texts of sends in Indonesian', { type: MessageLook }) id!: MessageLook;
  @Field('Texts of sends in English', { type: MessageLook }) en!: MessageLook;
}

export class MessageTexts {
  @Field('The text of the service', { type: MessageLooksView }) usual!: MessageLooksView;
  @Field('The texts of the active devices, most common first; never empty', { type: [MessageLooksView] })
  looks!: MessageLooksView[];
}

@ApiTags('Account')
@Controller('api/account/otp')
export class AccountSendController {
  constructor(
    private readonly keys: ApiKeyVerifier,
    private readonly otp: OtpService,
    private readonly checks: OtpCheck,
    private readonly inbound: InboundVerifications,
    private readonly deviceTexts: DeviceTexts,
    private readonly rates: KeyRates,
  ) {}

  /**
   * Sends with one of the user's own API keys. The key's rules, limits and price apply; its list of allowed addresses
   * does not. A magic number may also cause `api_key_missing` or `api_key_invalid`.
   */
  @Post('send')
  @RequiresUser()
  @RateLimited('send')
  @Idempotent('account.otp.send')
  @Answers(SendResult, {
    summary: { id: 'Kirim OTP dengan API key sendiri', en: 'Send an OTP with one of your API keys' },
    about: 'The dashboard uses this to try a key without knowing it.',
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
  async sendOtpAsUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Body() body: AccountSendDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    const key = await this.useKey(userId, body.api_key_id, 'send');
    return this.otp.send(key, body, claim);
  }
  /** Checks a code with one of the user's own API keys. A correct code is valid only once, as with the key itself. */
  @Post('check')
  @RequiresUser()
  @RateLimited('check')
  @Answers(CheckResult, {
    summary: { id: 'Periksa kode OTP dengan API key sendiri', en: 'Check a code with one of your API keys' },
    about: 'The dashboard uses this to try a key without knowing it.',
  })
  @Fails(
    'rate_limited',
    'parameter_missing',
    'parameter_invalid',
    'phone_invalid',
    'otp_code_invalid',
    'check_limited',
    'not_found',
    'api_key_not_live',
    'operation_not_allowed',
  )
  async checkOtpAsUser(@CurrentPrincipal() { userId }: UserPrincipal, @Body() body: AccountCheckDto) {
    const key = await this.useKey(userId, body.api_key_id, 'check');
    return this.checks.check(key, body);
  }

  @Post('inbound')
  @RequiresUser()
  @RateLimited('send')
  @Idempotent('account.otp.inbound')
  @Answers(CreatedInboundVerification, {
    summary: {
      id: 'Buat verifikasi masuk dengan API key sendiri',
      en: 'Create an inbound verification with one of your API keys',
    },
    about: 'The dashboard uses this to try a key without knowing it.',
    status: 201,
    message: ASKED_MESSAGE,
  })
  @Fails(
    'parameter_missing',
    'phone_invalid',
    'company_name_too_long',
    'company_name_invalid',
    'spend_cap_reached',
    'insufficient_credit',
    'no_device',
    'not_found',
    'api_key_not_live',
    'api_key_missing',
    'api_key_invalid',
    'operation_not_allowed',
  )
  async createInboundAsUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Body() { api_key_id, ...body }: AccountInboundDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    const key = await this.useKey(userId, api_key_id, 'send');
    return this.inbound.create(key, { ...body, ttl_seconds: TTL_SECONDS.usual }, claim);
  }

  @Get('inbound/:verification_id')
  @AllowsImpersonation()
  @RequiresUser()
  @ApiParam({
    name: 'verification_id',
    description: '`verification_id` from the response that created it',
    example: 'ver_in_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
  })
  @Answers(VerificationView, {
    summary: {
      id: 'Keadaan sebuah verifikasi masuk',
      en: 'Get an inbound verification of the account',
    },
    about: 'Inbound verifications of live and test keys.',
  })
  @Fails('not_found')
  getInboundAsUser(@CurrentPrincipal() { userId }: UserPrincipal, @Param('verification_id') id: string) {
    return this.inbound.get({ userId }, id);
  }

  @Get('texts')
  @AllowsImpersonation()
  @RequiresUser()
  @Answers(MessageTexts, {
    summary: { id: 'Teks yang dibaca penerima', en: 'Get the texts of messages' },
    about: 'The text of the service, and the texts of the active devices, most common first.',
  })
  async getMessageTexts() {
    return { usual: this.deviceTexts.usual(), looks: await this.deviceTexts.now() };
  }

  /** Returns the key, and counts one request against its rate limits. */
  private async useKey(userId: number, id: number, operation: 'send' | 'check'): Promise<ApiKeyPrincipal> {
    const key = await this.keys.verifyOwned(userId, id);
    requireOperation(key, operation);
    await this.rates.take(key, operation);
    return key;
  }
}
