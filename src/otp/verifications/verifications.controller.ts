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
    description: 'The verification_id of the answer that made it',
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
      en: 'Make a verification: the service makes the code and sends it, or waits for a text of the user',
    },
    about:
      'Makes a code, sends it, by WhatsApp unless `channels` says more, and charges the price of the channel. The code is in no answer and is not kept. A 504 has `verification_id`, `expires_at` and `attempts_left` too: the code may have arrived.\n\nWith `method: inbound` nothing is sent: the answer has a text and a link, and the verification is approved when that text comes from the phone.',
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
      '`approved` is answered once, for the right code, however many checks come at once; those after it fail with `verification_over`. A wrong code spends a try. Costs nothing.',
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
    summary: { id: 'Kirim kode baru untuk sebuah verifikasi', en: 'Send a new code of a verification' },
    about:
      'A new code to the same phone, at the price of its channel: the old one ends, its time starts again, the remaining tries stay. At most five times, and not while a code of it is still being sent.',
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
      'Its code or text is no good any more; a code is not refunded. Of one that has ended already it tells how.',
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
    summary: { id: 'Keadaan sebuah verifikasi', en: 'How a verification stands' },
    about: 'How it stands, with the newest message of its codes. Asking changes nothing.',
  })
  @Fails('not_found')
  getVerification(@CurrentPrincipal() who: ApiKeyPrincipal, @Param(ID) id: string) {
    return isInboundId(id) ? this.inbound.get(who, id) : this.verifications.get(who, id);
  }
}
