import { Body, Post } from '@nestjs/common';
import type { UserActor } from '../operations/audit/index.js';
import {
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  UserController,
  userOf,
} from '../platform/access/principal.js';
import { RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ProfileView } from '../users/index.js';
import { VerifyEmailDto } from './auth.dto.js';
import { EmailVerificationService } from './email-verification.service.js';

@UserController('Auth', 'api/auth/verify-email')
export class EmailVerificationController {
  constructor(private readonly verification: EmailVerificationService) {}

  @Post()
  @RateLimited('auth', 'address')
  @Answers(ProfileView, {
    summary: { id: 'Verifikasi email dengan token dari email', en: 'Verify the email address' },
    about: 'Needs the token of the mail and a session of the same account.',
    message: { id: 'Email terverifikasi.', en: 'The email address is verified.' },
  })
  @Fails('parameter_missing', 'verification_token_invalid')
  verifyEmail(@CurrentActor() owner: UserActor, @Body() body: VerifyEmailDto) {
    return this.verification.verify(owner, body.token);
  }

  @Post('resend')
  @RateLimited('auth', 'address')
  @Answers(null, {
    summary: { id: 'Kirim ulang tautan verifikasi email', en: 'Mail the verification link again' },
    about: 'The links before it end.',
    message: { id: 'Tautan verifikasi dikirim.', en: 'The verification link was sent.' },
  })
  @Fails('email_already_verified')
  resendVerificationEmail(@CurrentPrincipal() who: Principal) {
    return this.verification.resend(userOf(who).memberId);
  }
}
