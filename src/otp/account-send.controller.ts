import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiKeyVerifier } from '../api-keys/index.js';
import { DeviceTexts } from '../gateway/index.js';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  requireOperation,
  RequiresUser,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../platform/idempotency/index.js';
import { KeyRates, RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
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

class MessageLook {
  @Field('With {code} and at most one {brand}; asterisks are WhatsApp’s bold', {
    example: '*{code}* adalah kode OTP {brand} Anda. Jangan berikan kode ini kepada siapa pun.',
  })
  template!: string;
  @OrNull('string', 'Label of the button that copies the code; null: there is none', { example: null })
  button!: string | null;
}

class MessageLooksView {
  @Field('Of sends with language id', { type: MessageLook }) id!: MessageLook;
  @Field('Of sends with language en', { type: MessageLook }) en!: MessageLook;
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
    private readonly deviceTexts: DeviceTexts,
    private readonly rates: KeyRates,
  ) {}

  /**
   * Sends with one of the user's own API keys, under its rules, limits and price; only its list of addresses does not
   * apply. Magic numbers stand for failures of API keys too.
   */
  @Post('send')
  @RequiresUser()
  @RateLimited('send')
  @Idempotent('account.otp.send')
  @Answers(SendResult, {
    summary: { id: 'Kirim OTP dengan API key sendiri', en: 'Send an OTP with an own API key' },
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
  async sendOtpAsUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Body() body: AccountSendDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ): Promise<SendResult> {
    const key = await this.keys.verifyOwned(userId, body.api_key_id);
    requireOperation(key, 'send');
    await this.rates.take(key, 'send');
    return this.otp.send(key, body, claim);
  }
  /** Checks with one of the user's own API keys: a right code is used up here too. */
  @Post('check')
  @RequiresUser()
  @RateLimited('check')
  @Answers(CheckResult, {
    summary: { id: 'Periksa kode OTP dengan API key sendiri', en: 'Check a code with an own API key' },
    about: 'What the dashboard uses to try a key, without knowing it.',
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
  async checkOtpAsUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Body() body: AccountCheckDto,
  ): Promise<CheckResult> {
    const key = await this.keys.verifyOwned(userId, body.api_key_id);
    requireOperation(key, 'check');
    await this.rates.take(key, 'check');
    return this.checks.check(key, body);
  }

  /** The texts that recipients read, shown before a send. */
  @Get('texts')
  @AllowsImpersonation()
  @RequiresUser()
  @Answers(MessageTexts, {
    summary: { id: 'Teks yang dibaca penerima', en: 'Get the texts that recipients read' },
    about: 'The text of the service, and the texts of the active devices, most common first.',
  })
  async getMessageTexts(): Promise<MessageTexts> {
    return { usual: this.deviceTexts.usual(), looks: await this.deviceTexts.now() };
  }
}
