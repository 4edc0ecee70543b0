import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type ApiKeyPrincipal, CurrentPrincipal, RequiresApiKey } from '../../platform/access/principal.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../../platform/idempotency/index.js';
import { RateLimited } from '../../platform/limits/index.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { isInboundId } from '../inbound/inbound.rules.js';
import { createdMessage, InboundVerifications } from '../inbound/inbound-verifications.js';
import { SEND_FAILURES, SENT_MESSAGE } from '../send.dto.js';
import {
  CheckedVerification,
  CheckVerificationDto,
  CreatedInboundVerification,
  CreateVerificationDto,
  ResendVerificationDto,
  SentVerification,
  VerificationView,
} from './verification.dto.js';
import { VerificationChecks } from './verification-checks.js';
import { CREATE_ROUTE } from './verification-view.js';
import { VerificationsService } from './verifications.service.js';

const ID = 'verification_id';
const IdParam = () =>
  ApiParam({
    name: ID,
    description: '`verification_id` from the response that created it',
    example: 'ver_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
  });

@ApiTags('OTP')
@Controller('api/otp/verifications')
export class VerificationsController {
  constructor(
    private readonly verifications: VerificationsService,
    private readonly checks: VerificationChecks,
    private readonly inbound: InboundVerifications,
  ) {}

  @Post()
  @RequiresApiKey('send')
  @RateLimited('send')
  @Idempotent(CREATE_ROUTE)
  @Answers([SentVerification, CreatedInboundVerification], {
    summary: {
      id: 'Buat verifikasi: kode dibuat dan dikirim layanan, atau pengguna mengirim pesan',
      en: 'Create a verification',
    },
    about:
      'Generates a code, sends it by WhatsApp or by `channels`, and charges the price of the channel. No response contains the code, and Sandi does not store it. A 504 also has `verification_id`, `expires_at` and `attempts_left`: the code may have arrived.\n\nWith `method: inbound` Sandi sends nothing. The response has a text and a link; the verification is approved when the phone sends that text.',
    status: 201,
    message: SENT_MESSAGE,
    messageOf: createdMessage,
  })
  @Fails(...SEND_FAILURES)
  createVerification(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Body() body: CreateVerificationDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    const { method, ...given } = body;
    return method === 'inbound'
      ? this.inbound.create(who, given, claim)
      : this.verifications.create(who, given, claim);
  }

  @Post(`:${ID}/check`)
  @RequiresApiKey('check')
  @RateLimited('check')
  @Idempotent('verification.check')
  @IdParam()
  @Answers(CheckedVerification, {
    summary: { id: 'Periksa kode sebuah verifikasi', en: 'Check the code of a verification' },
    about:
      'Only one check gets `approved`, even if several arrive at once; later checks fail with `verification_over`. A wrong code uses up an attempt. Checks cost nothing.',
  })
  @Fails(
    'rate_limited',
    'parameter_missing',
    'otp_code_invalid',
    'not_found',
    'verification_over',
    'check_limited',
  )
  checkVerification(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Param(ID) id: string,
    @Body() body: CheckVerificationDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    return this.checks.check(who, id, body, claim);
  }

  @Post(`:${ID}/resend`)
  @RequiresApiKey('send')
  @RateLimited('send')
  @Idempotent('verification.resend')
  @IdParam()
  @Answers(SentVerification, {
    summary: { id: 'Kirim kode baru untuk sebuah verifikasi', en: 'Send a new code for a verification' },
    about:
      'Sends a new code to the same phone and charges the price of its channel. The old code becomes invalid, the validity starts again, and the remaining attempts stay. At most five times, and not while another code is being sent.',
    message: SENT_MESSAGE,
  })
  @Fails(
    ...SEND_FAILURES,
    'not_found',
    'phone_mismatch',
    'verification_over',
    'resend_limit',
    'resend_in_flight',
  )
  resendVerification(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Param(ID) id: string,
    @Body() body: ResendVerificationDto,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    return this.verifications.resend(who, id, body, claim);
  }

  @Post(`:${ID}/cancel`)
  @RequiresApiKey('send')
  @RateLimited('check')
  @Idempotent('verification.cancel')
  @IdParam()
  @Answers(VerificationView, {
    summary: { id: 'Batalkan sebuah verifikasi', en: 'Cancel a verification' },
    about:
      'Its code or text becomes invalid. A sent code is not refunded. If the verification has already ended, nothing changes and the response shows its status.',
  })
  @Fails('not_found')
  cancelVerification(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Param(ID) id: string,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    return isInboundId(id) ? this.inbound.cancel(who, id, claim) : this.checks.cancel(who, id, claim);
  }

  @Get(`:${ID}`)
  @RequiresApiKey('read')
  @IdParam()
  @Answers(VerificationView, {
    summary: { id: 'Keadaan sebuah verifikasi', en: 'Get a verification' },
    about: 'Returns its status and the newest message with its code. Reading it changes nothing.',
  })
  @Fails('not_found')
  getVerification(@CurrentPrincipal() who: ApiKeyPrincipal, @Param(ID) id: string) {
    return isInboundId(id) ? this.inbound.get(who, id) : this.verifications.get(who, id);
  }
}
