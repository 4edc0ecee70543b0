import { Body, Delete, Get, Patch, Post } from '@nestjs/common';
import type { UserActor } from '../operations/audit/index.js';
import {
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  DuringEnrolment,
  type Principal,
  type SessionActor,
  UserController,
  userOf,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { ExemptWrite, RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ProfileView, UsersService } from '../users/index.js';
import { ChangePasswordDto, RenameDto, Session, VerifyEmailDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { EmailVerificationService } from './email-verification.service.js';
import { Sessions, SessionView } from './sessions/sessions.service.js';

/** The login of the request: its profile, password, address and sessions. */
@UserController('Auth', 'api/auth')
export class ProfileController {
  constructor(
    private readonly auth: AuthService,
    private readonly users: UsersService,
    private readonly verification: EmailVerificationService,
    private readonly sessions: Sessions,
  ) {}

  @Get('me')
  @AllowsImpersonation()
  @DuringEnrolment()
  @Answers(ProfileView, {
    summary: { id: 'Profil sendiri', en: 'Get your profile' },
    about: 'The login of the token, its account, and the operations that its role may call.',
  })
  getProfile(@CurrentPrincipal() who: Principal) {
    return this.users.profile(userOf(who).memberId);
  }

  @Patch('me')
  @Answers(ProfileView, {
    summary: { id: 'Ubah nama', en: 'Change your name' },
    about: 'Changes the name that the dashboard shows.',
    message: { id: 'Profil diperbarui.', en: 'The profile was updated.' },
  })
  @Fails('parameter_missing', 'name_invalid')
  updateProfile(@CurrentPrincipal() who: Principal, @Body() body: RenameDto) {
    return this.users.rename(userOf(who).memberId, body.name);
  }

  @Post('logout-all')
  @ExemptWrite()
  @DuringEnrolment()
  @Answers(null, {
    summary: { id: 'Akhiri semua sesi', en: 'End all sessions' },
    about: 'This includes the session of this request.',
    message: { id: 'Semua sesi telah diakhiri.', en: 'All sessions were ended.' },
  })
  logoutEverywhere(@CurrentActor() owner: UserActor) {
    return this.auth.logoutAll(owner);
  }

  @Post('change-password')
  @ExemptWrite()
  @Answers(Session, {
    summary: { id: 'Ganti password', en: 'Change your password' },
    about: 'Ends all other sessions and returns a new token.',
    message: { id: 'Password berhasil diganti.', en: 'The password was changed.' },
  })
  @Fails(
    'parameter_missing',
    'parameter_invalid',
    'password_invalid',
    'password_common',
    'password_wrong',
    'rate_limited',
  )
  changePassword(@CurrentActor() owner: UserActor, @Body() body: ChangePasswordDto) {
    return this.auth.changePassword(owner, body);
  }

  @Post('verify-email')
  @RateLimited('auth', 'address')
  @Answers(ProfileView, {
    summary: { id: 'Verifikasi email dengan token dari email', en: 'Verify the email address' },
    about: 'Needs the token from the mail and a session of the same account.',
    message: { id: 'Email terverifikasi.', en: 'The email address is verified.' },
  })
  @Fails('parameter_missing', 'verification_token_invalid')
  verifyEmail(@CurrentActor() owner: UserActor, @Body() body: VerifyEmailDto) {
    return this.verification.verify(owner, body.token);
  }

  @Post('verify-email/resend')
  @RateLimited('auth', 'address')
  @Answers(null, {
    summary: { id: 'Kirim ulang tautan verifikasi email', en: 'Mail the verification link again' },
    about: 'Earlier links become invalid.',
    message: { id: 'Tautan verifikasi dikirim.', en: 'The verification link was sent.' },
  })
  @Fails('email_already_verified')
  resendVerificationEmail(@CurrentPrincipal() who: Principal) {
    return this.verification.resend(userOf(who).memberId);
  }

  @Get('sessions')
  @Answers(SessionView, {
    summary: { id: 'Sesi login akun ini', en: 'List the sessions of the account' },
    about: 'Each login with its device, address and last use.',
    list: true,
  })
  listSessions(@CurrentPrincipal() who: Principal) {
    return this.sessions.list(who);
  }

  /** `POST /api/auth/logout-all` ends this one too. */
  @Delete('sessions')
  @Answers(null, {
    summary: { id: 'Akhiri semua sesi lain', en: 'End all other sessions' },
    about: 'The session of this request continues.',
    message: { id: 'Semua sesi lain telah diakhiri.', en: 'All other sessions were ended.' },
  })
  endOtherSessions(@CurrentActor() owner: SessionActor) {
    return this.sessions.endOthers(owner);
  }

  @Delete('sessions/:id')
  @Answers(null, {
    summary: { id: 'Akhiri satu sesi', en: 'End a session' },
    about: 'Its token is rejected from the next request on.',
    message: { id: 'Sesi telah diakhiri.', en: 'The session was ended.' },
  })
  endSession(@IdParam() id: number, @CurrentActor() owner: UserActor) {
    return this.sessions.end(owner, id);
  }
}
