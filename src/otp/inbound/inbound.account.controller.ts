import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiKeyVerifier } from '../../api-keys/index.js';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  requireOperation,
  RequiresUser,
  type UserPrincipal,
} from '../../platform/access/principal.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../../platform/idempotency/index.js';
import { KeyRates, RateLimited } from '../../platform/limits/index.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import {
  AccountInboundDto,
  CreatedInboundVerification,
  VerificationView,
} from '../verifications/verification.dto.js';
import { TTL_SECONDS } from '../verifications/verification.rules.js';
import { ASKED_MESSAGE, InboundVerifications } from './inbound-verifications.js';

/** Inbound verifications of the dashboard, with an own API key. */
@ApiTags('Account')
@Controller('api/account/otp/inbound')
export class AccountInboundController {
  constructor(
    private readonly keys: ApiKeyVerifier,
    private readonly inbound: InboundVerifications,
    private readonly rates: KeyRates,
  ) {}

  @Post()
  @RequiresUser()
  @RateLimited('send')
  @Idempotent('account.otp.inbound')
  @Answers(CreatedInboundVerification, {
    summary: {
      id: 'Buat verifikasi masuk dengan API key sendiri',
      en: 'Make an inbound verification with an own API key',
    },
    about: 'What the dashboard uses to try a key, without knowing it.',
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
  ): Promise<CreatedInboundVerification> {
    const key = await this.keys.verifyOwned(userId, api_key_id);
    requireOperation(key, 'send');
    await this.rates.take(key, 'send');
    return this.inbound.create(key, { ...body, ttl_seconds: TTL_SECONDS.usual }, claim);
  }

  @Get(':verification_id')
  @AllowsImpersonation()
  @RequiresUser()
  @ApiParam({
    name: 'verification_id',
    description: 'The verification_id of the response that created it',
    example: 'ver_in_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
  })
  @Answers(VerificationView, {
    summary: {
      id: 'Keadaan sebuah verifikasi masuk',
      en: 'How an inbound verification of the account stands',
    },
    about: 'Of live and test keys.',
  })
  @Fails('not_found')
  getInboundAsUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Param('verification_id') id: string,
  ): Promise<VerificationView> {
    return this.inbound.get({ userId }, id);
  }
}
